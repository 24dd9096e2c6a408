package org.orbweaver.index.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
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
  private static final int REMEMBERED_CHARS = 200_000;

  /** A stem that is in none of these is hardly in another. */
  private static final List<IndexField> TEXTS =
      List.of(
          IndexField.MAIN, IndexField.BODY, IndexField.TITLE, IndexField.ANCHOR, IndexField.META);

  private final IndexReader reader;
  private final boolean isPart;
  private final List<String> languages = new ArrayList<>();

  /** The zones that have a stem. Most stems are in none: a word has one in each language. */
  private final Cache<String, Set<IndexField>> zones =
      Caffeine.newBuilder().maximumSize(REMEMBERED_STEMS).build();

  /** People search the same words again and again, and each is stemmed in all languages. */
  private final Cache<String, List<Analysis.Word>> words =
      Caffeine.newBuilder()
          .maximumWeight(REMEMBERED_CHARS)
          .weigher((String text, List<Analysis.Word> known) -> text.length())
          .build();

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
    List<Analysis.Word> known = words.getIfPresent(text);
    if (known == null) {
      known = analysed(text);
      words.put(text, known);
    }
    return known;
  }

  private List<Analysis.Word> analysed(String text) throws IOException {
    List<Analysis.Word> words = new ArrayList<>();
    for (Analysis.Word word : Analysis.words(text, languages)) {
      List<String> present = new ArrayList<>();
      for (String stem : word.stems()) {
        if (Analysis.isWord(stem) || !zones(stem).isEmpty()) {
          present.add(stem);
        }
      }
      words.add(new Analysis.Word(word.exact(), List.copyOf(present)));
    }
    return List.copyOf(words);
  }

  /**
   * Whether a zone may have a stem that {@link #words} gave: a search need not look it up in the
   * others.
   */
  public boolean mayHave(IndexField zone, String stem) {
    Set<IndexField> known = isPart || Analysis.isWord(stem) ? null : zones.getIfPresent(stem);
    return known == null || known.contains(zone);
  }

  private Set<IndexField> zones(String stem) throws IOException {
    Set<IndexField> known = zones.getIfPresent(stem);
    if (known == null) {
      known = EnumSet.noneOf(IndexField.class);
      addZones(stem, isPart ? IndexField.zones() : TEXTS, known);
      if (!isPart && !known.isEmpty()) {
        addZones(stem, IndexField.zones(), known);
      }
      zones.put(stem, known);
    }
    return known;
  }

  private void addZones(String stem, List<IndexField> searched, Set<IndexField> found)
      throws IOException {
    for (IndexField zone : searched) {
      if (reader.docFreq(new Term(zone.fieldName(), stem)) > 0) {
        found.add(zone);
      }
    }
  }
}
