package org.orbweaver.webgraph.structure;

import java.util.Arrays;

/**
 * Hosts as journals, their pages as articles and links as citations; a host does not cite itself.
 * All arrays are by host.
 *
 * <ul>
 *   <li>{@link #impact}: links from other hosts by pages, the form of E. Garfield's impact factor
 *       (Science 178, 1972) over all years.
 *   <li>{@link #fractional}: the same, but each linking host has one vote, divided among its links:
 *       many links from one host count little.
 *   <li>{@link #influence}: the votes weighted by the influence of who casts them (G. Pinski, F.
 *       Narin, Information Processing & Management 12, 1976). With its β this is PageRank on the
 *       host graph; the sum is 1.
 * </ul>
 */
public final class HostImpact {
  private static final double BETA = 0.85;
  private static final double TOLERANCE = 1e-12;
  private static final int MOST_ITERATIONS = 1000;

  private final double[] impact;
  private final double[] fractional;
  private final double[] influence;
  private final int[] linkingHosts;
  private final double[] perPage;

  private HostImpact(HostGraph graph, Hosts hosts) {
    int n = hosts.count();
    impact = new double[n];
    fractional = new double[n];
    perPage = new double[n];
    linkingHosts = new int[n];
    influence = influence(graph);
    for (int g = 0; g < n; g++) {
      for (int i = graph.out().start(g); i < graph.out().start(g + 1); i++) {
        int h = graph.out().target(i);
        linkingHosts[h]++;
        fractional[h] += (double) graph.weight(i) / graph.outLinks(g);
      }
    }
    for (int h = 0; h < n; h++) {
      impact[h] = (double) graph.inLinks(h) / hosts.pages(h);
      fractional[h] /= hosts.pages(h);
      perPage[h] = influence[h] / hosts.pages(h);
    }
  }

  /** Measures it. */
  public static HostImpact of(HostGraph graph, Hosts hosts) {
    return new HostImpact(graph, hosts);
  }

  private static double[] influence(HostGraph graph) {
    int n = graph.out().nodes();
    double[] now = new double[n];
    Arrays.fill(now, 1.0 / n);
    for (int round = 0; round < MOST_ITERATIONS; round++) {
      double[] next = new double[n];
      double dangling = 0;
      for (int g = 0; g < n; g++) {
        if (graph.outLinks(g) == 0) {
          dangling += now[g];
        }
        double vote = now[g] / graph.outLinks(g);
        for (int i = graph.out().start(g); i < graph.out().start(g + 1); i++) {
          next[graph.out().target(i)] += vote * graph.weight(i);
        }
      }
      double change = 0;
      for (int h = 0; h < n; h++) {
        next[h] = (1 - BETA + BETA * dangling) / n + BETA * next[h];
        change += Math.abs(next[h] - now[h]);
      }
      now = next;
      if (change <= TOLERANCE) {
        break;
      }
    }
    return now;
  }

  /** Links from other hosts, by pages. */
  public double impact(int host) {
    return impact[host];
  }

  /** Votes of other hosts, one each, by pages. */
  public double fractional(int host) {
    return fractional[host];
  }

  /** PageRank of the host among hosts, β = .85. */
  public double influence(int host) {
    return influence[host];
  }

  /** The same by pages. */
  public double influencePerPage(int host) {
    return perPage[host];
  }

  /** How many other hosts link to it. */
  public int linkingHosts(int host) {
    return linkingHosts[host];
  }
}
