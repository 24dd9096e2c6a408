package org.orbweaver.webgraph.structure;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * Hosts as journals, their pages as articles and links as citations; a host does not cite itself.
 *
 * <ul>
 *   <li><i>impact</i>: links from other hosts by pages, the form of E. Garfield's impact factor
 *       (Science 178, 1972) over all years.
 *   <li><i>fractional impact</i>: the same, but each linking host has one vote, divided among its
 *       links: many links from one host count little.
 *   <li><i>two years' impact</i>, as Garfield defined it: links in the newest year from other
 *       hosts' pages to the pages that a host published in the two years before, by the number of
 *       those pages. Links are of the year in which their page was published; pages without a date
 *       do not count.
 *   <li><i>influence</i>: the votes weighted by the voters' own influence (G. Pinski, F. Narin,
 *       Information Processing &amp; Management 12, 1976). With its β this is PageRank on the host
 *       graph; the sum is 1.
 * </ul>
 *
 * @param figures by host
 * @param links from each host to others, weighted by the number of page links
 * @param year the newest of any page; 0 if none is known
 * @param dated number of pages with a known year
 */
public record Hosts(List<Figures> figures, CsrGraph links, int year, int dated) {
  private static final double BETA = 0.85;
  private static final double TOLERANCE = 1e-12;
  private static final int MOST_ITERATIONS = 1000;
  private static final int YEARS = 2;

  /**
   * The figures of a host.
   *
   * @param host its name; empty for the pages whose name is no URL
   * @param linksWithin from its pages to pages of its own
   * @param linksOut from its pages to other hosts
   * @param linksIn from other hosts to its pages
   * @param linkingHosts number of other hosts that link to it
   * @param impactTwoYears NaN if it published nothing in the two years, or no year is known
   * @param influence PageRank of the host among hosts, β = .85
   */
  public record Figures(
      String host,
      int pages,
      long linksWithin,
      long linksOut,
      long linksIn,
      int linkingHosts,
      double impact,
      double impactFractional,
      double impactTwoYears,
      double influence,
      double influencePerPage) {}

  /** The hosts of pages. Ids are in the order of hosts, so a host is a range of ids. */
  public static final class Pages {
    private final List<String> names = new ArrayList<>();
    private final IntArrayList starts = new IntArrayList();
    private final IntArrayList hostOf = new IntArrayList();

    /** Adds the next page, by its host. */
    public void add(String host) {
      if (names.isEmpty() || !names.get(names.size() - 1).equals(host)) {
        starts.add(hostOf.size());
        names.add(host);
      }
      hostOf.add(names.size() - 1);
    }

    private int end(int host) {
      return host + 1 < starts.size() ? starts.getInt(host + 1) : hostOf.size();
    }
  }

  /**
   * Measures hosts; linear in the links of pages, but for sorting each host's targets.
   *
   * @param out the links of pages
   * @param years of the pages' publication; 0 if unknown
   */
  public static Hosts of(CsrGraph out, Pages pages, short[] years) {
    int n = pages.names.size();
    long[] within = new long[n];
    CsrGraph links = links(out, pages, within);
    double[] linksOut = new double[n];
    double[] linksIn = new double[n];
    double[] fractional = new double[n];
    int[] linking = new int[n];
    for (int g = 0; g < n; g++) {
      for (int i = links.start(g); i < links.start(g + 1); i++) {
        linksOut[g] += links.weights()[i];
        linksIn[links.target(i)] += links.weights()[i];
        linking[links.target(i)]++;
      }
      for (int i = links.start(g); i < links.start(g + 1); i++) {
        fractional[links.target(i)] += links.weights()[i] / linksOut[g];
      }
    }
    double[] influence = influence(links, linksOut);
    int year = 0;
    int dated = 0;
    for (short y : years) {
      year = Math.max(year, y);
      dated += y > 0 ? 1 : 0;
    }
    double[] twoYears = twoYears(out, pages, years, year);
    List<Figures> figures = new ArrayList<>();
    for (int h = 0; h < n; h++) {
      int count = pages.end(h) - pages.starts.getInt(h);
      figures.add(
          new Figures(
              pages.names.get(h),
              count,
              within[h],
              (long) linksOut[h],
              (long) linksIn[h],
              linking[h],
              linksIn[h] / count,
              fractional[h] / count,
              twoYears[h],
              influence[h],
              influence[h] / count));
    }
    return new Hosts(figures, links, year, dated);
  }

  /**
   * Sums the links of pages by host.
   *
   * @param within receives the links within each host, which are no arc
   */
  private static CsrGraph links(CsrGraph out, Pages pages, long[] within) {
    int n = within.length;
    int[] hostOf = pages.hostOf.elements();
    double[] links = new double[n];
    int[] touched = new int[n];
    int[][] targets = new int[n][];
    double[][] counts = new double[n][];
    long arcs = 0;
    for (int g = 0; g < n; g++) {
      int size = 0;
      for (int i = out.start(pages.starts.getInt(g)); i < out.start(pages.end(g)); i++) {
        int h = hostOf[out.target(i)];
        if (h == g) {
          within[g]++;
        } else if (links[h]++ == 0) {
          touched[size++] = h;
        }
      }
      targets[g] = Arrays.copyOf(touched, size);
      Arrays.sort(targets[g]);
      counts[g] = new double[size];
      for (int k = 0; k < size; k++) {
        counts[g][k] = links[targets[g][k]];
        links[targets[g][k]] = 0;
      }
      arcs += size;
    }
    CsrGraph.Builder rows = new CsrGraph.Builder(n, n, arcs, true);
    for (int g = 0; g < n; g++) {
      rows.add(targets[g], counts[g], targets[g].length);
    }
    return rows.build();
  }

  private static double[] influence(CsrGraph links, double[] linksOut) {
    int n = links.nodes();
    double[] now = new double[n];
    Arrays.fill(now, 1.0 / n);
    double change = 1;
    for (int round = 0; round < MOST_ITERATIONS && change > TOLERANCE; round++) {
      double[] next = new double[n];
      double dangling = 0;
      for (int g = 0; g < n; g++) {
        dangling += linksOut[g] == 0 ? now[g] : 0;
        for (int i = links.start(g); i < links.start(g + 1); i++) {
          next[links.target(i)] += now[g] / linksOut[g] * links.weights()[i];
        }
      }
      change = 0;
      for (int h = 0; h < n; h++) {
        next[h] = (1 - BETA + BETA * dangling) / n + BETA * next[h];
        change += Math.abs(next[h] - now[h]);
      }
      now = next;
    }
    return now;
  }

  private static double[] twoYears(CsrGraph out, Pages pages, short[] years, int year) {
    int[] hostOf = pages.hostOf.elements();
    int[] items = new int[pages.names.size()];
    double[] impact = new double[items.length];
    for (int v = 0; v < years.length; v++) {
      items[hostOf[v]] += isItem(years[v], year) ? 1 : 0;
      for (int i = out.start(v); year > 0 && years[v] == year && i < out.start(v + 1); i++) {
        int w = out.target(i);
        impact[hostOf[w]] += hostOf[w] != hostOf[v] && isItem(years[w], year) ? 1 : 0;
      }
    }
    Arrays.setAll(impact, h -> items[h] == 0 ? Double.NaN : impact[h] / items[h]);
    return impact;
  }

  private static boolean isItem(short published, int year) {
    return year > 0 && published < year && published >= year - YEARS;
  }
}
