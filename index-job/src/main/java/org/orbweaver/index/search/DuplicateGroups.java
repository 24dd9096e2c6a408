package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.FILTER;
import static org.apache.lucene.search.BooleanClause.Occur.MUST;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.IndexField;

/**
 * Folds near-duplicates: of each group one page is shown, at the place of the group's best. That
 * place depends on the query alone, so that pages of results neither overlap nor leave gaps.
 */
final class DuplicateGroups {
  /** Matches looked at, at most, for enough pages that are not near-duplicates. */
  private static final int MAX_SCANNED = 50_000;

  private static final Sort REPRESENTATIVE_THEN_NEWEST =
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
   * @param page it, or the single page
   * @param others how many more of the group match
   * @param representative 1 if it is the one to keep by the policy of duplicates
   */
  record Front(ScoreDoc page, int others, long representative) {
    /** With the score by which it was found; that of a second look may differ in the last bit. */
    Front withScore(float score) {
      return new Front(new FieldDoc(page.doc, score, new Object[] {score}), others, representative);
    }
  }

  /** Finds the best matches. */
  interface Best {
    TopDocs of(int top) throws IOException;
  }

  /** The group of a document, or empty. */
  String of(int doc) throws IOException {
    return value(doc, IndexField.GROUP).utf8ToString();
  }

  /** The URL of a document, to order pages by. */
  BytesRef url(int doc) {
    try {
      return value(doc, IndexField.URL);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BytesRef value(int doc, IndexField field) throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    SortedDocValues values = leaf.reader().getSortedDocValues(field.fieldName());
    return values != null && values.advanceExact(doc - leaf.docBase)
        ? BytesRef.deepCopyOf(values.lookupOrd(values.ordValue()))
        : new BytesRef();
  }

  /**
   * The best page of each group and those without one. Where a group takes more than half of what
   * was found, more is looked for, four times as many each time, up to {@link #MAX_SCANNED}.
   */
  List<ScoreDoc> folded(TopDocs first, Best best, int top) throws IOException {
    TopDocs found = first;
    for (int scanned = top; ; ) {
      List<ScoreDoc> shown = new ArrayList<>();
      Set<String> groups = new HashSet<>();
      for (ScoreDoc hit : found.scoreDocs) {
        String group = of(hit.doc);
        if (shown.size() < top && (group.isEmpty() || groups.add(group))) {
          shown.add(hit);
        }
      }
      boolean isAll = found.scoreDocs.length < scanned || scanned >= MAX_SCANNED;
      if (shown.size() == top || isAll) {
        return shown;
      }
      scanned = Math.min(MAX_SCANNED, 4 * scanned);
      found = best.of(scanned);
    }
  }

  /**
   * Of a group's matching members the one to keep by the policy of duplicates, else the newest, in
   * place of the best.
   */
  Front front(ScoreDoc best, Query text, Query ranked) throws IOException {
    String group = of(best.doc);
    return group.isEmpty()
        ? new Front(best, 0, 0)
        : front(new Term(IndexField.GROUP.fieldName(), group), text, ranked).orElseThrow();
  }

  /** The same of the matching pages with a term, if there is one. */
  Optional<Front> front(Term term, Query text, Query ranked) throws IOException {
    Query members =
        new BooleanQuery.Builder().add(text, MUST).add(new TermQuery(term), FILTER).build();
    TopDocs first =
        searcher.search(
            members,
            new TopFieldCollectorManager(REPRESENTATIVE_THEN_NEWEST, 1, null, Integer.MAX_VALUE));
    if (first.scoreDocs.length == 0) {
      return Optional.empty();
    }
    FieldDoc front = (FieldDoc) first.scoreDocs[0];
    TopFieldCollector.populateScores(first.scoreDocs, searcher, ranked);
    return Optional.of(
        new Front(
            new FieldDoc(front.doc, front.score, new Object[] {front.score}),
            Math.toIntExact(first.totalHits.value - 1),
            (Long) front.fields[0]));
  }
}
