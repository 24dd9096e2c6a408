package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The soak with a few runs: its figures are there, no query fails, and nothing is left. */
class SoakBenchIT {
  @TempDir private Path tmp;

  @Test
  void recrawlsAndServes() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no /proc");
    String work = tmp.toString();
    BenchRun run =
        BenchRun.of(
            "soak", "--runs", "3", "--pages", "20", "--minutes", "0", "--json", "--work", work);
    assertEquals(0, run.status(), run::toString);
    for (String figure : List.of("recrawl heap MB", "serve RSS MB", "serve threads", "crawl MB")) {
      assertTrue(run.out().matches("(?s).*\"" + figure + "\":[0-9].*"), run::out);
    }
    assertTrue(run.out().contains("\"failures\":0.0"), run::out);
    try (var left = Files.list(tmp)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
