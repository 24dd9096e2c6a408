package org.orbweaver.common.error;

/** The exit status of a command. */
public enum ExitCode {
  OK(0),
  /** The command failed; the data is unchanged. */
  FAILED(1),
  /** A usage or configuration error. */
  USAGE(2),
  NOTHING_TO_DO(3),
  /** The crawl is in use by another run. */
  LOCKED(4),
  /**
   * Standard output was closed, for example by head; 128 + 13, the status by which a shell reports
   * SIGPIPE.
   */
  CLOSED_PIPE(141);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
