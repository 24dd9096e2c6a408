package org.orbweaver.index.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;

/**
 * The languages in whose stems the words of a query are searched: those that at least {@value
 * #MANY} pages have, and English, by which pages of unknown languages are stemmed. Safe for use by
 * several threads.
 *
 * <p>A part of an index has other languages and stems than the whole. It {@linkplain #counting
 * counts} all that it has; with the sums, it searches {@linkplain #within as the whole} does.
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

  /** A text and the languages in whose stems its words are searched. */
  private record Stemmed(String text, List<String> languages) {}

  /** People search the same words again and again, and each is stemmed in all languages. */
  private static final Cache<Stemmed, List<Analysis.Word>> STEMMED =
      Caffeine.newBuilder()
          .maximumWeight(REMEMBERED_CHARS)
          .weigher((Stemmed key, List<Analysis.Word> words) -> 1 + key.text.length())
          .build();

  /** The number of pages that have a term. */
  @FunctionalInterface
  public interface PageCounts {
    int of(Term term) throws IOException;
  }

  private final PageCounts pages;

  /** The zones in one of which a stem must be. */
  private final List<IndexField> deciding;

  private final List<String> languages;

  /** The zones that have a stem. Most stems are in none: a word has one in each language. */
  private final Cache<String, Set<IndexField>> zones;

  /**
   * Collects the terms that were looked up and found, by field; null outside of {@link #counting}.
   */
  private final Map<String, Set<String>> noted;

  /** Reads how many pages of an index each language has. */
  public QueryLanguages(IndexReader reader) throws IOException {
    this(reader::docFreq, MANY, TEXTS);
  }

  /**
   * Those of a part of an index: all that a page has, in any zone, as other parts may have more.
   */
  public static QueryLanguages ofPart(IndexReader part) throws IOException {
    return new QueryLanguages(part::docFreq, 1, IndexField.zones());
  }

  /** Those of the whole index, by the pages that all parts have. */
  public static QueryLanguages within(PageCounts all) throws IOException {
    return new QueryLanguages(all, MANY, TEXTS);
  }

  private QueryLanguages(PageCounts pages, int least, List<IndexField> deciding)
      throws IOException {
    this.pages = pages;
    this.deciding = deciding;
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, List<String>> language : Stemmer.codes().entrySet()) {
      long many = 0;
      for (String code : language.getValue()) {
        many += code.isEmpty() ? 0 : pages.of(language(code));
      }
      if (many >= least || language.getKey().equals(Stemmer.ENGLISH)) {
        found.add(language.getKey());
      }
    }
    languages = List.copyOf(found);
    zones = Caffeine.newBuilder().maximumSize(REMEMBERED_STEMS).build();
    noted = null;
  }

  private QueryLanguages(QueryLanguages of, Map<String, Set<String>> noted) {
    pages = of.pages;
    deciding = of.deciding;
    languages = of.languages;
    zones = of.zones;
    this.noted = noted;
  }

  private static Term language(String code) {
    return new Term(IndexField.LANG.fieldName(), code);
  }

  /**
   * The same, for one query: adds the terms on which languages and stems depend.
   *
   * @param terms by field
   */
  public QueryLanguages counting(Map<String, Set<String>> terms) {
    Set<String> codes =
        terms.computeIfAbsent(IndexField.LANG.fieldName(), field -> new TreeSet<>());
    languages.forEach(language -> codes.addAll(Stemmer.codes().get(language)));
    return new QueryLanguages(this, terms);
  }

  /** The words of a text, with those of their stems that are in the index. */
  public List<Analysis.Word> words(String text) throws IOException {
    Stemmed key = new Stemmed(text, languages);
    List<Analysis.Word> stemmed =
        STEMMED.get(key, missing -> List.copyOf(Analysis.words(text, languages)));
    List<Analysis.Word> words = new ArrayList<>();
    for (Analysis.Word word : stemmed) {
      List<String> present = new ArrayList<>();
      for (String stem : word.stems()) {
        if (Analysis.isWord(stem) || !zones(stem).isEmpty()) {
          present.add(stem);
        }
      }
      words.add(new Analysis.Word(word.exact(), List.copyOf(present)));
    }
    return words;
  }

  /**
   * Whether a zone may have a stem that {@link #words} gave: a search need not look it up in the
   * others.
   */
  public boolean mayHave(IndexField zone, String stem) {
    Set<IndexField> known = Analysis.isWord(stem) ? null : zones.getIfPresent(stem);
    return known == null || known.contains(zone);
  }

  private Set<IndexField> zones(String stem) throws IOException {
    Set<IndexField> known = zones.getIfPresent(stem);
    if (known == null) {
      known = EnumSet.noneOf(IndexField.class);
      addZones(stem, deciding, known);
      if (!known.isEmpty()) {
        addZones(stem, IndexField.zones(), known);
      }
      zones.put(stem, known);
    }
    if (noted != null) {
      for (IndexField zone : known) {
        noted.computeIfAbsent(zone.fieldName(), field -> new TreeSet<>()).add(stem);
      }
    }
    return known;
  }

  private void addZones(String stem, List<IndexField> searched, Set<IndexField> found)
      throws IOException {
    for (IndexField zone : searched) {
      if (!found.contains(zone) && pages.of(new Term(zone.fieldName(), stem)) > 0) {
        found.add(zone);
      }
    }
  }
}
