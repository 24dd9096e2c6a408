package org.orbweaver.index.serve;

import java.io.IOException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;

/**
 * The place of the index of a crawl that has none yet: a build without a name and without pages.
 * {@link LiveIndex} replaces it by the first index.
 */
final class NoIndex implements SearchService {
  static final String MESSAGE =
      "there is no index yet: search comes with the first ('orb index' makes one, and 'orb crawl'"
          + " after its last round)";

  /** Whether a state is that of no index. */
  static boolean is(IndexStatus status) {
    return status.build().isEmpty();
  }

  @Override
  public SearchResult search(SearchRequest request) throws IOException {
    throw OrbException.failed(MESSAGE);
  }

  @Override
  public Completions suggest(String typed, int top) throws IOException {
    throw OrbException.failed(MESSAGE);
  }

  @Override
  public SearchResult similar(String url, int top) throws IOException {
    throw OrbException.failed(MESSAGE);
  }

  @Override
  public boolean contains(String url) {
    return false;
  }

  @Override
  public IndexStatus status() {
    return new IndexStatus("", "", 0, 0);
  }

  @Override
  public void close() {}
}
