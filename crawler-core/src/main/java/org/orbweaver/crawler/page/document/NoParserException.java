package org.orbweaver.crawler.page.document;

/** No parser process can be started, by fault of the machine or its settings, not of a document. */
public final class NoParserException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NoParserException(String message, Throwable cause) {
    super(message, cause);
  }
}
