package org.orbweaver.index.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.orbweaver.index.eval.Evaluation.Ranked;
import org.orbweaver.index.query.Cosine;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.search.SearchIndex;

/**
 * Ranks all pages that have any word of a text, by these words alone: for the topics of test
 * collections, which are sentences, not queries in the language of {@link QueryParser}.
 */
public final class TopicSearch {
  /** Topics are long: words times zones times forms. */
  private static final int MAX_CLAUSES = 1 << 16;

  private final IndexReader reader;
  private final IndexSearcher searcher;
  private final Ranking ranking;
  private final List<IndexField> zones = new ArrayList<>();

  /** Searches an open index. */
  public TopicSearch(SearchIndex index) throws IOException {
    reader = index.reader();
    ranking = index.ranking();
    searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new Scoring());
    IndexSearcher.setMaxClauseCount(MAX_CLAUSES);
    for (IndexField zone : IndexField.zones()) {
      // A document's name is not part of its text.
      if (zone != IndexField.URL_PARTS && MultiTerms.getTerms(reader, zone.fieldName()) != null) {
        zones.add(zone);
      }
    }
  }

  /**
   * Pages by score.
   *
   * @param accumulators used by the cosine; 0 for BM25
   */
  public record RankedList(List<Ranked> pages, int accumulators) {}

  /**
   * The best pages for a text.
   *
   * @param cosine how to limit its accumulators; empty: BM25
   */
  public RankedList rank(String text, int top, Optional<Cosine.Limit> cosine) throws IOException {
    List<Word> words = Analysis.withoutStopWords(Analysis.words(text));
    List<Ranked> pages = new ArrayList<>();
    if (cosine.isPresent()) {
      Cosine.CosineRanking result = Cosine.search(reader, words, top, cosine.get());
      for (Cosine.Scored page : result.best()) {
        pages.add(new Ranked(url(page.doc()), page.score()));
      }
      return new RankedList(pages, result.accumulators());
    }
    for (ScoreDoc page : searcher.search(ranking.any(words, zones), top).scoreDocs) {
      pages.add(new Ranked(url(page.doc), page.score));
    }
    return new RankedList(pages, 0);
  }

  private String url(int doc) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    SortedDocValues urls = leaf.reader().getSortedDocValues(IndexField.URL.fieldName());
    if (urls == null || !urls.advanceExact(doc - leaf.docBase)) {
      throw new IOException("document " + doc + " has no URL");
    }
    return urls.lookupOrd(urls.ordValue()).utf8ToString();
  }
}
