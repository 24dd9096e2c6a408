package org.orbweaver.index.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.orbweaver.index.eval.Evaluation.Ranked;
import org.orbweaver.index.query.Cosine;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.QueryWords;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;

/**
 * Answers the topics of test collections as {@link SearchIndex} answers them when they are typed;
 * or by the cosine, for research.
 */
public final class TopicSearch {
  private final SearchIndex index;
  private final IndexReader reader;

  private final boolean feedback;

  /** Searches an open index. */
  public TopicSearch(SearchIndex index) {
    this(index, false);
  }

  /**
   * @param feedback whether to add words of the best pages to each topic; not with the cosine
   */
  public TopicSearch(SearchIndex index, boolean feedback) {
    this.index = index;
    this.feedback = feedback;
    reader = index.reader();
  }

  /**
   * Pages by score.
   *
   * @param accumulators used by the cosine; 0 for BM25
   */
  public record RankedList(List<Ranked> pages, int accumulators) {}

  /**
   * The best pages for a text, which need not be a query in the language of {@link QueryParser}.
   *
   * @param cosine how to limit its accumulators; empty: the ranking of searches
   */
  public RankedList rank(String text, int top, Optional<Cosine.Limit> cosine) throws IOException {
    List<Ranked> pages = new ArrayList<>();
    if (cosine.isPresent()) {
      List<Word> words = Analysis.withoutStopWords(Analysis.words(text));
      Cosine.CosineRanking result = Cosine.search(reader, words, top, cosine.get());
      for (Cosine.Scored page : result.best()) {
        pages.add(new Ranked(url(page.doc()), page.score()));
      }
      return new RankedList(pages, result.accumulators());
    }
    SearchRequest request =
        new SearchRequest(
            QueryWords.withoutOperators(text),
            0,
            top,
            false,
            false,
            false,
            false,
            feedback,
            List.of());
    for (ScoreDoc page : index.best(request).scoreDocs) {
      // Where pages tie, the score is in its field only.
      pages.add(new Ranked(url(page.doc), (Float) ((FieldDoc) page).fields[0]));
    }
    return new RankedList(pages, 0);
  }

  private String url(int doc) throws IOException {
    LeafReaderContext leaf = StoredDocuments.leaf(reader, doc);
    SortedDocValues urls = leaf.reader().getSortedDocValues(IndexField.URL.fieldName());
    if (urls == null || !urls.advanceExact(doc - leaf.docBase)) {
      throw new IOException("document " + doc + " has no URL");
    }
    return urls.lookupOrd(urls.ordValue()).utf8ToString();
  }
}
