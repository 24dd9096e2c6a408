package org.orbweaver.common.error;

import java.util.ArrayList;
import java.util.List;

/**
 * An error that a person can act on. Its message is one line that names the fault, its place (file,
 * line, URL, setting) and the remedy; its exit code becomes the command's.
 */
public class OrbException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /** A failed export: the crawl has nothing for it, though it may later. */
  public static final class NothingToExport extends OrbException {
    private static final long serialVersionUID = 1L;

    public NothingToExport(String why) {
      super(ExitCode.FAILED, "nothing to export: " + why, null);
    }
  }

  /** Further lines below the message. */
  private final ArrayList<String> details = new ArrayList<>();

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

  /** Several faults of one kind, one line each. */
  public static OrbException usage(String message, List<String> details) {
    OrbException e = usage(message);
    e.details.addAll(details);
    return e;
  }

  public static OrbException nothingToDo(String message) {
    return new OrbException(ExitCode.NOTHING_TO_DO, message, null);
  }

  public static OrbException locked(String message) {
    return new OrbException(ExitCode.LOCKED, message, null);
  }

  public static OrbException closedPipe(Throwable cause) {
    return new OrbException(ExitCode.CLOSED_PIPE, "standard output was closed", cause);
  }

  /** Further lines below the message; mostly empty. */
  public List<String> details() {
    return List.copyOf(details);
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
