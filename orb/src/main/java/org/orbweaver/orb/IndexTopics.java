package org.orbweaver.orb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.pagerank.topics.TopicSources;

/**
 * Topics from the newest index: the pages found, each with the text's share of its score, so that a
 * topic does not go by the PageRank that it is to replace.
 */
final class IndexTopics implements TopicSources.Search {
  @Override
  public Map<String, Double> search(Configuration conf, CrawlDir dir, String query, int top)
      throws IOException {
    Map<String, Double> found = new LinkedHashMap<>();
    try (SearchIndex index = SearchIndex.openLatest(conf, dir)) {
      for (SearchResult.Hit hit : index.search(query, top, false).hits()) {
        if (hit.textScore() > 0) {
          found.put(hit.url(), (double) hit.textScore());
        }
      }
    }
    return found;
  }
}
