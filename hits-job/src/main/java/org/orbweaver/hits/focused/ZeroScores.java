package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.orbweaver.common.text.Count;

/**
 * The reasons why HITS gives most pages of a graph nothing, in figures and words.
 *
 * <p>A page without in-links has the authority 0, a page without links the hub score 0. Beyond
 * that, the authorities fall into classes that share no hub ({@link AuthorityComponents}); EᵀE is
 * block diagonal in them, and the power iteration keeps only the blocks of the largest eigenvalue:
 * in all others scores shrink from iteration to iteration, towards 0.
 *
 * @param withoutInlinks pages without in-links
 * @param withoutLinks hubs without links
 * @param others classes other than that of the first authority
 * @param otherAuthorities pages in them
 * @param otherHubs hubs that link into them
 * @param largestOther the largest authority in them
 * @param concentration Σ a / max a: the effective number of pages, if all were equal
 */
public record ZeroScores(
    long withoutInlinks,
    long withoutLinks,
    int others,
    long otherAuthorities,
    long otherHubs,
    double largestOther,
    double concentration) {

  /** A score above this has not converged to 0. */
  private static final double LEFT = 1e-6;

  /** The authority of each page, for several passes. */
  public interface AuthorityScores {
    /** Visits all pages in the order of their ids. */
    void forEach(AuthorityVisitor visitor) throws IOException;
  }

  /** Receives a page's authority. */
  public interface AuthorityVisitor {
    void page(int id, double authority);
  }

  /** As {@link #of(HubRows, Authorities)}, of scores in memory. */
  public static ZeroScores of(HubRows rows, double[] authorities) throws IOException {
    return of(
        rows,
        visitor -> {
          for (int v = 0; v < authorities.length; v++) {
            visitor.page(v, authorities[v]);
          }
        });
  }

  /**
   * Counts them in two passes over the links and two over the scores; 4 bytes a page.
   *
   * @param authorities of HITS on these links
   */
  public static ZeroScores of(HubRows rows, AuthorityScores authorities) throws IOException {
    AuthorityComponents components = AuthorityComponents.of(rows);
    int[] top = {0};
    double[] highestAndSum = new double[2];
    authorities.forEach(
        (v, authority) -> {
          top[0] = authority > highestAndSum[0] ? v : top[0];
          highestAndSum[0] = Math.max(highestAndSum[0], authority);
          highestAndSum[1] += authority;
        });
    int first = components.of(top[0]);
    long[] pages = new long[2];
    double[] largestOther = {0};
    authorities.forEach(
        (v, authority) -> {
          int component = components.of(v);
          if (component < 0) {
            pages[0]++;
          } else if (component != first) {
            pages[1]++;
            largestOther[0] = Math.max(largestOther[0], authority);
          }
        });
    long[] hubs = new long[2];
    rows.forEach(
        (hub, targets, weights, count) -> {
          if (count == 0) {
            hubs[0]++;
          } else if (components.of(targets[0]) != first) {
            hubs[1]++;
          }
        });
    return new ZeroScores(
        pages[0],
        hubs[0],
        Math.max(0, components.count() - 1),
        pages[1],
        hubs[1],
        largestOther[0],
        highestAndSum[1] / highestAndSum[0]);
  }

  /** All figures in order, for {@link #of(IntToDoubleFunction)}. */
  public double[] figures() {
    return new double[] {
      withoutInlinks, withoutLinks, others, otherAuthorities, otherHubs, largestOther, concentration
    };
  }

  /** From its figures. */
  public static ZeroScores of(IntToDoubleFunction figure) {
    return new ZeroScores(
        (long) figure.applyAsDouble(0),
        (long) figure.applyAsDouble(1),
        (int) figure.applyAsDouble(2),
        (long) figure.applyAsDouble(3),
        (long) figure.applyAsDouble(4),
        figure.applyAsDouble(5),
        figure.applyAsDouble(6));
  }

  /**
   * The explanation, one sentence each.
   *
   * @param which links are meant: empty for a whole graph, else such as "that count"
   */
  public List<String> explain(String which) {
    String kind = which.isEmpty() ? "" : " " + which;
    List<String> lines = new ArrayList<>();
    if (withoutInlinks > 0) {
      lines.add("authority 0: " + Count.of(withoutInlinks, "page") + " without inlinks" + kind);
    }
    if (withoutLinks > 0) {
      lines.add("hub 0: " + Count.of(withoutLinks, "page") + " without outlinks" + kind);
    }
    if (others > 0) {
      String state =
          largestOther > LEFT
              ? text(
                  "their maximum is %.2e: equally strong communities keep their scores, weaker"
                      + " ones lose them with further iterations",
                  largestOther)
              : text("all have converged to 0 (maximum %.1e)", largestOther);
      lines.add(
          text(
              "outside the top authority's community (no shared hub): %s and %s, in %s; HITS keeps"
                  + " only the strongest: %s",
              Count.of(otherAuthorities, "authority", "authorities"),
              Count.of(otherHubs, "hub"),
              Count.of(others, "community", "communities"),
              state));
    }
    lines.add(
        text(
            "tightly knit community: relative to the top one, the authorities sum to %.1f: the"
                + " scores are those of about %.0f pages",
            concentration, Math.max(1, concentration)));
    return lines;
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
