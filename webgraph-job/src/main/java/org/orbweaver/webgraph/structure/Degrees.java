package org.orbweaver.webgraph.structure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.webgraph.structure.fit.Counts;
import org.orbweaver.webgraph.structure.fit.PowerLawFit;

/**
 * The degrees of one direction.
 *
 * @param counts number of pages by degree, 0 included
 * @param fit of the degrees above 0; empty if there are too few, or none was made
 */
public record Degrees(Counts counts, Optional<PowerLawFit> fit) {
  private static final int BINS_A_DECADE = 8;
  private static final int POINTS_A_DECADE = 60;

  /**
   * A bin of degrees.
   *
   * @param from its lowest degree
   * @param to its highest degree
   * @param pages in it
   * @param density pages in the bin, divided by the number of all pages and by the bin's width
   */
  public record Bin(long from, long to, long pages, double density) {}

  /** A point of a curve: x and the share of the pages with a degree above 0 that have x or more. */
  public record Point(double x, double share) {}

  /** Counts degrees without a fit. */
  public static Degrees counted(int[] degrees) {
    return new Degrees(Counts.of(degrees), Optional.empty());
  }

  /** Counts degrees and fits a power law. */
  public static Degrees of(int[] degrees, int fitSamples) {
    Counts counts = Counts.of(degrees);
    return new Degrees(counts, PowerLawFit.of(counts, fitSamples));
  }

  /** The largest degree; 0 if there are no pages. */
  public int largest() {
    return counts.distinct() == 0 ? 0 : counts.value(counts.distinct() - 1);
  }

  /** The number of pages with degree 0, 1, 2 to 3, 4 to 7 …, by these words. */
  public Map<String, Long> histogram() {
    Map<String, Long> histogram = new LinkedHashMap<>();
    for (int bucket = 0, at = 0; at < counts.distinct(); bucket++) {
      long first = bucket == 0 ? 0 : 1L << (bucket - 1);
      long end = 1L << bucket;
      long pages = 0;
      for (; at < counts.distinct() && counts.value(at) < end; at++) {
        pages += counts.count(at);
      }
      histogram.put(bucket < 2 ? Long.toString(first) : first + "-" + (end - 1), pages);
    }
    return histogram;
  }

  private Counts positive() {
    return counts.atLeast(1);
  }

  /** Degrees above 0 in bins that grow by the same factor; empty ones are left out. */
  public List<Bin> bins() {
    Counts positive = positive();
    List<Bin> bins = new ArrayList<>();
    long from = 1;
    int at = 0;
    for (int b = 1; at < positive.distinct(); b++) {
      long end = Math.max(from + 1, Math.round(Math.pow(10, (double) b / BINS_A_DECADE)));
      long pages = 0;
      for (; at < positive.distinct() && positive.value(at) < end; at++) {
        pages += positive.count(at);
      }
      if (pages > 0) {
        double share = (double) pages / positive.total();
        bins.add(new Bin(from, end - 1, pages, share / (end - from)));
      }
      from = end;
    }
    return bins;
  }

  /**
   * The complementary distribution: a point for each degree above 0 that occurs, thinned to {@value
   * #POINTS_A_DECADE} a decade; the last one is always present.
   */
  public List<Point> cumulative() {
    Counts positive = positive();
    List<Point> points = new ArrayList<>();
    double due = 0;
    for (int i = 0; i < positive.distinct(); i++) {
      double x = positive.value(i);
      if (x >= due || i == positive.distinct() - 1) {
        points.add(new Point(x, (double) positive.from(i) / positive.total()));
        due = x * Math.pow(10, 1.0 / POINTS_A_DECADE);
      }
    }
    return points;
  }

  /** The fitted power law over its tail; empty without a fit. */
  public List<Point> fitted() {
    List<Point> points = new ArrayList<>();
    if (fit.isPresent()) {
      double from = fit.get().xMin();
      double to = counts.value(counts.distinct() - 1);
      int steps = 32;
      for (int i = 0; i <= steps; i++) {
        double x = from * Math.pow(to / from, (double) i / steps);
        points.add(new Point(x, fit.get().share(x)));
      }
    }
    return points;
  }
}
