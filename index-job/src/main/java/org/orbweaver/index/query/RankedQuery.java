package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * Finds the pages of a query and scores them by kept · (words + bonuses) + ranks.
 *
 * <p>The bonuses are scores of words that occur together; like the ranks, they match no page by
 * themselves. They have bounds, and the positions of a page's words are read only if the page can
 * be among the best with all the bonuses for which it has the words. Pages are skipped, too, where
 * words and ranks have block-max bounds below the least score wanted and no bonus applies.
 *
 * @see RankedScorer#setLeastWanted
 */
public final class RankedQuery extends Query {
  private final Query words;
  private final List<Query> bonuses;
  private final Map<Term, Float> kept;
  private final List<Query> ranks;

  private RankedQuery(Query words, List<Query> bonuses, Map<Term, Float> kept, List<Query> ranks) {
    this.words = words;
    this.bonuses = List.copyOf(bonuses);
    this.kept = Map.copyOf(kept);
    this.ranks = List.copyOf(ranks);
  }

  /**
   * @param words which decides what matches
   * @param bonuses which add to the score
   */
  public RankedQuery(Query words, List<Query> bonuses) {
    this(words, bonuses, Map.of(), List.of());
  }

  /** What decides which pages match. */
  public Query words() {
    return words;
  }

  /** What adds to the score of the words. */
  public List<Query> bonuses() {
    return bonuses;
  }

  /** The same bonuses, kept shares and ranks for other words. */
  public RankedQuery withWords(Query other) {
    return new RankedQuery(other, bonuses, kept, ranks);
  }

  /**
   * The same with a lower score for some pages.
   *
   * @param shares that pages with a term keep, from 0 to 1
   */
  RankedQuery keeping(Map<Term, Float> shares) {
    return new RankedQuery(words, bonuses, shares, ranks);
  }

  /** The same plus static ranks. */
  RankedQuery plus(List<Query> staticRanks) {
    return new RankedQuery(words, bonuses, kept, staticRanks);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    RankedQuery rewritten =
        new RankedQuery(
            searcher.rewrite(words),
            rewritten(bonuses, searcher),
            kept,
            rewritten(ranks, searcher));
    return rewritten.equals(this) ? this : rewritten;
  }

  private static List<Query> rewritten(List<Query> queries, IndexSearcher searcher)
      throws IOException {
    List<Query> rewritten = new ArrayList<>();
    for (Query query : queries) {
      rewritten.add(searcher.rewrite(query));
    }
    return rewritten;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    Weight weight = searcher.createWeight(words, mode, boost);
    return mode.needsScores()
        ? new RankedWeight(
            weight, weights(bonuses, searcher, boost), weights(ranks, searcher, boost))
        : weight;
  }

  private static List<Weight> weights(List<Query> queries, IndexSearcher searcher, float boost)
      throws IOException {
    List<Weight> weights = new ArrayList<>();
    for (Query query : queries) {
      weights.add(searcher.createWeight(query, ScoreMode.COMPLETE, boost));
    }
    return weights;
  }

  /** A term whose pages keep a share of their score. */
  private record DemotedTerm(Term term, PostingsEnum pages, float kept) {
    boolean has(int doc) throws IOException {
      return (pages.docID() < doc ? pages.advance(doc) : pages.docID()) == doc;
    }
  }

  private List<DemotedTerm> demoted(LeafReaderContext leaf) throws IOException {
    List<DemotedTerm> demoted = new ArrayList<>();
    for (Map.Entry<Term, Float> term : kept.entrySet()) {
      PostingsEnum pages = leaf.reader().postings(term.getKey(), PostingsEnum.NONE);
      if (pages != null && term.getValue() < 1) {
        demoted.add(new DemotedTerm(term.getKey(), pages, term.getValue()));
      }
    }
    return demoted;
  }

  private final class RankedWeight extends FilterWeight {
    private final List<Weight> ofBonuses;
    private final List<Weight> ofRanks;

    RankedWeight(Weight ofWords, List<Weight> ofBonuses, List<Weight> ofRanks) {
      super(RankedQuery.this, ofWords);
      this.ofBonuses = ofBonuses;
      this.ofRanks = ofRanks;
    }

    @Override
    public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
      Explanation part = in.explain(leaf, doc);
      if (!part.isMatch()) {
        return part;
      }
      part = sum(part, ofBonuses, leaf, doc);
      for (DemotedTerm one : demoted(leaf)) {
        if (one.has(doc)) {
          part =
              Explanation.match(
                  part.getValue().floatValue() * one.kept,
                  String.format(Locale.ROOT, "demoted (%s): %.3g of", one.term, one.kept),
                  part);
        }
      }
      return sum(part, ofRanks, leaf, doc);
    }

