package org.orbweaver.crawler.http;

import java.net.UnknownHostException;

/** A host does not have the address any more at which it was to be asked. */
public final class HostMovedException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  HostMovedException(String message) {
    super(message);
  }
}
