package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.FILTER;
import static org.apache.lucene.search.BooleanClause.Occur.MUST;

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
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.grouping.GroupDocs;
import org.apache.lucene.search.grouping.SearchGroup;
import org.apache.lucene.search.grouping.TermGroupSelector;
import org.apache.lucene.search.grouping.TopGroupsCollector;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;

/**
 * Folds near-duplicates: one page of each group is shown, at the rank of the group's best page.
 * That rank depends on the query alone, so that pages of results neither overlap nor leave gaps.
 */
final class DuplicateGroups {
  /** Most matches scanned for enough pages that are not near-duplicates. */
  private static final int MAX_SCANNED = 50_000;

  /** The representative, else the newest, else the first by URL. */
  private static final Sort TO_SHOW_FIRST =
      new Sort(
          new SortField(IndexField.REPRESENTATIVE.fieldName(), SortField.Type.LONG, true),
          new SortField(IndexField.DATE.fieldName(), SortField.Type.LONG, true),
          new SortField(IndexField.URL.fieldName(), SortField.Type.STRING));

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
  interface FurtherSearch {
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
    LeafReaderContext leaf = StoredDocuments.leaf(searcher.getIndexReader(), doc);
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
  List<ScoreDoc> folded(TopDocs first, FurtherSearch best, int top) throws IOException {
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
  static <T> CollectorManager<?, T> without(Set<String> names, CollectorManager<?, T> best) {
    return names.isEmpty()
        ? best
        : ResultCounter.wrapping(
            best,
            collector ->
                new FilterCollector(collector) {
                  @Override
                  public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
                    return without(names, super.getLeafCollector(leaf), leaf);
                  }
                });
  }

  private static LeafCollector without(
      Set<String> names, LeafCollector collector, LeafReaderContext leaf) throws IOException {
    SortedDocValues groups = DocValues.getSorted(leaf.reader(), IndexField.GROUP.fieldName());
    BitSet left = new BitSet();
    for (String name : names) {
      int group = groups.lookupTerm(new BytesRef(name));
      left.set(Math.max(0, group), Math.max(0, group + 1));
    }
    return new FilterLeafCollector(collector) {
      @Override
      public void collect(int doc) throws IOException {
        if (!groups.advanceExact(doc) || !left.get(groups.ordValue())) {
          super.collect(doc);
        }
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
    Map<Term, Front> fronts = new HashMap<>();
    Map<String, List<Term>> byField = terms.stream().collect(Collectors.groupingBy(Term::field));
    for (Map.Entry<String, List<Term>> ofField : byField.entrySet()) {
      List<BytesRef> values = ofField.getValue().stream().map(Term::bytes).toList();
      for (GroupDocs<BytesRef> found : members(ofField.getKey(), values, text)) {
        if (found.scoreDocs.length > 0) {
          FieldDoc page = (FieldDoc) found.scoreDocs[0];
          fronts.put(
              new Term(ofField.getKey(), found.groupValue),
              new Front(page, (int) found.totalHits.value - 1, (Long) page.fields[0]));
        }
      }
    }
    ScoreDoc[] pages = fronts.values().stream().map(Front::page).toArray(ScoreDoc[]::new);
    TopFieldCollector.populateScores(pages, searcher, ranked);
    fronts.replaceAll((term, front) -> front.withScore(front.page().score));
    return fronts;
  }

  /** The matching pages by the value of a field, the one to show first. */
  private GroupDocs<BytesRef>[] members(String field, List<BytesRef> values, Query text)
      throws IOException {
    List<SearchGroup<BytesRef>> groups = new ArrayList<>();
    for (BytesRef value : values) {
      SearchGroup<BytesRef> group = new SearchGroup<>();
      group.groupValue = value;
      group.sortValues = new Object[0];
      groups.add(group);
    }
    // There may be more values than a BooleanQuery's limit of clauses.
    Query members =
        new BooleanQuery.Builder()
            .add(text, MUST)
            .add(new TermInSetQuery(field, values), FILTER)
            .build();
    return searcher.search(
        members,
        new CollectorManager<TopGroupsCollector<BytesRef>, GroupDocs<BytesRef>[]>() {
          @Override
          public TopGroupsCollector<BytesRef> newCollector() {
            return new TopGroupsCollector<>(
                new TermGroupSelector(field), groups, Sort.INDEXORDER, TO_SHOW_FIRST, 1, false);
          }

          @Override
          public GroupDocs<BytesRef>[] reduce(Collection<TopGroupsCollector<BytesRef>> found) {
            return found.iterator().next().getTopGroups(0).groups; // the searcher has no threads
          }
        });
  }
}
