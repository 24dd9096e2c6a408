package org.orbweaver.crawler.url;

import java.util.Locale;

/** What URLs are grouped by, for fetch lists, budgets, politeness and link policy. */
public enum HostMode {
  /** The host name, without the port. */
  HOST,
  /** The registered domain. */
  DOMAIN,
  /** The address of the host. */
  IP;

  /**
   * The group that a URL belongs to, by itself: for {@link #IP}, whose groups a URL does not tell,
   * its host's.
   */
  public String groupOf(String url) {
    String host = Hosts.host(url);
    return this == DOMAIN ? Hosts.domain(host) : host;
  }

  /**
   * Reads Nutch's names: {@code byHost}, {@code byDomain}, {@code byIP}, or without {@code by}.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static HostMode of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "byhost", "host" -> HOST;
      case "bydomain", "domain" -> DOMAIN;
      case "byip", "ip" -> IP;
      default ->
          throw new IllegalArgumentException(
              "'" + name + "' is none of byHost, byDomain and byIP (or host, domain, ip)");
    };
  }
}
