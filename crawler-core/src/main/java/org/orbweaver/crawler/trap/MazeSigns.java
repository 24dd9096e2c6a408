package org.orbweaver.crawler.trap;

import java.util.Locale;

/**
 * What speaks for a folder being a maze: endless pages of generated text, set up against crawlers.
 * Sums over its pages, so that the signs of several rounds can be added.
 *
 * <p>The sign of generated text is that its words fall at random. In people's texts a word that
 * occurs comes again on the same page: they are on fewer pages than their occurrences, strewn at
 * random, would be on (Church and Gale 1995, "Poisson mixtures"; the logarithm of the ratio is
 * called residual inverse document frequency). Chains of words from a corpus, random words, and
 * sentences put together by lot lack this, in any language.
 *
 * @param pages looked at
 * @param endless of these, pages with two or more links into the folder that no other page has
 * @param closed pages without a link of their own to another host
 * @param anyPath pages of a host that answers a path that does not exist with a page
 * @param documents pages with a word, summed over words
 * @param expected the same, if each word's occurrences fell on pages at random
 */
public record MazeSigns(
    int pages, int endless, int closed, int anyPath, double documents, double expected) {
  /** No page. */
  public static final MazeSigns NONE = new MazeSigns(0, 0, 0, 0, 0, 0);

  /** Fewer pages show nothing. */
  static final int LEAST_PAGES = 12;

  /** Fewer pages prove nothing. */
  private static final int ENOUGH_PAGES = 30;

  /** Less text shows nothing: expected words a page. */
  private static final double LEAST_WORDS = 25;

  /** Of pages that must be endless. */
  private static final double NEARLY_ALL = .9;

  /** Of pages that must be closed, or of a host that shows any path. */
  private static final double MOST = .75;

  /** Ratios of documents to those expected. */
  private static final double SUSPECT = .76;

  private static final double RANDOM = .86;

  /** If a path that does not exist has a page, too. */
  private static final double RANDOM_ANY_PATH = .8;

  /** The signs of both. */
  public MazeSigns plus(MazeSigns more) {
    return new MazeSigns(
        pages + more.pages,
        endless + more.endless,
        closed + more.closed,
        anyPath + more.anyPath,
        documents + more.documents,
        expected + more.expected);
  }

  /** How randomly words fall on pages: about .6 in people's texts, 1 for words by lot. */
  public double randomness() {
    return expected < LEAST_WORDS * Math.max(1, pages) ? 0 : documents / expected;
  }

  /** Whether links and text look as those of a maze; a first condition of {@link #isMaze}. */
  public boolean isSuspect() {
    return hasForm() && randomness() >= SUSPECT;
  }

  boolean hasForm() {
    return pages >= LEAST_PAGES && endless >= NEARLY_ALL * pages && closed >= MOST * pages;
  }

  /** Whether the host shows a page for a path that does not exist. */
  public boolean hasAnyPath() {
    return pages > 0 && anyPath >= MOST * pages;
  }

  /** Whether they prove it. */
  public boolean isMaze() {
    double least = hasAnyPath() ? RANDOM_ANY_PATH : RANDOM;
    return pages >= ENOUGH_PAGES && hasForm() && randomness() >= least;
  }

  /** For people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "of %d pages %d lead only on to pages that no other leads to, %d to no other host; words"
            + " fall on pages as by lot (%.2f; people's texts: below .8)%s",
        pages,
        endless,
        closed,
        randomness(),
        anyPath > 0 ? "; the host shows a page for any path" : "");
  }
}
