package org.orbweaver.crawler.url;

/**
 * Decides whether a link may be followed from its page: {@code db.ignore.external.links} with its
 * mode, and {@code db.ignore.internal.links}; and that no web page leads to a file or a plugin's
 * scheme. It is applied where the source of a link is known: in parse for links, in fetch for
 * redirects. Internal links are those within a host, external ones leave the mode's group.
 *
 * @param roots only files lead to files, of the same root
 */
public record LinkPolicy(
    boolean ignoresExternal, HostMode externalMode, boolean ignoresInternal, SourceRoots roots) {
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
    String source = Hosts.host(from);
    String target = Hosts.host(to);
    if (target.equals(source)) {
      return !ignoresInternal;
    }
    return !ignoresExternal
        || (externalMode == HostMode.DOMAIN && Hosts.domain(target).equals(Hosts.domain(source)));
  }
}
