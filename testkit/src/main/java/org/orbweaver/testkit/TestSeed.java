package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;

/**
 * The seed of tests in which chance decides: the system property {@link #PROPERTY}, or else a
 * number that changes with the commit, so that each commit tests other cases and a failure can be
 * repeated.
 */
public final class TestSeed {
  /** System property that sets the seed. */
  public static final String PROPERTY = "orbweaver.test.seed";

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
        + " -am -Dsurefire.skip=true -Dit.test="
        + test.getSimpleName()
        + " -Dfailsafe.failIfNoSpecifiedTests=false -D"
        + PROPERTY
        + "="
        + seed;
  }

  private static long ofCommit() {
    try {
      Process git =
          new ProcessBuilder("git", "rev-parse", "HEAD")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      if (git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0) {
        return new BigInteger(commit.substring(0, COMMIT_CHARS), 16).longValue();
      }
    } catch (IOException e) {
      // No git here.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
