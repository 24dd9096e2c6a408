package org.orbweaver.webgraph.structure;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * All measurements of a graph.
 *
 * @param strong sizes of the strongly connected components
 * @param weak sizes of the weakly connected components
 * @param cocited pairs that the same pages link to
 * @param coupled pairs that link to the same pages
 * @param mostLinked the nodes with the most predecessors, highest first, ties by id
 * @param hosts empty if the pages have no URLs
 */
public record Structure(
    StructureOptions options,
    int pages,
    Degrees in,
    Degrees out,
    Components.Sizes strong,
    Components.Sizes weak,
    Map<BowTie.Region, Integer> bowTie,
    Reciprocity reciprocity,
    Distances distances,
    SharedNeighbours.Top cocited,
    SharedNeighbours.Top coupled,
    List<MostLinked> mostLinked,
    Optional<Hosts> hosts) {

  private static final long SEED = 64;

  /** Shared pages that a pair needs for the ranking by cosine: two shared links may be chance. */
  static final int LEAST_SHARED = 5;

  /**
   * The extent of the measurements.
   *
   * @param fitSamples of the test of the power law
   * @param pairDegree pages with more links do not count in pairs
   * @param distanceSources number of pages at which searches begin
   * @param top length of the lists
   */
  public record StructureOptions(int fitSamples, int pairDegree, int distanceSources, int top) {}

  /** A node and its in-degree. */
  public record MostLinked(int node, int inDegree) {}

  /** The maximum memory of the measurements of a graph in bytes, without its hosts' names. */
  public static long bytes(long pages, long links) {
    return CsrGraph.bytesOfBoth(pages, links) + 40 * pages;
  }

  /**
   * Measures a graph.
   *
   * @param years of the pages' publication; 0 if unknown
   */
  public static Structure of(
      CsrGraph out,
      CsrGraph in,
      Optional<Hosts.Pages> hosts,
      short[] years,
      StructureOptions options) {
    Components strong = Components.strong(out);
    Components weak = Components.weak(out);
    return new Structure(
        options,
        out.nodes(),
        Degrees.of(in.degrees(), options.fitSamples),
        Degrees.of(out.degrees(), options.fitSamples),
        strong.sizes(),
        weak.sizes(),
        BowTie.of(out, in, strong, weak).sizes(),
        Reciprocity.of(out, in),
        Distances.sample(out, options.distanceSources, SEED),
        SharedNeighbours.top(out, in, options.pairDegree, LEAST_SHARED, options.top),
        SharedNeighbours.top(in, out, options.pairDegree, LEAST_SHARED, options.top),
        mostLinked(in, options.top),
        hosts.map(pages -> Hosts.of(out, pages, years)));
  }

  private static List<MostLinked> mostLinked(CsrGraph in, int count) {
    TopList<MostLinked> top =
        new TopList<>(
            Comparator.comparingInt(MostLinked::inDegree)
                .reversed()
                .thenComparingInt(MostLinked::node),
            count);
    for (int v = 0; v < in.nodes(); v++) {
      if (in.degree(v) > 0) {
        top.add(new MostLinked(v, in.degree(v)));
      }
    }
    return top.list();
  }
}
