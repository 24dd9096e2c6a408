package org.orbweaver.crawler.http;

import java.net.UnknownHostException;

/** A host whose address may not be contacted; see {@link AddressGuard}. */
public final class RefusedAddressException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  RefusedAddressException(String message) {
    super(message);
  }
}
