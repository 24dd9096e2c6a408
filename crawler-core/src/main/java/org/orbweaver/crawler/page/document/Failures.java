package org.orbweaver.crawler.page.document;

/** Names what a parser threw. */
public final class Failures {
  private static final int MAX_CHARS = 200;

  private Failures() {}

  /** The root cause in one short line. */
  public static String describe(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < 20 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String message = root.getMessage();
    String text = root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    String line = text.replaceAll("\\s+", " ");
    return line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) : line;
  }
}
