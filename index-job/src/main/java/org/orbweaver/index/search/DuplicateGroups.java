package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.FILTER;
import static org.apache.lucene.search.BooleanClause.Occur.MUST;
import static org.apache.lucene.search.BooleanClause.Occur.SHOULD;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.IndexField;

/**
 * Folds near-duplicates: one page of each group is shown, at the rank of the group's best page.
 * That rank depends on the query alone, so that pages of results neither overlap nor leave gaps.
 */
final class DuplicateGroups {
  /** Most matches scanned for enough pages that are not near-duplicates. */
  private static final int MAX_SCANNED = 50_000;

  private final IndexSearcher searcher;

  DuplicateGroups(IndexSearcher searcher) {
    this.searcher = searcher;
  }

  /**
   * The page of a group that is shown.
   *
   * @param page the page shown
   * @param others how many more of the group match
   * @param representative 1 if it is the one to keep by the policy of duplicates
   */
  record Front(ScoreDoc page, int others, long representative) {
    /** With the score by which it was found; a second search may differ in the last bit. */
    Front withScore(float score) {
      return new Front(new FieldDoc(page.doc, score, new Object[] {score}), others, representative);
    }
  }

  /** Finds the best matches that are in none of some groups. */
  interface Best {
    TopDocs of(int top, Set<String> without) throws IOException;
  }

  /** The group of a document, or empty. */
  String of(int doc) {
    return value(doc, IndexField.GROUP).utf8ToString();
  }

  /** The URL of a document, to order pages by. */
  BytesRef url(int doc) {
    return value(doc, IndexField.URL);
  }

  /** How many matches to scan first: groups are common, and a second search costs more. */
  static int scanned(int top) {
    return 2 * top;
  }

  private BytesRef value(int doc, IndexField field) {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    try {
      SortedDocValues values = leaf.reader().getSortedDocValues(field.fieldName());
      return values != null && values.advanceExact(doc - leaf.docBase)
          ? BytesRef.deepCopyOf(values.lookupOrd(values.ordValue()))
          : new BytesRef();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The best page of each group and the pages without one, in order. If folding leaves too few, it
   * searches again for four times as many, up to {@link #MAX_SCANNED}, without the groups already
   * known: a group of a million pages costs one more search.
   *
   * @param first the best {@link #scanned} matches
   */
  List<ScoreDoc> folded(TopDocs first, Best best, int top) throws IOException {
    TopDocs found = first;
    Map<String, ScoreDoc> known = new LinkedHashMap<>();
    for (int scanned = scanned(top); ; ) {
      // Each search reaches at least as far as the one before, and past the best of known groups.
      List<ScoreDoc> shown = new ArrayList<>(known.values());
      for (ScoreDoc hit : found.scoreDocs) {
        String group = of(hit.doc);
        if (group.isEmpty() || known.putIfAbsent(group, hit) == null) {
          shown.add(hit);
        }
      }
      boolean isAll = found.scoreDocs.length < scanned || scanned >= MAX_SCANNED;
      if (shown.size() >= top || isAll) {
        shown.sort(
            Comparator.comparing((ScoreDoc hit) -> -(Float) ((FieldDoc) hit).fields[0])
                .thenComparing(hit -> url(hit.doc)));
        return shown.subList(0, Math.min(top, shown.size()));
      }
      scanned = Math.min(MAX_SCANNED, 4 * scanned);
      found = best.of(scanned, known.keySet());
    }
  }

  /**
   * Makes collectors skip the pages of some groups, for a searcher without threads. A clause of the
   * query would do so too, but may change the last bit of scores.
   */
  static <C extends Collector, T> CollectorManager<?, T> without(
      Set<String> names, CollectorManager<C, T> best) {
    if (names.isEmpty()) {
      return best;
    }
    return new CollectorManager<Collector, T>() {
      private C collector;

      @Override
      public Collector newCollector() throws IOException {
        collector = best.newCollector();
        return new FilterCollector(collector) {
          @Override
          public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
            SortedDocValues groups =
                DocValues.getSorted(leaf.reader(), IndexField.GROUP.fieldName());
            BitSet left = new BitSet();
            for (String name : names) {
              int group = groups.lookupTerm(new BytesRef(name));
              left.set(Math.max(0, group), Math.max(0, group + 1));
            }
            return new FilterLeafCollector(super.getLeafCollector(leaf)) {
              @Override
              public void collect(int doc) throws IOException {
                if (!groups.advanceExact(doc) || !left.get(groups.ordValue())) {
                  super.collect(doc);
                }
              }
            };
          }
        };
      }

      @Override
      public T reduce(Collection<Collector> collectors) throws IOException {
        return best.reduce(List.of(collector));
      }
    };
  }

  /** Replaces each group's best by the page to show; pages without a group stay. */
  List<Front> fronts(List<ScoreDoc> best, Query text, Query ranked) throws IOException {
    List<Optional<Term>> terms = new ArrayList<>();
    for (ScoreDoc hit : best) {
      terms.add(term(hit.doc));
    }
    Set<Term> all = terms.stream().flatMap(Optional::stream).collect(Collectors.toSet());
    Map<Term, Front> fronts = fronts(all, text, ranked);
    List<Front> shown = new ArrayList<>();
    for (ScoreDoc hit : best) {
      shown.add(terms.get(shown.size()).map(fronts::get).orElse(new Front(hit, 0, 0)));
    }
    return shown;
  }

  /** The term that all members of a page's group have; empty if it is in none. */
  private Optional<Term> term(int doc) {
    return Optional.of(of(doc)).filter(group -> !group.isEmpty()).map(DuplicateGroups::term);
  }

  static Term term(String group) {
    return new Term(IndexField.GROUP.fieldName(), group);
  }

  /**
   * The page to show of each group: of the matching members, the one to keep by the policy of
   * duplicates, else the newest. One search finds all, in memory for one page a group.
   *
   * @param terms of the groups, or of single pages, by their URLs
   * @return by term; terms without a matching page, or beyond the time limit, are missing
   */
  Map<Term, Front> fronts(Set<Term> terms, Query text, Query ranked) throws IOException {
    if (terms.isEmpty()) {
      return Map.of();
    }
    Map<String, List<BytesRef>> words = new HashMap<>();
    for (Term term : terms) {
      words.computeIfAbsent(term.field(), field -> new ArrayList<>()).add(term.bytes());
    }
    // There may be more than a BooleanQuery's limit of clauses.
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    words.forEach((field, each) -> any.add(new TermInSetQuery(field, each), SHOULD));
    Query members = new BooleanQuery.Builder().add(text, MUST).add(any.build(), FILTER).build();
    Map<Term, GroupMembers> found = searcher.search(members, GroupMembers.collecting(terms));
    ScoreDoc[] first = found.values().stream().map(GroupMembers::front).toArray(ScoreDoc[]::new);
    TopFieldCollector.populateScores(first, searcher, ranked);
    Map<Integer, Float> scores = new HashMap<>();
    for (ScoreDoc page : first) {
      scores.put(page.doc, page.score);
    }
    Map<Term, Front> fronts = new HashMap<>();
    found.forEach(
        (term, group) -> {
          ScoreDoc page = group.front();
          Front front = new Front(page, group.count() - 1, group.representative());
          fronts.put(term, front.withScore(scores.get(page.doc)));
        });
    return fronts;
  }
}
