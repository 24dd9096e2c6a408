package org.orbweaver.index.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;

/** The PageRanks of an index, and what they add to scores. */
final class PageRanks {
  private final IndexReader reader;
  private final float pivot;

  PageRanks(IndexReader reader) throws IOException {
    this.reader = reader;
    pivot = pivot(reader);
  }

  /** The PageRank that gets half of its weight, 0 where no page has one. */
  float pivot() {
    return pivot;
  }

  /** That of a page, exact; 0 where it has none. */
  double of(int doc) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    NumericDocValues ranks = leaf.reader().getNumericDocValues(IndexField.PAGERANK.fieldName());
    return ranks != null && ranks.advanceExact(doc - leaf.docBase)
        ? Double.longBitsToDouble(ranks.longValue())
        : 0;
  }

  /** What a PageRank adds, as {@link FeatureField} computes it from the 9 bits that it keeps. */
  float score(float pageRank, float weight) {
    if (weight <= 0 || pivot <= 0 || pageRank < Float.MIN_NORMAL) {
      return 0;
    }
    return weight * (1 - pivot / (featureValue(Float.floatToIntBits(pageRank) >>> 15) + pivot));
  }

  private static float featureValue(int bits) {
    return Float.intBitsToFloat(bits << 15);
  }

  /**
   * About the geometric mean of all PageRanks, as {@link FeatureField} takes for its own default:
   * the mean of the values' leading bits, which are close to logarithms.
   */
  private static float pivot(IndexReader reader) throws IOException {
    long sum = 0;
    long docs = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(IndexField.FEATURES.fieldName());
      if (terms != null) {
        TermsEnum term = terms.iterator();
        if (term.seekExact(new BytesRef(Documents.PAGERANK_FEATURE))) {
          sum += term.totalTermFreq();
          docs += term.docFreq();
        }
      }
    }
    return docs == 0 ? 0 : featureValue((int) (sum / docs));
  }
}
