package org.orbweaver.crawler.page.document;

/** No parser process can be had: the fault of the machine or of its settings, not a document's. */
public final class NoParserException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NoParserException(String message, Throwable cause) {
    super(message, cause);
  }
}
