package org.orbweaver.crawler.url;

/**
 * A text that a regular expression may look at only so often: expressions of rule files backtrack,
 * and a URL made for it would keep one busy for hours. A look costs some nanoseconds, so that a
 * match ends within milliseconds.
 */
final class BoundedText implements CharSequence {
  /** The default rules take at most 30,000 looks at a URL of 2,000 characters. */
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
