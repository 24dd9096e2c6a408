package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of the rankings runs and leaves no files; its figures are for real sizes. */
class RankBenchIT {
  @TempDir Path tmp;

  @Test
  void measuresASmallGraph() throws Exception {
    BenchRun run =
        BenchRun.of(
            "pagerank",
            "--pages",
            "3000",
            "--links",
            "25000",
            "--peers",
            "none",
            "--iterations",
            "4",
            "--runs",
            "1",
            "--no-gate",
            "--json",
            "--work",
            tmp.resolve("work").toString());
    String text = run.out();
    assertEquals(0, run.status(), run::toString);
    for (String key :
        new String[] {
          "fusedSeconds", "distributedSeconds", "hitsTimesPagerank", "eightTopicsTimesOne", "moreMb"
        }) {
      assertTrue(text.contains("\"" + key + "\":"), text);
    }
    try (Stream<Path> left = Files.list(tmp.resolve("work"))) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void anUnknownPeerIsRefused() {
    BenchRun run = BenchRun.of("pagerank", "--peers", "nobody");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("nobody"), run::err);
  }
}
