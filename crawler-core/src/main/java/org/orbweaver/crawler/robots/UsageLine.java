package org.orbweaver.crawler.robots;

/**
 * A line of a robots.txt that says how content may be used.
 *
 * @param name the kind of line
 * @param value its statement, without the path: {@code train-ai=n, search=y}
 * @param line its number in the file, from 1
 * @param text the whole line except its comment, in its usual spelling, cut to {@link #MAX_TEXT}
 */
public record UsageLine(Name name, String value, int line, String text) {
  /** Characters of a line that are kept; those of real files have less than 100. */
  public static final int MAX_TEXT = 512;

  /** The kinds of such lines. */
  public enum Name {
    /** The IETF's (draft-ietf-aipref-attach, section 3). */
    CONTENT_USAGE("Content-Usage"),
    /** Cloudflare's (contentsignals.org). */
    CONTENT_SIGNAL("Content-Signal");

    private final String spelling;

    Name(String spelling) {
      this.spelling = spelling;
    }

    @Override
    public String toString() {
      return spelling;
    }
  }

  static UsageLine of(Name name, String value, int number, String whole) {
    String text = name + ": " + whole;
    return new UsageLine(
        name, value, number, text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
  }
}
