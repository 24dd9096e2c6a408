package org.orbweaver.crawler.url;

import java.util.Locale;

/** What URLs are grouped by, for fetch lists, budgets and link policy. */
public enum HostMode {
  /** The host name, without the port. */
  HOST,
  /** The registered domain. */
  DOMAIN;

  /** The group that a URL belongs to. */
  public String groupOf(String url) {
    String host = Hosts.host(url);
    return this == HOST ? host : Hosts.domain(host);
  }

  /**
   * Reads Nutch's names: {@code byHost}, {@code byDomain}, {@code host}, {@code domain}. {@code
   * byIP} is read as {@code byHost}: hosts that share an address are not told apart from others
   * yet, neither here nor in fetch.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static HostMode of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "byhost", "host", "byip", "ip" -> HOST;
      case "bydomain", "domain" -> DOMAIN;
      default ->
          throw new IllegalArgumentException(
              "'" + name + "' is none of byHost, byDomain and byIP (or host, domain)");
    };
  }
}
