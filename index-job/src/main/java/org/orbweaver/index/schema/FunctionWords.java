package org.orbweaver.index.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.core.StopAnalyzer;

/**
 * The words that hold sentences together, such as articles, pronouns and prepositions, by language:
 * Lucene's stop lists. They tell in which language a question is asked.
 *
 * <p>A function word in one language means something in another (<i>die</i>, <i>man</i>), so the
 * language of a text comes first: the one that has most of its words as function words.
 */
public final class FunctionWords {
  /** One word may be a name, or mean something. */
  private static final int EVIDENCE = 2;

  private static final String FOLDER = "/org/apache/lucene/analysis/";

  /** The files in that folder. Those of Snowball have comments of their own. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("ar", "ar/stopwords.txt"),
          Map.entry("bg", "bg/stopwords.txt"),
          Map.entry("bn", "bn/stopwords.txt"),
          Map.entry("ca", "ca/stopwords.txt"),
          Map.entry("ckb", "ckb/stopwords.txt"),
          Map.entry("cs", "cz/stopwords.txt"),
          Map.entry("da", "snowball/danish_stop.txt"),
          Map.entry("de", "snowball/german_stop.txt"),
          Map.entry("el", "el/stopwords.txt"),
          Map.entry("en", "snowball/english_stop.txt"),
          Map.entry("es", "snowball/spanish_stop.txt"),
          Map.entry("et", "et/stopwords.txt"),
          Map.entry("eu", "eu/stopwords.txt"),
          Map.entry("fa", "fa/stopwords.txt"),
          Map.entry("fi", "snowball/finnish_stop.txt"),
          Map.entry("fr", "snowball/french_stop.txt"),
          Map.entry("ga", "ga/stopwords.txt"),
          Map.entry("gl", "gl/stopwords.txt"),
          Map.entry("hi", "hi/stopwords.txt"),
          Map.entry("hu", "snowball/hungarian_stop.txt"),
          Map.entry("hy", "hy/stopwords.txt"),
          Map.entry("id", "id/stopwords.txt"),
          Map.entry("it", "snowball/italian_stop.txt"),
          Map.entry("lt", "lt/stopwords.txt"),
          Map.entry("lv", "lv/stopwords.txt"),
          Map.entry("ne", "ne/stopwords.txt"),
          Map.entry("nl", "snowball/dutch_stop.txt"),
          Map.entry("no", "snowball/norwegian_stop.txt"),
          Map.entry("pt", "snowball/portuguese_stop.txt"),
          Map.entry("ro", "ro/stopwords.txt"),
          Map.entry("ru", "snowball/russian_stop.txt"),
          Map.entry("sr", "sr/stopwords.txt"),
          Map.entry("sv", "snowball/swedish_stop.txt"),
          Map.entry("ta", "ta/stopwords.txt"),
          Map.entry("te", "te/stopwords.txt"),
          Map.entry("tr", "tr/stopwords.txt"));

  /** The languages of each function word, in the form in which the index has it. */
  private static final Map<String, List<String>> LANGUAGES = languagesByWord();

  private FunctionWords() {}

  /** The list of a language, as people write them. */
  static CharArraySet in(String language) {
    String file = FILES.get(language);
    try (InputStream list = StopAnalyzer.class.getResourceAsStream(FOLDER + file)) {
      Reader text = new InputStreamReader(list, StandardCharsets.UTF_8);
      return file.startsWith("snowball/")
          ? WordlistLoader.getSnowballWordSet(text)
          : WordlistLoader.getWordSet(text, "#");
    } catch (IOException e) {
      throw new UncheckedIOException(e); // from the class path
    }
  }

  /** The words of the lists of some languages, in the form in which the index has them. */
  static Set<String> in(Collection<String> languages) {
    Set<String> words = new HashSet<>();
    for (String language : languages) {
      for (Object word : in(language)) {
        Analysis.words(new String((char[]) word)).forEach(part -> words.add(part.exact()));
      }
    }
    return words;
  }

  private static Map<String, List<String>> languagesByWord() {
    Map<String, List<String>> languages = new HashMap<>();
    for (String language : FILES.keySet()) {
      in(List.of(language))
          .forEach(
              word -> languages.computeIfAbsent(word, one -> new ArrayList<>(1)).add(language));
    }
    return languages;
  }

  /**
   * The languages in which most of these words are function words.
   *
   * @param words in the form in which the index has them
   * @return several if they have equally many; empty if no two words are function words of one
   */
  public static Set<String> languages(Collection<String> words) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String word : Set.copyOf(words)) {
      LANGUAGES
          .getOrDefault(word, List.of())
          .forEach(language -> counts.merge(language, 1, Integer::sum));
    }
    int most = Math.max(EVIDENCE, counts.values().stream().max(Integer::compare).orElse(0));
    counts.values().removeIf(count -> count < most);
    return counts.keySet();
  }

  /**
   * Those of a text's words that are function words; none if all of them are.
   *
   * @param languages of the text, as {@link #languages} gives them
   */
  public static Set<String> of(Set<String> languages, Collection<String> words) {
    Set<String> found = new HashSet<>(words);
    found.removeIf(
        word -> LANGUAGES.getOrDefault(word, List.of()).stream().noneMatch(languages::contains));
    return found.containsAll(words) ? Set.of() : found;
  }
}
