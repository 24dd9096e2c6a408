package org.orbweaver.crawler.address;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host name. Implementations are safe for use by many threads. */
@FunctionalInterface
public interface NameResolver {
  /**
   * The addresses of a host.
   *
   * @param host a name, or an address in digits (IPv6 with or without brackets)
   * @return at least one address
   * @throws UnknownHostException if there is none
   */
  InetAddress[] resolve(String host) throws UnknownHostException;
}
