package org.orbweaver.index.search;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.orbweaver.common.error.OrbException;

/**
 * Answers queries: an index, or a front of several. Safe for use by several threads. Its parameters
 * and results are records that {@link org.orbweaver.common.text.Json} writes and reads.
 */
public interface SearchService extends Closeable {

  /**
   * A suggested search.
   *
   * @param text to search for
   * @param kind its source
   * @param weight its likelihood, 0 to 1; the best come first
   */
  record Suggestion(String text, Origin kind, double weight) {
    /** The source of a suggestion. */
    public enum Origin {
      /** An earlier query. */
      QUERY,
      /** A page's title. */
      TITLE,
      /** A word of the pages. */
      TERM
    }
  }

  /**
   * Completions of a text.
   *
   * @param suggestions the best first; empty if nothing fits
   * @param isComplete false if a part of the index did not answer
   */
  record Completions(List<Suggestion> suggestions, boolean isComplete) {}

  /**
   * The state of the searched index.
   *
   * @param build name of the index build
   * @param created when it was built, ISO 8601 in UTC
   * @param docs pages in it
   * @param shards its shards
   */
  record IndexStatus(String build, String created, long docs, int shards) {}

  /**
   * Answers a query.
   *
   * @throws OrbException (usage) if the query is malformed or has no words
   */
  SearchResult search(SearchRequest request) throws IOException;

  /** Completes a text typed so far. */
  Completions suggest(String typed, int top) throws IOException;

  /**
   * Pages similar to a page, without its near-duplicates.
   *
   * @throws OrbException (failed) if the page is not in the index
   */
  SearchResult similar(String url, int top) throws IOException;

  /** True if the index has a page of that URL. */
  boolean contains(String url) throws IOException;

  /** The state of the searched index. */
  IndexStatus status();
}
