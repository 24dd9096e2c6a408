package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;

/** The benchmark of the rankings runs and leaves no files; its figures are for real sizes. */
class RankBenchIT {
  @TempDir Path tmp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int bench(String... words) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return BenchMain.run(words, new Console(stream, stream, false), new Configuration());
  }

  @Test
  void measuresASmallGraph() throws Exception {
    int status =
        bench(
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
    String text = out.toString(StandardCharsets.UTF_8);
    assertEquals(0, status, text);
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
    assertEquals(2, bench("pagerank", "--peers", "nobody"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("nobody"));
  }
}
