package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the tests of the browser share. */
final class BrowserUse {
  private static final String CHROMIUM = "chromium";
  static final int MAX_REQUESTS = 30;

  private BrowserUse() {}

  /** Skips the test without a browser. */
  static void assumeBrowser() {
    assumeTrue(Chromium.find(CHROMIUM).isPresent(), "needs a program named chromium");
  }

  /** Settings that give a page this much time. */
  static BrowserSettings settings(Path folder, int tabs, int seconds) {
    return new BrowserSettings(
        CHROMIUM,
        folder,
        !"root".equals(System.getProperty("user.name")),
        "Orbweaver-Test/1.0",
        tabs,
        100,
        2000,
        Duration.ofSeconds(seconds),
        MAX_REQUESTS,
        2_000_000,
        PostMode.QUERIES);
  }

  /** The processes that have a folder's name in their command lines. */
  static List<ProcessHandle> processes(Path folder) throws IOException {
    List<ProcessHandle> found = new ArrayList<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.filter(one -> one.endsWith(one.getFileName())).toList()) {
        String name = process.getFileName().toString();
        if (!name.matches("\\d+")) {
          continue;
        }
        try {
          if (Files.readString(process.resolve("cmdline")).contains(folder.toString())) {
            ProcessHandle.of(Long.parseLong(name)).ifPresent(found::add);
          }
        } catch (IOException e) {
          // It ended.
        }
      }
    }
    return found;
  }
}
