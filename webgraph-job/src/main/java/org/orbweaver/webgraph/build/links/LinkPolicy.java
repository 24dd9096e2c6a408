package org.orbweaver.webgraph.build.links;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.meta.GraphLevel;

/**
 * Defines which links are arcs of the graph, between which nodes, and their weights.
 *
 * <p>Whether a link stays within a page, host or domain is decided last, after redirects and
 * canonicals of its two ends have been resolved.
 *
 * <p>Weights are whole numbers of {@link #UNIT}ths, so that sums do not depend on their order: both
 * ways to build give the same bits.
 *
 * @param nofollow true if links that their page disowns count
 * @param self true if links of a page to itself count
 * @param dropped PAGE: links between all pages count; HOST, DOMAIN: not those within one
 * @param count true if several links weigh more than one
 * @param redirects true if redirects are resolved
 * @param canonicals true if pages are merged into their canonical page
 * @param lastLink weight of a page's last link, the first being 1
 * @param noAnchor factor on the weight of a link without text
 * @param beside factor on the weight of a link beside the page's content
 */
public record LinkPolicy(
    boolean nofollow,
    boolean self,
    GraphLevel dropped,
    boolean count,
    boolean redirects,
    boolean canonicals,
    double lastLink,
    double noAnchor,
    double beside) {

  /** The weight 1. */
  public static final int UNIT = 1 << 16;

  /** A chain of more redirects and canonicals than this is not resolved; 2³ - 1, by three jobs. */
  public static final int MAX_HOPS = 7;

  /**
   * The policy of a configuration.
   *
   * @throws OrbException (usage) for a value that a setting does not accept
   */
  public static LinkPolicy of(Configuration conf) {
    boolean host = WebGraphKeys.WITHIN_HOST.get(conf) == LinkTreatment.DROP;
    boolean domain = WebGraphKeys.WITHIN_DOMAIN.get(conf) == LinkTreatment.DROP;
    return new LinkPolicy(
        WebGraphKeys.NOFOLLOW.get(conf) == LinkTreatment.KEEP,
        WebGraphKeys.SELF.get(conf) == LinkTreatment.KEEP,
        domain ? GraphLevel.DOMAIN : host ? GraphLevel.HOST : GraphLevel.PAGE,
        WebGraphKeys.DUPLICATES.get(conf) == LinkTreatment.COUNT,
        WebGraphKeys.REDIRECTS.get(conf) == LinkTreatment.RESOLVE,
        WebGraphKeys.CANONICALS.get(conf) == LinkTreatment.MERGE,
        WebGraphKeys.LAST_LINK.get(conf),
        WebGraphKeys.NO_ANCHOR.get(conf),
        WebGraphKeys.BESIDE.get(conf));
  }

  /** True if links differ in weight. */
  public boolean isWeighted() {
    return count || lastLink < 1 || noAnchor < 1 || beside < 1;
  }

  /** True if a page may resolve to another. */
  public boolean hasAliases() {
    return redirects || canonicals;
  }

  /** The weight of two equal links, in units. */
  public long merge(long a, long b) {
    return count ? a + b : Math.max(a, b);
  }

  /** For {@code meta.json}: the settings. */
  public Map<String, String> describe() {
    Map<String, String> policy = new LinkedHashMap<>();
    policy.put("nofollow", nofollow ? "keep" : "drop");
    policy.put("self", self ? "keep" : "drop");
    policy.put("withinHost", dropped == GraphLevel.PAGE ? "keep" : "drop");
    policy.put("withinDomain", dropped == GraphLevel.DOMAIN ? "drop" : "keep");
    policy.put("duplicates", count ? "count" : "merge");
    policy.put("redirects", redirects ? "resolve" : "keep");
    policy.put("canonicals", canonicals ? "merge" : "keep");
    policy.put("lastLink", Double.toString(lastLink));
    policy.put("noAnchor", Double.toString(noAnchor));
    policy.put("beside", Double.toString(beside));
    return policy;
  }

  /** For {@code meta.json}: the settings, and the numbers of merged pages. */
  public Map<String, String> describe(Merged merged) {
    Map<String, String> policy = describe();
    if (hasAliases()) {
      policy.put("mergedRedirects", Long.toString(merged.redirects));
      policy.put("mergedCanonicals", Long.toString(merged.canonicals));
      policy.put("unresolved", Long.toString(merged.unresolved));
    }
    return policy;
  }

  /**
   * The numbers of alias pages.
   *
   * @param redirects pages that redirect, and were replaced by the end of their chain
   * @param canonicals pages that name another as canonical, and were merged into it
   * @param unresolved pages whose chain is a loop, leads into one or is too long: they stay
   */
  public record Merged(long redirects, long canonicals, long unresolved) {}
}
