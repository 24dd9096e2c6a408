package org.orbweaver.crawler.http;

import java.net.UnknownHostException;
import org.orbweaver.crawler.address.AddressGuard;

/**
 * An address or a port that may not be contacted; see {@link AddressGuard} and {@link
 * AllowedPorts}.
 */
public final class RefusedAddressException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  private final boolean wholeHost;

  private RefusedAddressException(String message, boolean wholeHost) {
    super(message);
    this.wholeHost = wholeHost;
  }

  static RefusedAddressException ofAddress(String message) {
    return new RefusedAddressException(message, true);
  }

  static RefusedAddressException ofPort(String message) {
    return new RefusedAddressException(message, false);
  }

  /** Whether the whole host is refused, and not only this port. */
  public boolean concernsWholeHost() {
    return wholeHost;
  }
}
