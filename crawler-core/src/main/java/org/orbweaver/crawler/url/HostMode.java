package org.orbweaver.crawler.url;

/** The key by which fetch lists, budgets, politeness and link policy group URLs. */
public enum HostMode {
  /** The host name, without the port. */
  HOST,
  /** The registered domain. */
  DOMAIN,
  /** The address of the host. */
  IP;

  /**
   * The group of a URL, from the URL alone. For {@link #IP}, the group is the host, since a URL
   * does not contain its address.
   */
  public String groupOf(String url) {
    String host = Hosts.host(url);
    return this == DOMAIN ? Hosts.domain(host) : host;
  }

  /** Nutch's name. */
  @Override
  public String toString() {
    return switch (this) {
      case HOST -> "byHost";
      case DOMAIN -> "byDomain";
      case IP -> "byIP";
    };
  }
}
