package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Orb;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * The files of a small crawl with all its stores, copied without Hadoop's hidden checksum files;
 * one of them can be damaged for the time of a look at it.
 */
final class CrawlFiles {
  private final Path root;

  /** By their paths below the crawl directory. */
  private final Map<String, byte[]> files = new TreeMap<>();

  private CrawlFiles(Path root) {
    this.root = root;
  }

  /** Crawls a fake web. */
  static Path crawl(Path folder) throws IOException {
    FakeWebSpec spec =
        FakeWebSpec.builder()
            .seed(3)
            .hosts(2)
            .pagesPerHost(6)
            .linksWithin(3)
            .linksAcross(2)
            .build();
    Path crawl = folder.resolve("crawl");
    try (FakeWeb web = FakeWeb.start(spec)) {
      List<String> first = new ArrayList<>(List.of("crawl"));
      first.addAll(web.seeds());
      first.addAll(List.of(crawl.toString(), "--rounds", "2"));
      orb(web, folder, first.toArray(new String[0]));
      String labels =
          Files.writeString(folder.resolve("l"), "a h0.test\nb h1.test\n").toUri().getPath();
      orb(web, folder, "topics", crawl.toString(), labels);
      orb(web, folder, "pagerank", crawl.toString(), "--topic-host", "a=h0.test");
      orb(web, folder, "crawl", crawl.toString(), "--more", "1", "--add-days", "40");
    }
    return crawl;
  }

  /**
   * Copies a crawl.
   *
   * @param listed whether the copy has the lists of checksums
   */
  static CrawlFiles copy(Path crawl, Path root, boolean listed) throws IOException {
    CrawlFiles copy = new CrawlFiles(root);
    for (Path file : below(crawl)) {
      String name = file.getFileName().toString();
      String path = crawl.relativize(file).toString();
      boolean left = name.matches(".*\\.crc|\\.lock|\\.progress") || path.startsWith("logs/");
      if (!left && (listed || !name.equals(".checksums"))) {
        Files.createDirectories(root.resolve(path).getParent());
        Files.copy(file, root.resolve(path));
        copy.files.put(path, Files.readAllBytes(file));
      }
    }
    return copy;
  }

  private static void orb(FakeWeb web, Path folder, String... words) {
    Configuration conf = new Configuration();
    conf.set("http.agent.name", "orbweaver-test");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(folder.resolve("hosts")).toUri().getPath());
    conf.set("fetcher.server.delay", "0");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertEquals(
        0, Orb.run(words, new Console(said, said, false), conf), () -> said.toString(UTF_8));
  }

  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
    }
  }

  /** The crawl directory. */
  Path root() {
    return root;
  }

  /** The paths of all files, sorted. */
  List<String> paths() {
    return List.copyOf(files.keySet());
  }

  byte[] bytes(String path) {
    return files.get(path);
  }

  /** Looks at the crawl. */
  interface Look<T> {
    T at(Path root) throws IOException;
  }

  /** Looks at the crawl while a file has other bytes. */
  <T> T with(String path, byte[] other, Look<T> look) throws IOException {
    Path file = root.resolve(path);
    Files.write(file, other);
    try {
      return look.at(root);
    } finally {
      Files.write(file, files.get(path));
    }
  }
}
