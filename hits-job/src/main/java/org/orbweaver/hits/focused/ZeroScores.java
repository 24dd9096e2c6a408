package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  /**
   * In words, a sentence each.
   *
   * @param inlinks what is meant by a link into a page: "nothing links to" for a whole graph
   */
  public List<String> explain(String inlinks) {
    List<String> lines = new ArrayList<>();
    if (withoutInlinks > 0) {
      lines.add(text("authority 0: %,d pages that %s", withoutInlinks, inlinks));
    }
    if (withoutLinks > 0) {
      lines.add(text("hub 0: %,d pages without such links of their own", withoutLinks));
    }
    if (others > 0) {
      String state =
          largestOther > LEFT
              ? text(
                  "the largest of them is %.2e: equally strong communities keep their scores,"
                      + " weaker ones lose them with further iterations",
                  largestOther)
              : text("all have gone to 0, the largest to %.1e", largestOther);
      lines.add(
          text(
              "%,d pages as authorities and %,d as hubs are in %,d communities that share no hub"
                  + " with the first authority's, and HITS keeps only the strongest; %s",
              otherAuthorities, otherHubs, others, state));
    }
    lines.add(
        text(
            "tightly knit community: the authorities, the first taken as 1, sum to %.1f, so the"
                + " scores are about those of %.0f pages",
            concentration, Math.max(1, concentration)));
    return lines;
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
