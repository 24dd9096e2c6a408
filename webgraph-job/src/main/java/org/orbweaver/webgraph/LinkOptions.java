package org.orbweaver.webgraph;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import picocli.CommandLine.Option;

/** What counts as a link, as options; each stands before its setting. */
final class LinkOptions {
  @Option(
      names = "--nofollow",
      paramLabel = "drop|keep",
      description = "Links that their page disowns (default: drop).")
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
      description = "Links of a page to itself (default: drop).")
  private String self;

  @Option(
      names = "--duplicates",
      paramLabel = "merge|count",
      description =
          "Several links from one page to another: one, or one that weighs as much as all of them"
              + " (default: merge).")
  private String duplicates;

  @Option(
      names = "--redirects",
      paramLabel = "resolve|keep",
      description = "Whether a link to a page that redirects is one to where that leads.")
  private String redirects;

  @Option(
      names = "--canonicals",
      paramLabel = "merge|keep",
      description = "Whether a page that names a canonical one is merged into it.")
  private String canonicals;

  @Option(
      names = "--last-link",
      paramLabel = "W",
      description = "What the last link of a page weighs, the first weighing 1 (default: 1).")
  private String lastLink;

  @Option(
      names = "--no-anchor",
      paramLabel = "W",
      description = "By how much a link without anchor text weighs less (default: 1).")
  private String noAnchor;

  @Option(
      names = "--within",
      paramLabel = "drop|keep",
      description = "With --level: links within a host or domain (default: drop).")
  private String within;

  /** Sets what was given; values are looked at by those who use them. */
  boolean applyTo(Configuration conf) {
    boolean any = set(conf, WebGraphKeys.NOFOLLOW, nofollow);
    any |= set(conf, WebGraphKeys.WITHIN_HOST, withinHost);
    any |= set(conf, WebGraphKeys.WITHIN_DOMAIN, withinDomain);
    any |= set(conf, WebGraphKeys.SELF, self);
    any |= set(conf, WebGraphKeys.DUPLICATES, duplicates);
    any |= set(conf, WebGraphKeys.REDIRECTS, redirects);
    any |= set(conf, WebGraphKeys.CANONICALS, canonicals);
    any |= set(conf, WebGraphKeys.LAST_LINK, lastLink);
    any |= set(conf, WebGraphKeys.NO_ANCHOR, noAnchor);
    set(conf, WebGraphKeys.FOLD_WITHIN, within);
    return any;
  }

  private static boolean set(Configuration conf, Key<?> key, String value) {
    if (value != null) {
      conf.set(key.name(), value);
    }
    return value != null;
  }

  /** Whether links within a host or domain were spoken of. */
  boolean hasWithin() {
    return within != null;
  }
}
