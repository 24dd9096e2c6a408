package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark at a thousandth of its size: its figures measure what their names say. */
class FetchBenchIT {
  @TempDir private Path tmp;

  @BeforeEach
  void needsLinux() {
    assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no /proc");
  }

  private BenchRun bench(String... more) {
    List<String> words = new ArrayList<>(List.of("fetch", "--json", "--work"));
    words.add(tmp.resolve("work").toString());
    words.addAll(List.of(more));
    return BenchRun.of(words.toArray(new String[0]));
  }

  @Test
  void measuresAPoliteRunWithASlowHost() throws Exception {
    BenchRun run =
        bench("--scenario", "c", "--pages", "20", "--no-gate", "-D", "fetcher.server.delay=2");
    assertEquals(0, run.status(), run::toString);
    assertEquals(1, run.out().lines().count(), run::out);
    String json = run.out();
    assertEquals(20, number(json, "hosts"));
    assertEquals(20, number(json, "pages"));
    // Two requests of 2 s to the slow host, robots.txt and the page, and the delay given by -D.
    assertEquals(6, number(json, "idealSeconds"), 0.001);
    assertTrue(number(json, "seconds") >= 6, json);
    assertTrue(number(json, "smallestGap") >= 1.99, json);
    assertTrue(number(json, "timesIdealStored") >= 1, json);
    double share = number(json, "shareOfRate");
    assertTrue(share > 0.2 && share <= 1, json);
    assertTrue(number(json, "cpuMillisPerPage") > 0, json);
    assertTrue(number(json, "cpuBare") > 0, json);
    double resident = number(json, "peakResidentMb");
    assertTrue(resident > 40 && resident < 4_000, json);
    assertTrue(
        json.contains("\"targets\":[{\"figure\":\"timesIdealStored\",\"atMost\":1.1,"), json);
    try (var left = Files.list(tmp.resolve("work"))) {
      assertEquals(List.of(), left.toList());
    }
  }

  private static double number(String json, String field) {
    Matcher found = Pattern.compile("\"" + field + "\":([-0-9.E]+)").matcher(json);
    assertTrue(found.find(), () -> "no number " + field + " in " + json);
    return Double.parseDouble(found.group(1));
  }

  @Test
  void aRunThatFetchedNothingHasNoFigures() {
    BenchRun run =
        bench("--scenario", "a", "--pages", "5", "-D", "orbweaver.fetch.private.addresses=");
    assertEquals(1, run.status(), run::toString);
    assertTrue(run.err().contains("the fetcher ended with status 1"), run::err);
    assertTrue(run.err().contains("add its block to orbweaver.fetch.private.addresses"), run::err);
    assertEquals("", run.out());
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertEquals(2, bench("--scenario", "x").status());
    assertEquals(2, bench("--runs", "0").status());
  }
}
