package org.orbweaver.index.search;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.IndexField;

/**
 * What links say of the pages of an index, whatever the query: PageRank, authority and hub scores.
 * Each adds w·S/(S + pivot) to a page's score.
 */
final class StaticRanks {
  private static final Map<IndexField, Weight> WEIGHTS =
      new EnumMap<>(
          Map.of(
              IndexField.PAGERANK, Weight.PAGERANK,
              IndexField.AUTHORITY, Weight.AUTHORITY,
              IndexField.HUB, Weight.HUB));

  private final IndexReader reader;

  /** The value that gets half of the weight; no entry where no page has the rank. */
  private final Map<IndexField, Float> pivots = new EnumMap<>(IndexField.class);

  StaticRanks(IndexReader reader) throws IOException {
    this.reader = reader;
    for (IndexField rank : WEIGHTS.keySet()) {
      float pivot = pivot(reader, rank);
      if (pivot > 0) {
        pivots.put(rank, pivot);
      }
    }
  }

  /** A query with these added, which by themselves find nothing. */
  Query added(Query text, Weights weights) {
    BooleanQuery.Builder ranked = new BooleanQuery.Builder().add(text, BooleanClause.Occur.MUST);
    pivots.forEach(
        (rank, pivot) -> {
          if (weight(rank, weights) > 0) {
            ranked.add(
                FeatureField.newSaturationQuery(
                    IndexField.FEATURES.fieldName(),
                    rank.fieldName(),
                    weight(rank, weights),
                    pivot),
                BooleanClause.Occur.SHOULD);
          }
        });
    BooleanQuery query = ranked.build();
    return query.clauses().size() == 1 ? text : query;
  }

  /** What they add to a page's score, as {@link FeatureField} computes it. */
  float score(int doc, Weights weights) throws IOException {
    float sum = 0;
    for (Map.Entry<IndexField, Float> pivot : pivots.entrySet()) {
      float value = (float) of(pivot.getKey(), doc);
      if (value >= Float.MIN_NORMAL) {
        // A feature keeps 9 bits of its value.
        float kept = featureValue(Float.floatToIntBits(value) >>> 15);
        sum += weight(pivot.getKey(), weights) * (1 - pivot.getValue() / (kept + pivot.getValue()));
      }
    }
    return sum;
  }

  /** A page's PageRank, exact; 0 where it has none. */
  double pageRank(int doc) throws IOException {
    return of(IndexField.PAGERANK, doc);
  }

  private double of(IndexField rank, int doc) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    NumericDocValues values = leaf.reader().getNumericDocValues(rank.fieldName());
    return values != null && values.advanceExact(doc - leaf.docBase)
        ? Double.longBitsToDouble(values.longValue())
        : 0;
  }

  /** FeatureField takes a weight up to 64. */
  private static float weight(IndexField rank, Weights weights) {
    return Math.min(64, weights.of(WEIGHTS.get(rank)));
  }

  private static float featureValue(int bits) {
    return Float.intBitsToFloat(bits << 15);
  }

  /**
   * About the geometric mean of all values, as {@link FeatureField} takes for its own default: the
   * mean of the values' leading bits, which are close to logarithms.
   */
  private static float pivot(IndexReader reader, IndexField rank) throws IOException {
    long sum = 0;
    long docs = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(IndexField.FEATURES.fieldName());
      if (terms != null) {
        TermsEnum term = terms.iterator();
        if (term.seekExact(new BytesRef(rank.fieldName()))) {
          sum += term.totalTermFreq();
          docs += term.docFreq();
        }
      }
    }
    return docs == 0 ? 0 : featureValue((int) (sum / docs));
  }
}
