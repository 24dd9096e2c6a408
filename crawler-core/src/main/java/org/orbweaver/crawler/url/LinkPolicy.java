package org.orbweaver.crawler.url;

/**
 * Decides whether a link may be followed from its page: {@code db.ignore.external.links} with its
 * mode, and {@code db.ignore.internal.links}; and that no web page leads to a file or a plugin's
 * scheme. It is applied where the source of a link is known: in parse for links, in fetch for
 * redirects.
 *
 * <p>It caches the last source, since the links of a page come in a row. An instance is for one
 * thread.
 */
public final class LinkPolicy {
  private final boolean ignoresExternal;
  private final boolean ignoresInternal;
  private final HostMode externalMode;
  private final SourceRoots roots;

  private String lastFrom;
  private String lastHost = "";
  private String lastGroup = "";

  /** A policy; internal links are those within a host, external ones leave the mode's group. */
  public LinkPolicy(boolean ignoresExternal, HostMode externalMode, boolean ignoresInternal) {
    this(ignoresExternal, externalMode, ignoresInternal, SourceRoots.NONE);
  }

  /** As above, of a crawl that reads file systems: only files lead to files of the same root. */
  public LinkPolicy(
      boolean ignoresExternal, HostMode externalMode, boolean ignoresInternal, SourceRoots roots) {
    this.roots = roots;
    this.ignoresExternal = ignoresExternal;
    this.externalMode = externalMode;
    this.ignoresInternal = ignoresInternal;
  }

  /**
   * Whether the link may be followed.
   *
   * @param from the page's URL, in normal form
   * @param to the link's target, in normal form
   */
  public boolean follow(String from, String to) {
    if (!roots.mayLink(from, to)) {
      return false;
    }
    if (!ignoresExternal && !ignoresInternal) {
      return true;
    }
    if (!from.equals(lastFrom)) {
      lastFrom = from;
      lastHost = Hosts.host(from);
      lastGroup = externalMode == HostMode.HOST ? lastHost : Hosts.domain(lastHost);
    }
    String host = Hosts.host(to);
    if (host.equals(lastHost)) {
      return !ignoresInternal;
    }
    return !ignoresExternal
        || (externalMode == HostMode.DOMAIN && Hosts.domain(host).equals(lastGroup));
  }
}
