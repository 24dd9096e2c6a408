package org.orbweaver.webgraph.structure;

import java.util.Map;
import java.util.Optional;
import org.orbweaver.webgraph.format.CsrGraph;

/**
 * All that is measured of a graph.
 *
 * @param strong sizes of the strongly connected components
 * @param weak sizes of the weakly connected components
 * @param cocited pairs that the same pages link to
 * @param coupled pairs that link to the same pages
 * @param hosts empty where the pages have no URLs
 */
public record Structure(
    Options options,
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
    Optional<HostView> hosts) {

  private static final long SEED = 64;

  /** What a pair must share at least to be ranked by cosine: two shared links are soon chance. */
  static final int LEAST_SHARED = 5;

  /**
   * How much is measured.
   *
   * @param fitSamples of the test of the power law
   * @param pairDegree pages with more links do not count in pairs
   * @param distanceSources where searches begin
   * @param top length of the lists
   */
  public record Options(int fitSamples, int pairDegree, int distanceSources, int top) {}

  /** Hosts, the links between them, and their impact; by year where one is known. */
  public record HostView(
      Hosts hosts, HostGraph graph, HostImpact impact, Optional<YearImpact> byYear) {}

  /** The bytes of memory that a graph's measures take at most beside its hosts' names. */
  public static long bytes(long pages, long links) {
    return CsrGraph.bytesOfBoth(pages, links) + 40 * pages;
  }

  /**
   * Measures a graph.
   *
   * @param years of the pages' publication; 0 where it is not known
   */
  public static Structure of(
      CsrGraph out, CsrGraph in, Optional<Hosts> hosts, short[] years, Options options) {
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
        hosts.map(all -> view(out, all, years)));
  }

  private static HostView view(CsrGraph out, Hosts hosts, short[] years) {
    HostGraph graph = HostGraph.of(out, hosts);
    return new HostView(
        hosts, graph, HostImpact.of(graph, hosts), YearImpact.of(out, hosts, years));
  }
}
