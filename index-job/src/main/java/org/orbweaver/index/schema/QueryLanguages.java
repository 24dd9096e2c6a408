package org.orbweaver.index.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;

/**
 * The languages in whose stems the words of a query are searched: those that at least {@value
 * #MANY} pages have, and English, by which pages of unknown languages are stemmed. Safe for use by
 * several threads.
 */
public final class QueryLanguages {
  /** By chance, a few pages are taken for any language. */
  private static final int MANY = 10;

  private static final int REMEMBERED_STEMS = 20_000;

  /** A stem that is in none of these is hardly in another. */
  private static final List<IndexField> TEXTS =
      List.of(
          IndexField.MAIN, IndexField.BODY, IndexField.TITLE, IndexField.ANCHOR, IndexField.META);

  private final IndexReader reader;
  private final boolean isPart;
  private final List<String> languages = new ArrayList<>();

  /** Most stems are in no page: a word has one in each language. */
  private final Cache<String, Boolean> isInIndex =
      Caffeine.newBuilder().maximumSize(REMEMBERED_STEMS).build();

  /**
   * Reads how many pages each language has.
   *
   * @param isPart true for a part of an index whose counts are to be added to those of others: then
   *     a language of one page counts, and all counts are read that any part may need
   */
  public QueryLanguages(IndexReader reader, boolean isPart) throws IOException {
    this.reader = reader;
    this.isPart = isPart;
    for (Map.Entry<String, List<String>> language : Stemmer.codes().entrySet()) {
      long pages = 0;
      for (String code : language.getValue()) {
        pages += code.isEmpty() ? 0 : reader.docFreq(new Term(IndexField.LANG.fieldName(), code));
      }
      if (pages >= (isPart ? 1 : MANY) || language.getKey().equals(Stemmer.ENGLISH)) {
        languages.add(language.getKey());
      }
    }
  }

  /** The words of a text, with those of their stems that are in the index. */
  public List<Analysis.Word> words(String text) throws IOException {
    List<Analysis.Word> words = new ArrayList<>();
    for (Analysis.Word word : Analysis.words(text, languages)) {
      List<String> present = new ArrayList<>();
      for (String stem : word.stems()) {
        if (Analysis.isWord(stem) || isInIndex(stem)) {
          present.add(stem);
        }
      }
      words.add(new Analysis.Word(word.exact(), List.copyOf(present)));
    }
    return words;
  }

  private boolean isInIndex(String stem) throws IOException {
    Boolean known = isInIndex.getIfPresent(stem);
    if (known == null) {
      known = false;
      for (IndexField zone : isPart ? IndexField.zones() : TEXTS) {
        known |= reader.docFreq(new Term(zone.fieldName(), stem)) > 0;
        if (known && !isPart) {
          break;
        }
      }
      isInIndex.put(stem, known);
    }
    return known;
  }
}
