package org.orbweaver.crawler.http;

import java.io.IOException;

/** A URL that cannot be requested over HTTP. */
final class BadUrlException extends IOException {
  private static final long serialVersionUID = 1L;

  BadUrlException(String message, Throwable cause) {
    super(message, cause);
  }
}
