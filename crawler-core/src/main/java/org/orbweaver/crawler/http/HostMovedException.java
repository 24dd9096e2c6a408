package org.orbweaver.crawler.http;

import java.net.UnknownHostException;

/** The host no longer has the address at which it was to be contacted. */
public final class HostMovedException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  HostMovedException(String message) {
    super(message);
  }
}
