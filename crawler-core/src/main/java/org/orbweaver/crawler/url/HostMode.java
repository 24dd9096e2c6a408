package org.orbweaver.crawler.url;

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
