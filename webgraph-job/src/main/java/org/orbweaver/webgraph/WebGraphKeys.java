package org.orbweaver.webgraph;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** The settings of the web graph. */
public final class WebGraphKeys {
  /** Whether links that their page disowns count. */
  public static final Key<String> NOFOLLOW =
      Key.ofString(
          "orbweaver.graph.nofollow",
          "drop",
          "Links with rel=nofollow, and all links of a page whose robots meta tag says nofollow: "
              + "'drop' leaves them out of the graph, 'keep' counts them.");

  /** Whether links within a host count. */
  public static final Key<String> WITHIN_HOST =
      Key.ofString(
          "orbweaver.graph.within.host",
          "keep",
          "Links between pages of one host, where redirects have led to: 'keep' or 'drop'.");

  /** Whether links within a domain count. */
  public static final Key<String> WITHIN_DOMAIN =
      Key.ofString(
          "orbweaver.graph.within.domain",
          "keep",
          "Links between pages of one registered domain (by the Public Suffix List, private "
              + "suffixes included), where redirects have led to: 'keep' or 'drop'.");

  /** Whether a page's links to itself count. */
  public static final Key<String> SELF =
      Key.ofString(
          "orbweaver.graph.self",
          "drop",
          "Links of a page to itself, by a redirect or canonical also: 'drop' or 'keep'.");

  /** What several links from one page to another are. */
  public static final Key<String> DUPLICATES =
      Key.ofString(
          "orbweaver.graph.duplicates",
          "merge",
          "Several links from one page to another: 'merge' makes them one, which weighs as much as "
              + "the heaviest of them; 'count' makes a weighted graph, in which they weigh as much "
              + "as all of them together.");

  /** Whether redirects are resolved. */
  public static final Key<String> REDIRECTS =
      Key.ofString(
          "orbweaver.graph.redirects",
          "resolve",
          "Links to a page that redirects (permanently, temporarily, or by a meta refresh of 0 "
              + "seconds): 'resolve' counts them as links to where the redirects end, at most 7 "
              + "hops away, and leaves the page itself out; 'keep' counts them as they stand.");

  /** Whether pages are merged into what they name as canonical. */
  public static final Key<String> CANONICALS =
      Key.ofString(
          "orbweaver.graph.canonicals",
          "merge",
          "Pages that name another as canonical: 'merge' leaves them out and gives their links, in "
              + "and out, to that page; 'keep' leaves them as they are.");

  /** How much the last link of a page weighs. */
  public static final Key<Double> LAST_LINK =
      Key.ofDouble(
          "orbweaver.graph.weight.last.link",
          1,
          "What the last link of a page weighs where the first weighs 1; those between are "
              + "in proportion to their place. Above 0, at most 1; below 1 the graph is weighted.");

  /** How much a link without anchor text weighs. */
  public static final Key<Double> NO_ANCHOR =
      Key.ofDouble(
          "orbweaver.graph.weight.no.anchor",
          1,
          "By how much the weight of a link without anchor text is multiplied. Above 0, at most 1; "
              + "below 1 the graph is weighted.");

  /** Whether a graph of hosts or domains has links within them. */
  public static final Key<String> FOLD_WITHIN =
      Key.ofString(
          "orbweaver.graph.fold.within",
          "drop",
          "In a graph of hosts or domains, the links between pages of one: 'drop', or 'keep' as a "
              + "link to itself.");

  /** Into how many partitions each direction is cut. */
  public static final Key<Integer> PARTS =
      Key.ofInt(
          "orbweaver.graph.parts",
          0,
          "Partitions of the graph in each direction; a ranking runs at most so many tasks at a "
              + "time. 0: one for each four million of links + 4 x pages.");

  /** Up to which size one task builds the graph. */
  public static final Key<Long> MEMORY_BYTES =
      Key.ofLong(
          "orbweaver.graph.memory.bytes",
          64L << 20,
          "Segments whose parse_data and crawl_fetch have at most this many bytes on disk are made "
              + "into a graph by one job with one reduce task, in memory (about eight times as "
              + "much); larger ones by four jobs and more that sort. The graph is the same.");

  private WebGraphKeys() {}

  /** All of them. */
  public static List<Key<?>> all() {
    return List.of(
        NOFOLLOW,
        WITHIN_HOST,
        WITHIN_DOMAIN,
        SELF,
        DUPLICATES,
        REDIRECTS,
        CANONICALS,
        LAST_LINK,
        NO_ANCHOR,
        FOLD_WITHIN,
        PARTS,
        MEMORY_BYTES);
  }
}
