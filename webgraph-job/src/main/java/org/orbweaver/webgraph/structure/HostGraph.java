package org.orbweaver.webgraph.structure;

import java.util.Arrays;
import org.orbweaver.webgraph.format.CsrGraph;

/**
 * The links between hosts: from each host to others, with how many links of pages that stands for.
 * Links within a host are counted, but are no arc.
 */
public final class HostGraph {
  private final CsrGraph out;
  private final int[] weights;
  private final long[] within;
  private final long[] outLinks;
  private final long[] inLinks;

  private HostGraph(CsrGraph out, int[] weights, long[] within) {
    this.out = out;
    this.weights = weights;
    this.within = within;
    outLinks = new long[out.nodes()];
    inLinks = new long[out.nodes()];
    for (int g = 0; g < out.nodes(); g++) {
      for (int i = out.start(g); i < out.start(g + 1); i++) {
        outLinks[g] += weights[i];
        inLinks[out.target(i)] += weights[i];
      }
    }
  }

  /** Adds up the links of pages; linear in them, but for sorting each host's targets. */
  public static HostGraph of(CsrGraph pages, Hosts hosts) {
    int[] hostOf = hosts.ofPages();
    int n = hosts.count();
    int[] links = new int[n];
    int[] touched = new int[n];
    int[][] targets = new int[n][];
    int[][] counts = new int[n][];
    long[] within = new long[n];
    long arcs = 0;
    for (int g = 0; g < n; g++) {
      int size = 0;
      int end = pages.start(hosts.start(g) + hosts.pages(g));
      for (int i = pages.start(hosts.start(g)); i < end; i++) {
        int h = hostOf[pages.target(i)];
        if (h == g) {
          within[g]++;
        } else if (links[h]++ == 0) {
          touched[size++] = h;
        }
      }
      Arrays.sort(touched, 0, size);
      targets[g] = Arrays.copyOf(touched, size);
      counts[g] = new int[size];
      for (int k = 0; k < size; k++) {
        counts[g][k] = links[touched[k]];
        links[touched[k]] = 0;
      }
      arcs += size;
    }
    CsrGraph.Builder builder = new CsrGraph.Builder(n, arcs);
    int[] weights = new int[Math.toIntExact(arcs)];
    for (int g = 0, at = 0; g < n; g++) {
      builder.add(targets[g], targets[g].length);
      System.arraycopy(counts[g], 0, weights, at, counts[g].length);
      at += counts[g].length;
    }
    return new HostGraph(builder.build(), weights, within);
  }

  /** Which hosts a host links to, itself left out. */
  public CsrGraph out() {
    return out;
  }

  /** How many links of pages the i-th entry of {@link #out} stands for. */
  public int weight(int i) {
    return weights[i];
  }

  /** Links from a host's pages to pages of the same host. */
  public long within(int host) {
    return within[host];
  }

  /** Links from a host's pages to other hosts. */
  public long outLinks(int host) {
    return outLinks[host];
  }

  /** Links from other hosts to a host's pages. */
  public long inLinks(int host) {
    return inLinks[host];
  }
}
