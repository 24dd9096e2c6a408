package org.orbweaver.crawler.dedup;

import java.util.function.Consumer;

/**
 * Goes through what is said about the pages of one digest, sorted by URL; of each URL the word of
 * most force counts. Keeps the best page and hands on the others. Remembers two pages, however many
 * there are.
 */
final class BestOfEqual {
  private final Consumer<String> duplicates;
  private String url;
  private Candidate.Kind kind;
  private float score;
  private Page best;

  /** Hands on the URLs of duplicates. */
  BestOfEqual(Consumer<String> duplicates) {
    this.duplicates = duplicates;
  }

  void add(String candidateUrl, Candidate candidate) {
    boolean next = !candidateUrl.equals(url);
    if (next) {
      endUrl();
      url = candidateUrl;
    }
    if (next || candidate.kind().compareTo(kind) < 0) {
      kind = candidate.kind();
      score = candidate.score();
    }
  }

  /** To be called after the last candidate. */
  void end() {
    endUrl();
    url = null;
  }

  private void endUrl() {
    if (url == null || !kind.counts()) {
      return;
    }
    var page = new Page(url, score);
    if (best == null) {
      best = page;
    } else if (page.compareTo(best) < 0) {
      duplicates.accept(best.url());
      best = page;
    } else {
      duplicates.accept(url);
    }
  }
}
