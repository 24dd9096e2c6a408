package org.orbweaver.bench.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.bench.BenchRun;

/**
 * A part of {@code scripts/bench crash}: the number of commits decides which, so that each cell is
 * tried once in {@value #SLICES} commits. The system property {@code orbweaver.test.slice} names
 * another one, from 1.
 */
class CrashSliceIT {
  private static final int SLICES = 60;

  @TempDir private Path work;

  @Test
  void nothingIsLostInThisSlice() throws Exception {
    String slice = slice() + "/" + SLICES;
    BenchRun run = BenchRun.of("crash", "--slice", slice, "--work", work.toString());
    assertEquals(0, run.status(), () -> "slice " + slice + "\n" + run.out() + run.err());
    String[] all = run.out().lines().reduce((line, last) -> last).orElse("").trim().split(" +");
    assertEquals("all", all[0], run::out);
    assertTrue(Integer.parseInt(all[2]) > 100, run::out);
    assertEquals("0", all[4], run::out);
  }

  private static long slice() throws Exception {
    String given = System.getProperty("orbweaver.test.slice");
    return given != null ? Long.parseLong(given) : Math.floorMod(commits(), SLICES) + 1;
  }

  /** The number of commits; of days, where the source is no repository. */
  private static long commits() throws Exception {
    Process git = new ProcessBuilder("git", "rev-list", "--count", "HEAD").start();
    String count = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    boolean known = git.waitFor(1, TimeUnit.MINUTES) && git.exitValue() == 0;
    return known ? Long.parseLong(count.strip()) : LocalDate.now(ZoneOffset.UTC).toEpochDay();
  }
}
