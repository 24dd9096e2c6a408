package org.orbweaver.crawler.page.content;

/**
 * Main content as one cut through the page: in its sequence of tokens, each a tag or a word, the
 * stretch from i to j that maximises the number of tags before i, words from i to j and tags after
 * j. Tags outside count 1 whatever the cut, so it is the stretch with the greatest surplus of words
 * over tags, found in one pass and constant memory (the maximum subarray, Bentley 1984).
 */
final class OptimumCut {
  private int surplus;
  private int start = -1;
  private int best;
  private int bestStart;
  private int bestEnd;

  /** Adds a start or end tag. */
  void tag() {
    surplus--;
    if (surplus <= 0) {
      surplus = 0;
      start = -1;
    }
  }

  /** Adds words, between two offsets of the text. */
  void words(int count, int from, int to) {
    if (start < 0) {
      start = from;
    }
    surplus += count;
    if (surplus > best) {
      best = surplus;
      bestStart = start;
      bestEnd = to;
    }
  }

  /** First character of the content. */
  int start() {
    return bestStart;
  }

  /** The end of the content, excluded; 0 if there was no word. */
  int end() {
    return bestEnd;
  }
}
