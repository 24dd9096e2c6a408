package org.orbweaver.index.schema;

import java.util.EnumMap;
import java.util.Map;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.PerFieldSimilarityWrapper;
import org.apache.lucene.search.similarities.Similarity;

/**
 * BM25, with each zone's own saturation (k1) and length normalisation (b).
 *
 * <p>Names (title, anchor, URL) are strictly normalised by length: of two titles with the query's
 * words, the shorter is the better answer. Anchors saturate soon, because how often a text occurs
 * there is already a logarithm of its votes. Norms are the same for all, so that an index does not
 * depend on these numbers.
 */
public final class Scoring extends PerFieldSimilarityWrapper {
  private static final Similarity DEFAULT = new BM25Similarity(0.9f, 0.4f);

  private final Map<IndexField, Similarity> zones = new EnumMap<>(IndexField.class);

  public Scoring() {
    // Lucene counts a stem and its word as two for the average length, hence a k1 above the usual.
    zones.put(IndexField.MAIN, new BM25Similarity(1.35f, 0.75f));
    zones.put(IndexField.BODY, new BM25Similarity(1.35f, 0.75f));
    zones.put(IndexField.TITLE, new BM25Similarity(0.6f, 0.8f));
    zones.put(IndexField.HEADINGS, new BM25Similarity(0.8f, 0.5f));
    zones.put(IndexField.ANCHOR, new BM25Similarity(0.8f, 0.6f));
    zones.put(IndexField.URL_PARTS, new BM25Similarity(0.4f, 0.5f));
  }

  @Override
  public Similarity get(String fieldName) {
    return IndexField.of(fieldName)
        .map(field -> zones.getOrDefault(field, DEFAULT))
        .orElse(DEFAULT);
  }
}
