package org.orbweaver.crawler.http;

import java.io.IOException;

/** The proxy cannot be found, wants other credentials, or makes no tunnel to the host. */
final class ProxyFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  ProxyFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
