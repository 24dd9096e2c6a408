package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The seed of tests in which chance decides: the system property {@link #PROPERTY}, or else a
 * number that changes with the commit, so that each commit tests other cases and a failure can be
 * repeated.
 */
public final class TestSeed {
  /** System property that sets the seed. */
  public static final String PROPERTY = "orbweaver.test.seed";

  /** System property that sets the slice. */
  public static final String SLICE = "orbweaver.test.slice";

  private static final int COMMIT_CHARS = 12;

  private TestSeed() {}

  /** The seed; 1 without the property outside a Git checkout. */
  public static long current() {
    Long set = Long.getLong(PROPERTY);
    return set == null ? ofCommit() : set;
  }

  /**
   * How to repeat a failed test, for its message.
   *
   * @param module of the test
   * @param test an integration test
   */
  public static String repeat(String module, Class<?> test, long seed) {
    return "seed "
        + seed
        + "; to repeat: mvn verify -pl "
        + module
        + " -am -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test="
        + test.getSimpleName()
        + " -Dfailsafe.failIfNoSpecifiedTests=false -D"
        + PROPERTY
        + "="
        + seed;
  }

  /**
   * The slice of a large test that this commit runs, from 1: the system property {@link #SLICE}, or
   * else one that follows from the number of commits, so that each of them runs the next one.
   */
  public static int slice(int slices) {
    Integer set = Integer.getInteger(SLICE);
    return set == null
        ? git("rev-list", "--count", "HEAD")
                .map(count -> Integer.parseInt(count) % slices)
                .orElse(0)
            + 1
        : set;
  }

  private static long ofCommit() {
    return git("rev-parse", "HEAD")
        .map(commit -> new BigInteger(commit.substring(0, COMMIT_CHARS), 16).longValue())
        .orElse(1L);
  }

  /** The output of Git; empty outside a checkout. */
  private static Optional<String> git(String... words) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String out = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      if (git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0) {
        return Optional.of(out);
      }
    } catch (IOException e) {
      // No git here.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
