package org.orbweaver.crawler.http;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.orbweaver.crawler.address.HostGuard;
import org.orbweaver.crawler.address.NameResolver;

/**
 * HttpClient's resolver: it connects to the very addresses returned here, so a name cannot change
 * its address between the guard's check and the connection.
 */
record GuardedResolver(NameResolver names, HostGuard guard) implements DnsResolver {
  private static final ThreadLocal<String> ONLY = new ThreadLocal<>();

  /** All addresses of the host; a single refused one among them refuses the host. */
  @Override
  public InetAddress[] resolve(String name) throws UnknownHostException {
    String host = ascii(name);
    InetAddress[] addresses = names.resolve(host);
    for (InetAddress address : addresses) {
      String refusal = guard.refusal(host, address);
      if (refusal != null) {
        throw RefusedAddressException.ofAddress(host + ": " + refusal);
      }
    }
    String only = ONLY.get();
    if (only == null) {
      return addresses;
    }
    for (InetAddress address : addresses) {
      if (address.getHostAddress().equals(only)) {
        return new InetAddress[] {address};
      }
    }
    throw new HostMovedException(host + " is no longer at " + only);
  }

  /** HttpClient decodes a name's labels that begin with xn--; name services know only those. */
  private static String ascii(String name) throws UnknownHostException {
    if (name.chars().allMatch(c -> c < 0x80)) {
      return name;
    }
    try {
      return IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      throw (UnknownHostException) new UnknownHostException("no host name: " + name).initCause(e);
    }
  }

  /**
   * Restricts the next lookups of this thread to one address of a host; null lifts the restriction.
   * HttpClient resolves in the thread that makes the request and has no other way to pass the
   * address.
   */
  static void only(String address) {
    if (address == null) {
      ONLY.remove();
    } else {
      ONLY.set(address);
    }
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
