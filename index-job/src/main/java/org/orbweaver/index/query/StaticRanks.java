package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.crawler.topic.TopicModel.Topic;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;

/**
 * The link scores of the pages of an index: PageRank, authority and hub scores for any query, and
 * the PageRank of each topic of the query. Each adds w·S/(S + pivot) to a page's score, w of a
 * topic being the weight times its probability.
 */
public final class StaticRanks {
  private static final String FEATURES = IndexField.FEATURES.fieldName();

  private static final Map<IndexField, ScorePart> WEIGHTS =
      new EnumMap<>(
          Map.of(
              IndexField.PAGERANK, ScorePart.PAGERANK,
              IndexField.AUTHORITY, ScorePart.AUTHORITY,
              IndexField.HUB, ScorePart.HUB));

  private final IndexReader reader;

  /** The value that gets half of the weight; no entry if no page has the rank. */
  private final Map<IndexField, Float> pivots = new EnumMap<>(IndexField.class);

  /** A feature's weight and pivot. */
  private record Share(float weight, float pivot) {}

  public StaticRanks(IndexReader reader) throws IOException {
    this.reader = reader;
    for (IndexField rank : WEIGHTS.keySet()) {
      float pivot = pivot(rank.fieldName());
      if (pivot > 0) {
        pivots.put(rank, pivot);
      }
    }
  }

  /** By feature; FeatureField takes a weight up to 64. */
  private Map<String, Share> shares(Weights weights, List<Topic> topics) throws IOException {
    Map<String, Share> shares = new LinkedHashMap<>();
    pivots.forEach(
        (rank, pivot) ->
            shares.put(rank.fieldName(), new Share(weights.of(WEIGHTS.get(rank)), pivot)));
    for (Topic topic : topics) {
      String feature = Documents.TOPIC_FEATURE + topic.name();
      float weight = (float) (weights.of(ScorePart.TOPIC) * topic.probability());
      shares.put(feature, new Share(weight, pivot(feature)));
    }
    shares.values().removeIf(share -> share.weight == 0 || share.pivot == 0);
    shares.replaceAll((feature, share) -> new Share(Math.min(64, share.weight), share.pivot));
    return shares;
  }

  /** The scores as queries. */
  List<Query> queries(Weights weights, List<Topic> topics) throws IOException {
    List<Query> queries = new ArrayList<>();
    shares(weights, topics)
        .forEach(
            (feature, share) ->
                queries.add(
                    FeatureField.newSaturationQuery(FEATURES, feature, share.weight, share.pivot)));
    return queries;
  }

  /** The scores' share of a page's score, as {@link FeatureField} computes it. */
  float score(int doc, Weights weights, List<Topic> topics) throws IOException {
    LeafReaderContext leaf = StoredDocuments.leaf(reader, doc);
    float sum = 0;
    for (Map.Entry<String, Share> feature : shares(weights, topics).entrySet()) {
      PostingsEnum pages = leaf.reader().postings(new Term(FEATURES, feature.getKey()));
      if (pages != null && pages.advance(doc - leaf.docBase) == doc - leaf.docBase) {
        float pivot = feature.getValue().pivot;
        sum += feature.getValue().weight * (1 - pivot / (featureValue(pages.freq()) + pivot));
      }
    }
    return sum;
  }

  /** A page's PageRank, exact; 0 if it has none. */
  public double pageRank(int doc) throws IOException {
    LeafReaderContext leaf = StoredDocuments.leaf(reader, doc);
    NumericDocValues values = leaf.reader().getNumericDocValues(IndexField.PAGERANK.fieldName());
    return values != null && values.advanceExact(doc - leaf.docBase)
        ? Double.longBitsToDouble(values.longValue())
        : 0;
  }

  private static float featureValue(int bits) {
    return Float.intBitsToFloat(bits << 15);
  }

  /**
   * About the geometric mean of all values, the default of {@link FeatureField}: the mean of the
   * values' leading bits, which are close to logarithms. 0 if there is no value.
   */
  private float pivot(String feature) throws IOException {
    long sum = 0;
    long docs = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(FEATURES);
      if (terms != null) {
        TermsEnum term = terms.iterator();
        if (term.seekExact(new BytesRef(feature))) {
          sum += term.totalTermFreq();
          docs += term.docFreq();
        }
      }
    }
    return docs == 0 ? 0 : featureValue((int) (sum / docs));
  }
}
