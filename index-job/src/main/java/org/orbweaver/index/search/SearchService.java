package org.orbweaver.index.search;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryParser;

/**
 * What answers queries: an index, or what asks several. Safe for use by several threads. What it
 * takes and gives are records that {@link org.orbweaver.common.text.Json} writes and reads.
 */
public interface SearchService extends Closeable {

  /**
   * A text that a search may be for.
   *
   * @param text to search for
   * @param kind where it is from
   * @param weight how likely it is what is meant, 0 to 1; the best come first
   */
  record Suggestion(String text, Kind kind, double weight) {
    /** Where a suggestion is from. */
    public enum Kind {
      /** An earlier query. */
      QUERY,
      /** A page's title. */
      TITLE,
      /** A word of the pages. */
      TERM
    }
  }

  /**
   * What completes a text.
   *
   * @param suggestions the best first; empty where nothing fits
   * @param isComplete false where a part of the index did not answer
   */
  record Completions(List<Suggestion> suggestions, boolean isComplete) {}

  /**
   * What is being searched.
   *
   * @param build name of the index build
   * @param created when it was built, ISO 8601 in UTC
   * @param docs pages in it
   * @param shards its shards
   */
  record Status(String build, String created, long docs, int shards) {}

  /**
   * Answers a query.
   *
   * @throws OrbException (usage) where the query cannot be read or holds nothing to look for
   */
  SearchResult search(SearchRequest request) throws IOException;

  /** Fewer results make a search for pages with half of the words. */
  int FEW = 10;

  /** What a service answers to a request as it stands. */
  interface Answer {
    SearchResult to(SearchRequest request) throws IOException;
  }

  /**
   * An answer; where few pages have most of three or more words, one with half of them. Filters do
   * not decide that, so that a query restricted to a facet's value finds what the facet counted.
   */
  static SearchResult relaxing(SearchRequest request, Answer answer) throws IOException {
    SearchResult strict = answer.to(request);
    if (strict.total() >= FEW || !strict.isComplete()) {
      return strict;
    }
    QueryNode.All query = QueryParser.parse(request.query()).query();
    QueryNode.All words = query.withoutFilters();
    if (words.positive() <= 2
        || (words.parts().size() < query.parts().size()
            && answer.to(request.counting(words.toString())).total() >= FEW)) {
      return strict;
    }
    SearchResult relaxed = answer.to(request.relax());
    return relaxed.total() > strict.total() ? relaxed : strict;
  }

  /** Completes what has been typed so far. */
  Completions suggest(String typed, int top) throws IOException;

  /**
   * Pages about what a page is about, without its near-duplicates.
   *
   * @throws OrbException (failed) where the page is not in the index
   */
  SearchResult similar(String url, int top) throws IOException;

  /** Whether there is a page of that URL. */
  boolean contains(String url) throws IOException;

  /** What is being searched. */
  Status status();
}
