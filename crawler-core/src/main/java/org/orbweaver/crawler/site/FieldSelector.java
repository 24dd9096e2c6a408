package org.orbweaver.crawler.site;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;

/**
 * What a field of a page has as its values: the elements of a CSS selector, or an attribute of
 * them, as in {@code a.author@href}.
 *
 * @param attribute empty for the text
 */
public record FieldSelector(Evaluator elements, String attribute) {
  /** No selector ends in this way: an @ within it is in brackets or quotes. */
  private static final Pattern ATTRIBUTE = Pattern.compile("(.*\\S)@([A-Za-z_][A-Za-z0-9_.:-]*)");

  /**
   * Reads a selector.
   *
   * @throws IllegalArgumentException if it is none
   */
  static FieldSelector of(String text) {
    Matcher suffix = ATTRIBUTE.matcher(text);
    return suffix.matches()
        ? new FieldSelector(QueryParser.parse(suffix.group(1)), suffix.group(2))
        : new FieldSelector(QueryParser.parse(text), "");
  }
}
