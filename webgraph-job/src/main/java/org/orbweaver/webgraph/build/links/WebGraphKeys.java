package org.orbweaver.webgraph.build.links;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;

/** The settings of the web graph. */
public final class WebGraphKeys implements KeySource {
  /** Treatment of links that their page disowns. */
  @Heading("Which links the graph has")
  public static final Key<LinkTreatment> NOFOLLOW =
      Key.ofEnum(
          "orbweaver.graph.nofollow",
          LinkTreatment.DROP,
          "Links with rel=nofollow, and all links of a page whose robots meta tag says nofollow.",
          LinkTreatment.DROP,
          LinkTreatment.KEEP);

  /** Treatment of links within a host. */
  public static final Key<LinkTreatment> WITHIN_HOST =
      Key.ofEnum(
          "orbweaver.graph.within.host",
          LinkTreatment.KEEP,
          "Links between pages of one host, judged after redirects are resolved.",
          LinkTreatment.KEEP,
          LinkTreatment.DROP);

  /** Treatment of links within a domain. */
  public static final Key<LinkTreatment> WITHIN_DOMAIN =
      Key.ofEnum(
          "orbweaver.graph.within.domain",
          LinkTreatment.KEEP,
          "Links between pages of one registered domain (by the Public Suffix List, private"
              + " suffixes included), judged after redirects are resolved.",
          LinkTreatment.KEEP,
          LinkTreatment.DROP);

  /** Treatment of a page's links to itself. */
  public static final Key<LinkTreatment> SELF =
      Key.ofEnum(
          "orbweaver.graph.self",
          LinkTreatment.DROP,
          "Links of a page to itself, including those through a redirect or canonical.",
          LinkTreatment.DROP,
          LinkTreatment.KEEP);

  /** Treatment of several links from one page to another. */
  public static final Key<LinkTreatment> DUPLICATES =
      Key.ofEnum(
          "orbweaver.graph.duplicates",
          LinkTreatment.MERGE,
          "Several links from one page to another: 'merge' makes them one, with the weight of the"
              + " heaviest; 'count' adds their weights and makes a weighted graph.",
          LinkTreatment.MERGE,
          LinkTreatment.COUNT);

  /** Treatment of redirects. */
  public static final Key<LinkTreatment> REDIRECTS =
      Key.ofEnum(
          "orbweaver.graph.redirects",
          LinkTreatment.RESOLVE,
          "Links to a page that redirects (permanently, temporarily, or by a meta refresh of 0"
              + " seconds): 'resolve' points them to the redirect's final target, at most 7 hops"
              + " away, and drops the page itself; 'keep' leaves them.",
          LinkTreatment.RESOLVE,
          LinkTreatment.KEEP);

  /** Treatment of pages that name a canonical one. */
  public static final Key<LinkTreatment> CANONICALS =
      Key.ofEnum(
          "orbweaver.graph.canonicals",
          LinkTreatment.MERGE,
          "Pages that name another as canonical: 'merge' gives their links, in and out, to that"
              + " page; 'keep' leaves them.",
          LinkTreatment.MERGE,
          LinkTreatment.KEEP);

  /** Weight of the last link of a page. */
  public static final Key<Double> LAST_LINK =
      factor(
          "orbweaver.graph.weight.last.link",
          "Weight of a page's last link, relative to its first; those between are interpolated by"
              + " position. Below 1 the graph is weighted.");

  /** Factor on the weight of a link without anchor text. */
  public static final Key<Double> NO_ANCHOR =
      factor(
          "orbweaver.graph.weight.no.anchor",
          "Factor on the weight of a link without anchor text. Below 1 the graph is weighted.");

  /** Factor on the weight of a link beside the content. */
  public static final Key<Double> BESIDE =
      factor(
          "orbweaver.graph.weight.beside",
          "Factor on the weight of a link in a page's navigation, header, footer or aside. Below 1"
              + " the graph is weighted.");

  /** Treatment of links within hosts or domains in a folded graph. */
  public static final Key<LinkTreatment> FOLD_WITHIN =
      Key.ofEnum(
          "orbweaver.graph.fold.within",
          LinkTreatment.DROP,
          "Links between pages of one host (or domain) in a graph of hosts (or domains): 'keep'"
              + " makes them a link to itself.",
          LinkTreatment.DROP,
          LinkTreatment.KEEP);

  /** The number of partitions in each direction. */
  @Heading("Building the graph")
  public static final Key<Integer> PARTS =
      Key.ofInt(
              "orbweaver.graph.parts",
              0,
              "Partitions of the graph in each direction, the maximum of a ranking's parallel"
                  + " tasks. 0: one per four million of links + 4 x pages.")
          .from(0);

  /** The maximum size of segments for building the graph in one task. */
  public static final Key<Long> MEMORY_BYTES =
      Key.ofLong(
              "orbweaver.graph.memory.bytes",
              64L << 20,
              "Maximum size on disk of the parse_data and crawl_fetch from which one reduce task"
                  + " builds the graph in memory (about eight times as much). More is sorted by"
                  + " four jobs or more; the graph is the same.")
          .from(0L);

  /** For the service loader. */
  public WebGraphKeys() {}

  private static Key<Double> factor(String name, String description) {
    return Key.ofDouble(name, 1, description)
        .where("number above 0, at most 1", factor -> factor > 0 && factor <= 1);
  }
}
