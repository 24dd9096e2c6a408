package org.orbweaver.orb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.hits.job.QuerySource;
import org.orbweaver.index.query.QueryWords;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;

/** The index of a crawl as the source of root sets for HITS. */
record IndexQuerySource(SearchIndex index) implements QuerySource {
  /** Opens the newest index. */
  static QuerySource open(Configuration conf, CrawlDir crawl) throws IOException {
    return new IndexQuerySource(SearchIndex.openLatest(conf, crawl));
  }

  /**
   * Topics from the newest index: the pages found, each with the text's share of its score, so that
   * a topic does not depend on the PageRank that it is to replace.
   */
  static Map<String, Double> topic(Configuration conf, CrawlDir crawl, String query, int top)
      throws IOException {
    Map<String, Double> found = new LinkedHashMap<>();
    try (SearchIndex index = SearchIndex.openLatest(conf, crawl)) {
      for (SearchResult.Hit hit : index.search(SearchRequest.of(query, top)).hits()) {
        if (hit.textScore() > 0) {
          found.put(hit.url(), (double) hit.textScore());
        }
      }
    }
    return found;
  }

  @Override
  public List<String> search(String query, int most) throws IOException {
    return index.search(SearchRequest.of(query, most)).hits().stream()
        .map(SearchResult.Hit::url)
        .toList();
  }

  @Override
  public Optional<String> title(String url) throws IOException {
    return index
        .stored(url)
        .map(fields -> fields.get(IndexField.TITLE.fieldName()))
        .map(Object::toString);
  }

  @Override
  public ToIntFunction<String> matcher(String query) {
    return QueryWords.of(query)::in;
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
