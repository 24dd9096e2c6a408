package org.orbweaver.crawler.url;

import org.orbweaver.plugin.UrlDecision;

/**
 * A text that limits how many characters a regular expression may read from it. The expressions of
 * rule files backtrack, and a URL crafted for one could keep it busy for hours. One read takes some
 * nanoseconds, so a match ends within milliseconds.
 */
final class BoundedText implements CharSequence {
  /** The default rules read at most 30,000 characters of a URL of 2,000 characters. */
  static final int MAX_LOOKS = 500_000;

  private final String text;
  private int looks = MAX_LOOKS;

  BoundedText(String text) {
    this.text = text;
  }

  /** The expression is too costly for this text. */
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("more than " + MAX_LOOKS + " steps", null, false, false);
    }
  }

  /** The refusal of a URL for which a rule's expression takes too many steps. */
  static UrlDecision tooCostly(UrlDecision rule) {
    return new UrlDecision(
        false, rule.source(), rule.line(), rule.rule() + " (too costly for this URL)");
  }

  @Override
  public char charAt(int index) {
    if (--looks < 0) {
      throw new Exhausted();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
