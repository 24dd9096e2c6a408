package org.orbweaver.crawler.dedup;

import java.util.function.Consumer;

/**
 * Goes through what is said about the pages of one digest, sorted by URL; of each URL the word of
 * most force counts. Keeps the best page and hands on the others. Where all that are left are known
 * duplicates, the best of them is one no more. Remembers three pages, however many there are.
 */
final class BestOfEqual {
  private final Consumer<String> duplicates;
  private final Consumer<String> restored;
  private String url;
  private Candidate.Kind kind;
  private float score;
  private Page best;
  private Page bestDuplicate;

  /** Hands on the URLs of duplicates, and of one that is a duplicate no more. */
  BestOfEqual(Consumer<String> duplicates, Consumer<String> restored) {
    this.duplicates = duplicates;
    this.restored = restored;
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
    if (best == null && bestDuplicate != null) {
      restored.accept(bestDuplicate.url());
    }
  }

  private void endUrl() {
    if (url == null) {
      return;
    }
    var page = new Page(url, score);
    if (kind == Candidate.Kind.KNOWN_DUPLICATE
        && (bestDuplicate == null || page.compareTo(bestDuplicate) < 0)) {
      bestDuplicate = page;
    }
    if (!kind.counts()) {
      return;
    }
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
