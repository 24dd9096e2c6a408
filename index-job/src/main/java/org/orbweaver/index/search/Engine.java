package org.orbweaver.index.search;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.IndexReader;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.StaticRanks;
import org.orbweaver.index.schema.QueryLanguages;
import org.orbweaver.index.store.IndexMeta;

/**
 * An open index with all that a {@link Search} needs; shared by the threads that search it.
 *
 * @param meta the input of the index and other metadata
 * @param reader Lucene's view of it
 * @param staticRanks the link scores of its pages
 * @param settings of searches
 * @param topics finds the topics of queries
 * @param languages in which the words of queries are stemmed
 * @param facets counts the properties of matching pages
 */
record Engine(
    IndexMeta meta,
    IndexReader reader,
    StaticRanks staticRanks,
    SearchSettings settings,
    QueryTopics topics,
    QueryLanguages languages,
    FacetCounts facets) {

  static Engine of(Configuration conf, IndexMeta meta, IndexReader reader, QueryTopics topics)
      throws IOException {
    return new Engine(
        meta,
        reader,
        new StaticRanks(reader),
        SearchSettings.of(conf, meta),
        topics,
        new QueryLanguages(reader),
        new FacetCounts(reader));
  }
}
