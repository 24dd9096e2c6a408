package org.orbweaver.index.search;

import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.FilterScorable;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.orbweaver.index.query.RankedQuery;
import org.orbweaver.index.schema.IndexField;

/**
 * Counts the results of a query while the best are collected: pages, or, if folded, groups of
 * near-duplicates and pages without a group. Pages that cannot be among the best are skipped only
 * after the limit of the count is reached.
 *
 * <p>Memory: the names of the groups counted.
 */
final class ResultCounter {
  private final int counted;
  private final boolean fold;
  private final Set<String> groups = new HashSet<>();
  private long single;

  /**
   * @param counted how many results are counted
   * @param fold whether a group is one result
   */
  ResultCounter(int counted, boolean fold) {
    this.counted = counted;
    this.fold = fold;
  }

  /** Pages that are results of their own. */
  long single() {
    return single;
  }

  /** Names of the groups that are results. */
  Set<String> groups() {
    return groups;
  }

  /** True if there are more results than are counted; their number is not known. */
  boolean isOver() {
    return single + groups.size() > counted;
  }

  /** Counts what a searcher without threads collects. */
  <T> CollectorManager<Collector, T> counting(CollectorManager<?, T> best) {
    return wrapping(best, CountingCollector::new);
  }

  /** Wraps the collector of a searcher without threads. */
  static <C extends Collector, T> CollectorManager<Collector, T> wrapping(
      CollectorManager<C, T> best, UnaryOperator<Collector> wrapper) {
    return new CollectorManager<>() {
      private C collector;

      @Override
      public Collector newCollector() throws IOException {
        collector = best.newCollector();
        return wrapper.apply(collector);
      }

      @Override
      public T reduce(Collection<Collector> collectors) throws IOException {
        return best.reduce(List.of(collector));
      }
    };
  }

  private final class CountingCollector extends FilterCollector {
    CountingCollector(Collector best) {
      super(best);
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      return new CountingLeaf(
          super.getLeafCollector(leaf),
          DocValues.getSorted(leaf.reader(), IndexField.GROUP.fieldName()));
    }
  }

  private final class CountingLeaf extends FilterLeafCollector {
    private final SortedDocValues group;
    private final BitSet seen = new BitSet();
    private Scorable scorer;

    /** The score below which pages may be skipped once enough are counted. */
    private float withheld;

    CountingLeaf(LeafCollector best, SortedDocValues group) {
      super(best);
      this.group = group;
    }

    @Override
    public void setScorer(Scorable scorer) throws IOException {
      this.scorer = scorer;
      super.setScorer(
          new FilterScorable(scorer) {
            @Override
            public void setMinCompetitiveScore(float least) throws IOException {
              withheld = least;
              if (scorer instanceof RankedQuery.RankedScorer ranked) {
                ranked.setLeastWanted(least);
              }
              if (isOver()) {
                in.setMinCompetitiveScore(least);
              }
            }
          });
    }

    @Override
    public void collect(int doc) throws IOException {
      if (!isOver()) {
        count(doc);
        if (isOver() && withheld > 0) {
          scorer.setMinCompetitiveScore(withheld);
        }
      }
      super.collect(doc);
    }

    private void count(int doc) throws IOException {
      if (!fold || !group.advanceExact(doc)) {
        single++;
      } else if (!seen.get(group.ordValue())) {
        seen.set(group.ordValue());
        groups.add(group.lookupOrd(group.ordValue()).utf8ToString());
      }
    }
  }
}
