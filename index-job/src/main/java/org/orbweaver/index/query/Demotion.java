package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.FilterScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Finds the same pages as another query; those with certain terms keep a share of their score. No
 * score grows, so the other query's upper bounds hold and skip as many pages as without it.
 */
final class Demotion extends Query {
  private final Query in;
  private final Map<Term, Float> kept;

  /**
   * @param kept the share, from 0 to 1, that pages with a term keep
   */
  Demotion(Query in, Map<Term, Float> kept) {
    this.in = in;
    this.kept = Map.copyOf(kept);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = searcher.rewrite(in);
    return rewritten.equals(in) ? this : new Demotion(rewritten, kept);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    Weight weight = in.createWeight(searcher, mode, boost);
    return mode.needsScores() ? new Demoting(weight) : weight;
  }

  private record DemotedTerm(Term term, PostingsEnum pages, float kept) {
    boolean has(int doc) throws IOException {
      return (pages.docID() < doc ? pages.advance(doc) : pages.docID()) == doc;
    }
  }

  private List<DemotedTerm> in(LeafReaderContext leaf) throws IOException {
    List<DemotedTerm> demoted = new ArrayList<>();
    for (Map.Entry<Term, Float> term : kept.entrySet()) {
      PostingsEnum pages = leaf.reader().postings(term.getKey(), PostingsEnum.NONE);
      if (pages != null && term.getValue() < 1) {
        demoted.add(new DemotedTerm(term.getKey(), pages, term.getValue()));
      }
    }
    return demoted;
  }

  private static float kept(List<DemotedTerm> demoted, int doc) throws IOException {
    float kept = 1;
    for (DemotedTerm one : demoted) {
      kept *= one.has(doc) ? one.kept : 1;
    }
    return kept;
  }

  private final class Demoting extends FilterWeight {
    Demoting(Weight in) {
      super(Demotion.this, in);
    }

    @Override
    public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
      Explanation part = in.explain(leaf, doc);
      for (DemotedTerm one : in(leaf)) {
        if (part.isMatch() && one.has(doc)) {
          part =
              Explanation.match(
                  part.getValue().floatValue() * one.kept,
                  String.format(Locale.ROOT, "demoted (%s): %.3g of", one.term, one.kept),
                  part);
        }
      }
      return part;
    }

    @Override
    public Scorer scorer(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = scorerSupplier(leaf);
      return supplier == null ? null : supplier.get(Long.MAX_VALUE);
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = in.scorerSupplier(leaf);
      List<DemotedTerm> demoted = in(leaf);
      return supplier == null || demoted.isEmpty()
          ? supplier
          : new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) throws IOException {
              return scorer(supplier.get(leadCost), demoted);
            }

            @Override
            public long cost() {
              return supplier.cost();
            }
          };
    }

    private Scorer scorer(Scorer whole, List<DemotedTerm> demoted) {
      return new FilterScorer(whole, this) {
        @Override
        public float score() throws IOException {
          return in.score() * kept(demoted, docID());
        }

        @Override
        public void setMinCompetitiveScore(float least) throws IOException {
          in.setMinCompetitiveScore(least);
        }

        @Override
        public int advanceShallow(int target) throws IOException {
          return in.advanceShallow(target);
        }

        @Override
        public float getMaxScore(int upTo) throws IOException {
          return in.getMaxScore(upTo);
        }
      };
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return "demoted(" + in.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && in.equals(((Demotion) other).in)
        && kept.equals(((Demotion) other).kept);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + 31 * in.hashCode() + kept.hashCode();
  }
}