    private static Explanation sum(
        Explanation first, List<Weight> more, LeafReaderContext leaf, int doc) throws IOException {
      List<Explanation> parts = new ArrayList<>(List.of(first));
      double added = 0;
      for (Weight weight : more) {
        Explanation part = weight.explain(leaf, doc);
        if (part.isMatch()) {
          parts.add(part);
          added += part.getValue().doubleValue();
        }
      }
      return parts.size() == 1
          ? first
          : Explanation.match(first.getValue().floatValue() + (float) added, "sum of:", parts);
    }

    @Override
    public Scorer scorer(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = scorerSupplier(leaf);
      return supplier == null ? null : supplier.get(Long.MAX_VALUE);
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = in.scorerSupplier(leaf);
      return supplier == null
          ? null
          : new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) throws IOException {
              return new RankedScorer(
                  RankedWeight.this,
                  supplier.get(leadCost),
                  additions(ofBonuses, leaf),
                  demoted(leaf),
                  additions(ofRanks, leaf));
            }

            @Override
            public long cost() {
              return supplier.cost();
            }
          };
    }

    private static List<Addition> additions(List<Weight> weights, LeafReaderContext leaf)
        throws IOException {
      List<Addition> additions = new ArrayList<>();
      for (Weight weight : weights) {
        Scorer scorer = weight.scorer(leaf);
        if (scorer != null) {
          additions.add(new Addition(scorer));
        }
      }
      return additions;
    }
  }

  /** What adds to the score of pages that match otherwise. */
  private static final class Addition {
    private final Scorer scorer;

    /** Null if all {@link #pages} have it. */
    private final TwoPhaseIterator check;

    /** Those that may have it, by their words. */
    private final DocIdSetIterator pages;

    /** The most that it adds. */
    private final float most;

    Addition(Scorer scorer) throws IOException {
      this.scorer = scorer;
      check = scorer.twoPhaseIterator();
      pages = check == null ? scorer.iterator() : check.approximation();
      scorer.advanceShallow(0);
      most = scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS);
    }

    /** The first page from this one on that may have it. */
    int next(int doc) throws IOException {
      return pages.docID() < doc ? pages.advance(doc) : pages.docID();
    }

    boolean mayBeOn(int doc) throws IOException {
      return next(doc) == doc;
    }

    /** What it adds to the score of the page at which it is; reads positions if it needs them. */
    float score() throws IOException {
      return check == null || check.matches() ? scorer.score() : 0;
    }
  }

  /** Scores pages, less exactly those that do not reach the least score wanted. */
  public static final class RankedScorer extends Scorer {
    /** Sums of floats in another order may be this much larger, in proportion. */
    private static final double ROUNDING = 1 + 1e-6;

    private final Scorer words;
    private final List<Addition> bonuses;
    private final List<DemotedTerm> demoted;
    private final List<Addition> ranks;

    /** Null if all pages of {@link #pages} match. */
    private final TwoPhaseIterator check;

    /** Those that may match, as far as they may have the least score required. */
    private final DocIdSetIterator pages;

    private float leastWanted;
    private float leastRequired;

    private RankedScorer(
        Weight weight,
        Scorer words,
        List<Addition> bonuses,
        List<DemotedTerm> demoted,
        List<Addition> ranks) {
      super(weight);
      this.words = words;
      this.bonuses = bonuses;
      this.demoted = demoted;
      this.ranks = ranks;
      check = words.twoPhaseIterator();
      pages = new CompetitivePages(check == null ? words.iterator() : check.approximation());
    }

    /**
     * From here on, the score of a page that does not reach this is not needed: {@link #score} may
     * return one that is too low. Unlike {@link #setMinCompetitiveScore}, no page is skipped.
     *
     * @param score which never falls
     */
    public void setLeastWanted(float score) {
      leastWanted = score;
    }

    @Override
    public void setMinCompetitiveScore(float score) {
      leastWanted = score;
      leastRequired = score;
    }

    @Override
    public int docID() {
      return pages.docID();
    }

    @Override
    public DocIdSetIterator iterator() {
      return check == null ? pages : TwoPhaseIterator.asDocIdSetIterator(twoPhaseIterator());
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
      return check == null
          ? null
          : new TwoPhaseIterator(pages) {
            @Override
            public boolean matches() throws IOException {
              return check.matches();
            }

            @Override
            public float matchCost() {
              return check.matchCost();
            }
          };
    }

    @Override
    public float score() throws IOException {
      int doc = docID();
      float ofRanks = 0;
      for (Addition rank : ranks) {
        ofRanks += rank.mayBeOn(doc) ? rank.score() : 0;
      }
      float share = 1;
      for (DemotedTerm one : demoted) {
        share *= one.has(doc) ? one.kept : 1;
      }
      float ofWords = words.score();
      double possible = possibleBonuses(doc);
      double found = 0;
      for (Addition bonus : bonuses) {
        if (bonus.mayBeOn(doc)) {
          double text = ofWords + found + possible;
          if ((share * text + ofRanks) * ROUNDING < leastWanted) {
            break;
          }
          found += bonus.score();
          possible -= bonus.most;
        }
      }
      return share * (ofWords + (float) found) + ofRanks;
    }

    /** The most that bonuses can add to a page, by the words that it has. */
    private double possibleBonuses(int doc) throws IOException {
      double sum = 0;
      for (Addition bonus : bonuses) {
        sum += bonus.mayBeOn(doc) ? bonus.most : 0;
      }
      return sum;
    }

    @Override
    public int advanceShallow(int target) throws IOException {
      int upTo = words.advanceShallow(target);
      for (Addition rank : ranks) {
        if (rank.scorer.docID() <= target) {
          upTo = Math.min(upTo, rank.scorer.advanceShallow(target));
        } else {
          upTo = Math.min(upTo, rank.scorer.docID() - 1);
        }
      }
      return upTo;
    }

    @Override
    public float getMaxScore(int upTo) throws IOException {
      double sum = mostWithoutBonuses(upTo);
      for (Addition bonus : bonuses) {
        sum += bonus.most;
      }
      return (float) (sum * ROUNDING);
    }

    private double mostWithoutBonuses(int upTo) throws IOException {
      double sum = words.getMaxScore(upTo);
      for (Addition rank : ranks) {
        sum += rank.scorer.docID() <= upTo ? rank.scorer.getMaxScore(upTo) : 0;
      }
      return sum;
    }

    @Override
    public Collection<ChildScorable> getChildren() {
      List<ChildScorable> children = new ArrayList<>();
      children.add(new ChildScorable(words, Occur.MUST.name()));
      bonuses.forEach(bonus -> children.add(new ChildScorable(bonus.scorer, Occur.SHOULD.name())));
      ranks.forEach(rank -> children.add(new ChildScorable(rank.scorer, Occur.SHOULD.name())));
      return children;
    }

    /** Skips pages whose bounds are below the least score required. */
    private final class CompetitivePages extends DocIdSetIterator {
      private final DocIdSetIterator matching;

      /** The end of the block that was looked at last, inclusive; -1 if none was. */
      private int upTo = -1;

      /** The most that words and ranks give a page of the block. */
      private double most;

      CompetitivePages(DocIdSetIterator matching) {
        this.matching = matching;
      }

      @Override
      public int docID() {
        return matching.docID();
      }

      @Override
      public int nextDoc() throws IOException {
        return advance(docID() + 1);
      }

      @Override
      public long cost() {
        return matching.cost();
      }

      @Override
      public int advance(int target) throws IOException {
        int doc = target;
        while (leastRequired > 0) {
          int from = competitive(doc);
          if (matching.docID() >= from) {
            return matching.docID();
          }
          doc = matching.advance(from);
        }
        return matching.advance(doc);
      }

      /** The first page from this one on whose bounds reach the least score required. */
      private int competitive(int target) throws IOException {
        int doc = target;
        while (doc != NO_MORE_DOCS) {
          if (doc > upTo) {
            upTo = advanceShallow(doc);
            most = mostWithoutBonuses(upTo);
          }
          if (most * ROUNDING >= leastRequired) {
            return doc;
          }
          // Words and ranks alone do not suffice in this block.
          int next = NO_MORE_DOCS;
          for (Addition bonus : bonuses) {
            next = Math.min(next, bonus.next(doc));
          }
          if (next > upTo) {
            doc = upTo == NO_MORE_DOCS ? NO_MORE_DOCS : upTo + 1;
          } else if ((most + possibleBonuses(next)) * ROUNDING >= leastRequired) {
            return next;
          } else {
            doc = next + 1;
          }
        }
        return doc;
      }
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    words.visit(visitor.getSubVisitor(Occur.MUST, this));
    QueryVisitor optional = visitor.getSubVisitor(Occur.SHOULD, this);
    bonuses.forEach(bonus -> bonus.visit(optional));
    ranks.forEach(rank -> rank.visit(optional));
  }

  @Override
  public String toString(String field) {
    return "kept" + kept + " * (" + words.toString(field) + " " + bonuses + ") + " + ranks;
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && words.equals(((RankedQuery) other).words)
        && bonuses.equals(((RankedQuery) other).bonuses)
        && kept.equals(((RankedQuery) other).kept)
        && ranks.equals(((RankedQuery) other).ranks);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + Objects.hash(words, bonuses, kept, ranks);
  }
}
