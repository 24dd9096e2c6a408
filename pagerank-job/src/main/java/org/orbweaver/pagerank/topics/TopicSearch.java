package org.orbweaver.pagerank.topics;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;

/** Answers a query with pages, for a topic made of its results; the index knows how. */
@FunctionalInterface
public interface TopicSearch {
  /**
   * The best pages for a query.
   *
   * @param top how many at most
   * @return their scores, above 0, by URL, the best first
   */
  Map<String, Double> search(Configuration conf, CrawlDir dir, String query, int top)
      throws IOException;
}
