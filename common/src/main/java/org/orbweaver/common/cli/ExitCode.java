package org.orbweaver.common.cli;

/** What a command's exit status tells a script. */
public enum ExitCode {
  OK(0, "done"),
  FAILED(1, "failed; the data is as it was"),
  USAGE(2, "wrong usage or configuration"),
  NOTHING_TO_DO(3, "nothing to do"),
  LOCKED(4, "another run holds the crawl"),
  /** As a shell reports a tool that SIGPIPE ended: 128 + 13. */
  CLOSED_PIPE(141, "the reader of standard output went away, as head does");

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
