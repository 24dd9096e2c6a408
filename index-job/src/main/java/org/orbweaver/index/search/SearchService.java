package org.orbweaver.index.search;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IOFunction;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryParser;

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

  /** If there are fewer results, pages with half of the words match, too. */
  int FEW = 10;

  /**
   * Answers a request; if few pages have most of three or more words, half of the words is enough.
   * Filters do not affect this choice, so that a query restricted to a facet's value finds the
   * pages that the facet counted.
   */
  static SearchResult relaxing(
      SearchRequest request, IOFunction<SearchRequest, SearchResult> answer) throws IOException {
    SearchResult strict = answer.apply(request);
    if (strict.total() >= FEW || !strict.isComplete()) {
      return strict;
    }
    QueryNode.All query = QueryParser.parse(request.query()).query();
    QueryNode.All words = query.withoutFilters();
    if (words.positive() <= 2
        || (words.parts().size() < query.parts().size()
            && answer.apply(request.counting(words.toString())).total() >= FEW)) {
      return strict;
    }
    SearchResult relaxed = answer.apply(request.relax());
    return relaxed.total() > strict.total() ? relaxed : strict;
  }

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
