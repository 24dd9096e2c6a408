package org.orbweaver.bench.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.bench.BenchRun;
import org.orbweaver.testkit.TestSeed;

/**
 * A part of {@code scripts/bench crash}: one of {@value #SLICES} slices, which together have all
 * cells; each commit runs the next one ({@link TestSeed#slice}). This is one half of the slice;
 * {@link CrashOtherHalfIT} is the other, in a JVM of its own.
 */
class CrashSliceIT {
  static final int SLICES = 20;

  @TempDir private Path work;

  @Test
  void nothingIsLost() throws Exception {
    String slice = first() + TestSeed.slice(SLICES) + "/" + 2 * SLICES;
    BenchRun run = BenchRun.of("crash", "--slice", slice, "--work", work.toString());
    assertEquals(0, run.status(), () -> "slice " + slice + "\n" + run.out() + run.err());
    String[] all = run.out().lines().reduce((line, last) -> last).orElse("").trim().split(" +");
    assertEquals("all", all[0], run::out);
    assertTrue(Integer.parseInt(all[2]) > 200, run::out);
    assertEquals("0", all[4], run::out);
  }

  /** The cells before the half's first. */
  int first() {
    return 0;
  }
}
