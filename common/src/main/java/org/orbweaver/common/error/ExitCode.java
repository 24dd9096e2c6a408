package org.orbweaver.common.error;

/** What a command's exit status tells a script. */
public enum ExitCode {
  OK(0),
  /** The data is as it was. */
  FAILED(1),
  /** A usage or configuration error. */
  USAGE(2),
  NOTHING_TO_DO(3),
  /** The crawl is in use by another run. */
  LOCKED(4),
  /** Standard output was closed, as by head: as a shell reports SIGPIPE, 128 + 13. */
  CLOSED_PIPE(141);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
