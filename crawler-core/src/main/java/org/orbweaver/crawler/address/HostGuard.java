package org.orbweaver.crawler.address;

import java.net.InetAddress;

/** Decides which addresses a host may be contacted at. */
@FunctionalInterface
public interface HostGuard {
  /**
   * Why the address may not be contacted, or null if it may.
   *
   * @param host name, or address in digits, of the URL's host
   */
  String refusal(String host, InetAddress address);
}
