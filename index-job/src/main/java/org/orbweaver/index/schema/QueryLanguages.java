package org.orbweaver.index.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** Pages by stem. Most are in none: a word has a stem in each language. */
  private final Cache<String, Integer> pages =
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

  /**
   * The words of a text, with those of their stems that are in the index.
   *
   * @param wanted languages of the stems, as pages name them; empty: all. English stems, and of
   *     each word that which most pages have, are searched in any case: readers know more languages
   *     than their browsers name.
   */
  public List<Analysis.Word> words(String text, Collection<String> wanted) throws IOException {
    Set<String> chosen = new HashSet<>();
    wanted.forEach(tag -> Stemmer.of(tag).ifPresent(chosen::add));
    List<Analysis.Word> words = new ArrayList<>();
    for (Analysis.Word word : Analysis.words(text, languages)) {
      Map<String, Integer> present = new LinkedHashMap<>();
      for (String stem : word.stems()) {
        int has = Analysis.isWord(stem) ? Integer.MAX_VALUE : pages(stem);
        if (has > 0) {
          present.put(stem, has);
        }
      }
      // A part of an index does not know which stem most pages have.
      if (!wanted.isEmpty() && !isPart) {
        int most =
            present.keySet().stream()
                .filter(stem -> !Analysis.isWord(stem))
                .mapToInt(present::get)
                .max()
                .orElse(0);
        present
            .entrySet()
            .removeIf(
                stem ->
                    stem.getValue() < most
                        && chosen.stream()
                            .noneMatch(language -> Stemmer.isTagged(stem.getKey(), language)));
      }
      words.add(new Analysis.Word(word.exact(), List.copyOf(present.keySet())));
    }
    return words;
  }

  /** The number of pages that have a stem in their text; if none has it there, in another zone. */
  private int pages(String stem) throws IOException {
    Integer known = pages.getIfPresent(stem);
    if (known == null) {
      known = 0;
      for (IndexField zone : isPart ? IndexField.zones() : TEXTS) {
        int has = reader.docFreq(new Term(zone.fieldName(), stem));
        known = known == 0 ? has : known;
        if (known > 0 && !isPart) {
          break;
        }
      }
      pages.put(stem, known);
    }
    return known;
  }
}
