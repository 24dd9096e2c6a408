package org.orbweaver.webgraph.format.meta;

import crawlercommons.domains.EffectiveTldFinder;
import java.util.Locale;
import org.orbweaver.common.store.ReversedUrl;

/**
 * The kind of a graph's nodes: a crawl's pages, or the hosts or domains to which they are folded.
 */
public enum GraphLevel {
  /** Pages: the level of a build. */
  PAGE("pages", NameKind.URLS),

  /** Hosts, without regard to scheme and port. */
  HOST("hosts", NameKind.HOSTS),

  /**
   * Registered domains: the label before a <a href="https://publicsuffix.org">public suffix</a>,
   * private suffixes such as {@code github.io} included. An address, a single label and a bare
   * suffix are domains of their own.
   */
  DOMAIN("domains", NameKind.DOMAINS);

  private final String nodes;
  private final NameKind names;

  GraphLevel(String nodes, NameKind names) {
    this.nodes = nodes;
    this.names = names;
  }

  /** Its nodes, in the plural. */
  public String nodes() {
    return nodes;
  }

  /** The suffix after the build's name in the name of the graph's folder. */
  public String suffix() {
    return this == PAGE ? "" : "-" + nodes;
  }

  /** The kind of its nodes' names. */
  public NameKind names() {
    return names;
  }

  /** Finds the host or domain of pages; fast if the pages of one host follow each other. */
  public Groups groups() {
    return new Groups(this);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The registered domain of a host, or the host itself if it has none. */
  public static String domain(String host) {
    int last = host.lastIndexOf('.', host.length() - 2);
    boolean address = host.startsWith("[") || (last >= 0 && isDigit(host.charAt(last + 1)));
    if (last < 0 || address) {
      return host;
    }
    String domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
    return domain == null ? host : domain;
  }

  /** No top-level domain begins with a digit: such a label is an address's last number. */
  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Remembers the last host. */
  public static final class Groups {
    private final GraphLevel level;
    private String lastHost = "";
    private String last = "";

    private Groups(GraphLevel level) {
      this.level = level;
    }

    /**
     * The group of a page.
     *
     * @param key a page's {@link ReversedUrl}
     * @return the host or domain, or at its own level the page itself; empty for a page without a
     *     host
     */
    public String of(String key) {
      if (level == PAGE) {
        return key;
      }
      String host = ReversedUrl.host(key);
      if (!host.equals(lastHost)) {
        lastHost = host;
        last = level == DOMAIN ? domain(host) : host;
      }
      return last;
    }
  }
}
