package org.orbweaver.common.cli;

/**
 * An error that a person can act on: its message is one line that names what was wrong, where
 * (file, line, URL, setting) and what to do; its exit code is the command's.
 */
public final class OrbException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  private OrbException(ExitCode exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public static OrbException failed(String message) {
    return new OrbException(ExitCode.FAILED, message, null);
  }

  public static OrbException failed(String message, Throwable cause) {
    return new OrbException(ExitCode.FAILED, message, cause);
  }

  public static OrbException usage(String message) {
    return new OrbException(ExitCode.USAGE, message, null);
  }

  public static OrbException nothingToDo(String message) {
    return new OrbException(ExitCode.NOTHING_TO_DO, message, null);
  }

  public static OrbException locked(String message) {
    return new OrbException(ExitCode.LOCKED, message, null);
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
