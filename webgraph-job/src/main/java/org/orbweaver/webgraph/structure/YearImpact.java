package org.orbweaver.webgraph.structure;

import java.util.Optional;
import org.orbweaver.webgraph.format.CsrGraph;

/**
 * The impact factor with years, as E. Garfield defined it: links in one year from other hosts'
 * pages to the pages that a host published in the two years before, by the number of those pages.
 * Links are of the year in which their page was published; pages without a date do not count.
 */
public final class YearImpact {
  private static final int WINDOW = 2;

  private final int year;
  private final int dated;
  private final int[] items;
  private final long[] citations;

  private YearImpact(int year, int dated, int[] items, long[] citations) {
    this.year = year;
    this.dated = dated;
    this.items = items;
    this.citations = citations;
  }

  /**
   * Measures it.
   *
   * @param years of each page; 0 where it is not known
   * @return empty where no year is known
   */
  public static Optional<YearImpact> of(CsrGraph out, Hosts hosts, short[] years) {
    int year = 0;
    int dated = 0;
    for (short y : years) {
      year = Math.max(year, y);
      dated += y > 0 ? 1 : 0;
    }
    if (dated == 0) {
      return Optional.empty();
    }
    int[] hostOf = hosts.ofPages();
    int[] items = new int[hosts.count()];
    long[] citations = new long[hosts.count()];
    for (int v = 0; v < years.length; v++) {
      items[hostOf[v]] += isItem(years[v], year) ? 1 : 0;
      for (int i = out.start(v); years[v] == year && i < out.start(v + 1); i++) {
        int w = out.target(i);
        if (hostOf[w] != hostOf[v] && isItem(years[w], year)) {
          citations[hostOf[w]]++;
        }
      }
    }
    return Optional.of(new YearImpact(year, dated, items, citations));
  }

  private static boolean isItem(short published, int year) {
    return published < year && published >= year - WINDOW;
  }

  /** The newest year of any page: that of the links. */
  public int year() {
    return year;
  }

  /** How many pages have a known year. */
  public int dated() {
    return dated;
  }

  /** The impact factor of a host; NaN where it published nothing in the two years. */
  public double impact(int host) {
    return items[host] == 0 ? Double.NaN : (double) citations[host] / items[host];
  }
}
