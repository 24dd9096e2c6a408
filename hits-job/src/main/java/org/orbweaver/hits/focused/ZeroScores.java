package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.orbweaver.common.cli.Count;

/**
 * Why HITS gives most pages of a graph nothing, in figures and words.
 *
 * <p>Nothing links to a page: its authority is 0. It links to nothing: its hub score is 0. Beyond
 * that, the authorities fall into classes that share no hub ({@link AuthorityComponents}); EᵀE is
 * block diagonal in them, and the power iteration keeps only the blocks of the largest eigenvalue:
 * in all others scores shrink from iteration to iteration, towards 0.
 *
 * @param withoutInlinks pages that nothing links to
 * @param withoutLinks hubs that link to nothing
 * @param others classes other than that of the first authority
 * @param otherAuthorities pages in them
 * @param otherHubs hubs that link into them
 * @param largestOther the largest authority in them
 * @param concentration Σ a, the largest a taken as 1: as if so many pages had all authority
 */
public record ZeroScores(
    long withoutInlinks,
    long withoutLinks,
    int others,
    long otherAuthorities,
    long otherHubs,
    double largestOther,
    double concentration) {

  /** Above this a score is no longer called one that has gone to 0. */
  private static final double LEFT = 1e-6;

  /**
   * Counts them in two passes over the links; 4 bytes a page.
   *
   * @param authorities of HITS on these links
   */
  public static ZeroScores of(HubRows rows, double[] authorities) throws IOException {
    AuthorityComponents components = AuthorityComponents.of(rows);
    int top = 0;
    double sum = 0;
    for (int v = 0; v < authorities.length; v++) {
      top = authorities[v] > authorities[top] ? v : top;
      sum += authorities[v];
    }
    int first = components.of(top);
    long withoutInlinks = 0;
    long otherAuthorities = 0;
    double largestOther = 0;
    for (int v = 0; v < authorities.length; v++) {
      int component = components.of(v);
      if (component < 0) {
        withoutInlinks++;
      } else if (component != first) {
        otherAuthorities++;
        largestOther = Math.max(largestOther, authorities[v]);
      }
    }
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
        withoutInlinks,
        hubs[0],
        Math.max(0, components.count() - 1),
        otherAuthorities,
        hubs[1],
        largestOther,
        sum / authorities[top]);
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
   * In words, a sentence each.
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
