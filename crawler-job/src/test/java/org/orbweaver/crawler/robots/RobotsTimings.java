package org.orbweaver.crawler.robots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints what reading and checking cost, for real files and for those of {@link RobotsBoundsTest}.
 * Not a test: run {@code main} with a directory of robots.txt files.
 */
final class RobotsTimings {
  private static final List<String> URLS =
      List.of(
          "http://h.test/",
          "http://h.test/robots.txt",
          "http://h.test/a/b.gif?c=*$%zz%",
          "http://h.test/index.php?option=com_content&view=article&id=17&Itemid=42&page=2",
          "http://h.test/shop/category/shoes/women/sandals-summer-2024/product-123456.html?ref=nav",
          "http://h.test/search?q=%E3%83%84+caf%C3%A9&url=https%3A%2F%2Fexample.org%2Fpath",
          "http://h.test/wp-content/uploads/2019/05/a-rather-long-file-name-of-a-picture.jpeg",
          "http://h.test/" + "segment/".repeat(250));

  private RobotsTimings() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(Path.of(args[0]))) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.add(Files.readAllBytes(path));
      }
    }
    long[] least = new long[files.size() * URLS.size()];
    Arrays.fill(least, Long.MAX_VALUE);
    for (int round = 0; round < 3; round++) {
      real(files, least);
    }
    // A pause of the machine hits a check once, a costly check is costly each time.
    print("check, least of three", least);
    for (RobotsBoundsTest.Attack attack : RobotsBoundsTest.attacks().toList()) {
      hostile(attack);
    }
  }

  private static void real(List<byte[]> files, long[] least) {
    long[] reads = new long[files.size()];
    long[] checks = new long[files.size() * URLS.size()];
    List<RobotsRules> kept = new ArrayList<>();
    long before = used();
    for (int i = 0; i < files.size(); i++) {
      long start = System.nanoTime();
      RobotsRules rules = RobotsRules.parse(files.get(i), List.of("orbweaver"));
      reads[i] = System.nanoTime() - start;
      kept.add(rules);
      for (int j = 0; j < URLS.size(); j++) {
        long begin = System.nanoTime();
        rules.decision(URLS.get(j));
        int check = i * URLS.size() + j;
        checks[check] = System.nanoTime() - begin;
        least[check] = Math.min(least[check], checks[check]);
      }
    }
    System.out.printf("%d files, %d KB in memory%n", kept.size(), (used() - before) / 1000);
    print("read", reads);
    print("check", checks);
  }

  private static void print(String what, long[] nanos) {
    Arrays.sort(nanos);
    System.out.printf("%s (us): ", what);
    for (double part : new double[] {0.5, 0.9, 0.99, 0.999, 1}) {
      System.out.printf("%s%% %.1f  ", part * 100, nanos[(int) (part * (nanos.length - 1))] / 1e3);
    }
    System.out.println();
  }

  private static void hostile(RobotsBoundsTest.Attack attack) {
    long before = used();
    long start = System.nanoTime();
    RobotsRules rules = attack.rules();
    long read = System.nanoTime() - start;
    long memory = used() - before;
    long[] checks = new long[60];
    for (int i = 0; i < checks.length; i++) {
      long begin = System.nanoTime();
      rules.decision(attack.url());
      checks[i] = System.nanoTime() - begin;
    }
    Arrays.sort(checks);
    System.out.printf(
        "%-40s %6d rules, URL of %6d: read %4d ms, %5d KB, check median %.3f ms, max %.3f ms%n",
        attack.name(),
        rules.size(),
        attack.path().length(),
        read / 1_000_000,
        memory / 1000,
        checks[checks.length / 2] / 1e6,
        checks[checks.length - 1] / 1e6);
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
