package org.orbweaver.index.search;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Synonyms;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.store.IndexMeta;

/**
 * The settings of searches.
 *
 * @param ranking the weights of the score's parts
 * @param phrases how phrases are found
 * @param synonyms of words of queries
 * @param feedback how a query is expanded, if that is requested
 * @param curated answers chosen for some queries
 * @param timeoutMillis the longest time to look for matching pages
 */
record SearchSettings(
    Ranking ranking,
    Phrases phrases,
    Synonyms synonyms,
    RelevanceModel feedback,
    CuratedAnswers curated,
    long timeoutMillis) {

  /**
   * Reads the settings for an index.
   *
   * @throws OrbException (usage) if one is malformed
   */
  static SearchSettings of(Configuration conf, IndexMeta meta) {
    boolean hasPairs = meta.fields().contains(IndexField.PAIRS.fieldName());
    Phrases phrases = IndexKeys.PHRASES.get(conf);
    return new SearchSettings(
        new Ranking(Weights.parse(IndexKeys.WEIGHTS.get(conf))),
        phrases == Phrases.PAIRS && !hasPairs ? Phrases.POSITIONS : phrases,
        Synonyms.read(conf),
        RelevanceModel.of(conf),
        CuratedAnswers.read(conf),
        IndexKeys.TIMEOUT_MILLIS.get(conf));
  }
}
