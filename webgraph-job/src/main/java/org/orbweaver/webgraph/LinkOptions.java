package org.orbweaver.webgraph;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.runs.RankOptions;
import picocli.CommandLine.Option;

/** The options that define a link; each overrides its setting. */
final class LinkOptions {
  @Option(
      names = "--nofollow",
      paramLabel = "drop|keep",
      description = "Links marked nofollow (default: drop).")
  private String nofollow;

  @Option(
      names = "--within-host",
      paramLabel = "keep|drop",
      description = "Links between pages of one host (default: keep).")
  private String withinHost;

  @Option(
      names = "--within-domain",
      paramLabel = "keep|drop",
      description = "Links between pages of one registered domain (default: keep).")
  private String withinDomain;

  @Option(
      names = "--self",
      paramLabel = "drop|keep",
      description = "Links from a page to itself (default: drop).")
  private String self;

  @Option(
      names = "--duplicates",
      paramLabel = "merge|count",
      description =
          "Repeated links from one page to another: merge them into one, or count them as its"
              + " weight (default: merge).")
  private String duplicates;

  @Option(
      names = "--redirects",
      paramLabel = "resolve|keep",
      description =
          "Links to a redirect: resolve them to its target, or keep them (default: resolve).")
  private String redirects;

  @Option(
      names = "--canonicals",
      paramLabel = "merge|keep",
      description =
          "Pages that name another as canonical: merge them into it, or keep them (default:"
              + " merge).")
  private String canonicals;

  @Option(
      names = "--last-link-weight",
      paramLabel = "W",
      description = "Weight of a page's last link, relative to its first (default: 1).")
  private String lastLink;

  @Option(
      names = "--no-anchor-weight",
      paramLabel = "W",
      description = "Weight of a link without anchor text, relative to others (default: 1).")
  private String noAnchor;

  @Option(
      names = "--beside-weight",
      paramLabel = "W",
      description =
          "Weight of a link in navigation, header, footer or aside, relative to others"
              + " (default: 1).")
  private String beside;

  @Option(
      names = "--within",
      paramLabel = "drop|keep",
      description = "With --level: links within a host or domain (default: drop).")
  private String within;

  /** Sets the given options; their values are checked by the code that uses them. */
  boolean applyTo(Configuration conf) {
    Map<Key<?>, String> given = new HashMap<>();
    given.put(WebGraphKeys.NOFOLLOW, nofollow);
    given.put(WebGraphKeys.WITHIN_HOST, withinHost);
    given.put(WebGraphKeys.WITHIN_DOMAIN, withinDomain);
    given.put(WebGraphKeys.SELF, self);
    given.put(WebGraphKeys.DUPLICATES, duplicates);
    given.put(WebGraphKeys.REDIRECTS, redirects);
    given.put(WebGraphKeys.CANONICALS, canonicals);
    given.put(WebGraphKeys.LAST_LINK, lastLink);
    given.put(WebGraphKeys.NO_ANCHOR, noAnchor);
    given.put(WebGraphKeys.BESIDE, beside);
    given.forEach((key, value) -> RankOptions.set(conf, key, value));
    RankOptions.set(conf, WebGraphKeys.FOLD_WITHIN, within);
    return given.values().stream().anyMatch(Objects::nonNull);
  }

  /** True if an option on links within a host or domain was given. */
  boolean hasWithin() {
    return within != null;
  }
}
