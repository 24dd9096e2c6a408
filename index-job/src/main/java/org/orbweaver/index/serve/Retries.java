package org.orbweaver.index.serve;

/** Decides when to retry a build that failed to open; for use by one thread at a time. */
final class Retries {
  private static final int MAX_FAILURES = 8;

  private String build = "";
  private int failures;
  private int skipped;

  /** A build that failed is due again after 1, 3, 7... calls: opening it may take long. */
  boolean isDue(String name) {
    if (!name.equals(build)) {
      build = name;
      failures = 0;
    }
    return failures == 0 || ++skipped >= 1 << failures;
  }

  /** Records that the last scheduled attempt failed to open the build. */
  void failed() {
    failures = Math.min(failures + 1, MAX_FAILURES);
    skipped = 0;
  }
}
