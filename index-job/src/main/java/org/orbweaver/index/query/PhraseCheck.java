package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.index.statistics.StatisticsReaders;

/**
 * Looks for a phrase in the stored text of pages, one by one. Headings and prominent text are not
 * stored on their own, but the text contains them; the end of a text that is longer than the stored
 * part is not checked.
 */
final class PhraseCheck {
  private PhraseCheck() {}

  /** Of the pages that a query finds, those with the phrase in a zone, as time allows. */
  static Query pages(
      IndexReader reader,
      QueryTimeout timeout,
      Query candidates,
      List<String> phrase,
      List<IndexField> zones)
      throws IOException {
    List<BytesRef> urls = new ArrayList<>();
    IndexSearcher searcher = new IndexSearcher(reader);
    var weight =
        searcher.createWeight(searcher.rewrite(candidates), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : reader.leaves()) {
      Scorer scorer = StatisticsReaders.isElsewhere(leaf) ? null : weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      StoredDocuments pages = new StoredDocuments(leaf.reader());
      DocIdSetIterator docs = scorer.iterator();
      while (!timeout.shouldExit() && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live != null && !live.get(docs.docID())) {
          continue;
        }
        Document page = pages.document(docs.docID());
        if (zones.stream().anyMatch(zone -> hasPhrase(page, zone, phrase))) {
          urls.add(Documents.urlTerm(StoredDocuments.text(page, IndexField.URL)));
        }
      }
    }
    return new TermInSetQuery(IndexField.URL.fieldName(), urls);
  }

  private static boolean hasPhrase(Document page, IndexField zone, List<String> phrase) {
    boolean isStemmed = Analysis.isEnglish(StoredDocuments.text(page, IndexField.LANG));
    String text =
        zone == IndexField.URL_PARTS
            ? UrlParts.words(StoredDocuments.text(page, IndexField.URL))
            : StoredDocuments.text(page, zone);
    // No phrase spans two anchors.
    List<String> texts = zone == IndexField.ANCHOR ? text.lines().toList() : List.of(text);
    return texts.stream().anyMatch(one -> hasPhrase(Analysis.words(one), isStemmed, phrase));
  }

  /** A stem in a word's place matches, too, as in the index. */
  private static boolean hasPhrase(List<Word> words, boolean isStemmed, List<String> phrase) {
    return IntStream.rangeClosed(0, words.size() - phrase.size())
        .anyMatch(
            at ->
                IntStream.range(0, phrase.size())
                    .allMatch(i -> isWord(words.get(at + i), isStemmed, phrase.get(i))));
  }

  private static boolean isWord(Word word, boolean isStemmed, String form) {
    return form.equals(word.exact()) || (isStemmed && word.stems().contains(form));
  }
}
