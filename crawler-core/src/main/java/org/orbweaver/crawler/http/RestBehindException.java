package org.orbweaver.crawler.http;

import java.io.IOException;

/** An encoded body is complete, but bytes follow its end. */
final class RestBehindException extends IOException {
  private static final long serialVersionUID = 1L;

  RestBehindException(Throwable cause) {
    super("bytes after the end of the encoded body", cause);
  }
}
