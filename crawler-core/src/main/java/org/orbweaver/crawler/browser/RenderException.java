package org.orbweaver.crawler.browser;

import java.io.IOException;

/** Thrown if a page cannot be rendered; the page stays as it was fetched. */
public final class RenderException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** Makes one; the message is one line for people. */
  public RenderException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What went wrong. */
  public enum Kind {
    /** There is no browser, or it does not start: no other page can be rendered either. */
    NO_BROWSER,
    /** The browser crashed, or did not react. */
    CRASHED,
    /** The document after rendering is larger than allowed. */
    TOO_LARGE,
    /** The page went elsewhere: to another page, a download, another site. */
    LEFT
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }
}
