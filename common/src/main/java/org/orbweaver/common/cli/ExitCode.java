package org.orbweaver.common.cli;

/** What a command's exit status tells a script. */
public enum ExitCode {
  OK(0, "done"),
  FAILED(1, "failed; the data is as it was"),
  USAGE(2, "usage or configuration error"),
  NOTHING_TO_DO(3, "nothing to do"),
  LOCKED(4, "the crawl is in use by another run"),
  /** As a shell reports a tool that SIGPIPE ended: 128 + 13. */
  CLOSED_PIPE(141, "standard output was closed, as by head");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }
}
