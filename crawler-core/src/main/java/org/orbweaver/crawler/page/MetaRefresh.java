package org.orbweaver.crawler.page;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of {@code <meta http-equiv=refresh>}: seconds and, if given, another page.
 *
 * @param seconds delay in seconds
 * @param reference the target as written in the page; empty if the page refreshes itself
 */
record MetaRefresh(int seconds, String reference) {

  /**
   * The grammar of the HTML standard's shared declarative refresh steps, lenient where browsers
   * are: a missing {@code url=}, any quotes, a comma for the semicolon.
   */
  private static final Pattern CONTENT =
      Pattern.compile(
          "^\\s*(\\d{0,9})(?:\\.[\\d.]*)?\\s*(?:[;,\\s]\\s*(?:url\\s*=\\s*)?(.*))?$",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final int MAX_LENGTH = 4096;

  /** Parses the attribute; returns null if it is not a refresh. */
  static MetaRefresh parse(String content) {
    if (content.length() > MAX_LENGTH) {
      return null;
    }
    Matcher matcher = CONTENT.matcher(content);
    if (!matcher.matches() || (matcher.group(1).isEmpty() && matcher.group(2) == null)) {
      return null;
    }
    int seconds = matcher.group(1).isEmpty() ? 0 : Integer.parseInt(matcher.group(1));
    return new MetaRefresh(seconds, unquote(matcher.group(2)));
  }

  private static String unquote(String target) {
    if (target == null || target.isEmpty()) {
      return "";
    }
    char quote = target.charAt(0);
    if (quote == '\'' || quote == '"') {
      int end = target.indexOf(quote, 1);
      return target.substring(1, end < 0 ? target.length() : end).strip();
    }
    return target.strip();
  }
}
