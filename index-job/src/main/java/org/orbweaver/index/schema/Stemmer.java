package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicNormalizationFilter;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.bg.BulgarianStemFilter;
import org.apache.lucene.analysis.bn.BengaliNormalizationFilter;
import org.apache.lucene.analysis.bn.BengaliStemFilter;
import org.apache.lucene.analysis.ckb.SoraniNormalizationFilter;
import org.apache.lucene.analysis.ckb.SoraniStemFilter;
import org.apache.lucene.analysis.cz.CzechStemFilter;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.el.GreekLowerCaseFilter;
import org.apache.lucene.analysis.el.GreekStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fa.PersianNormalizationFilter;
import org.apache.lucene.analysis.fa.PersianStemFilter;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.gl.GalicianStemFilter;
import org.apache.lucene.analysis.hi.HindiNormalizationFilter;
import org.apache.lucene.analysis.hi.HindiStemFilter;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.id.IndonesianStemFilter;
import org.apache.lucene.analysis.in.IndicNormalizationFilter;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.lv.LatvianStemFilter;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.pl.PolishAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.stempel.StempelFilter;
import org.apache.lucene.analysis.stempel.StempelStemmer;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;
import org.apache.lucene.analysis.te.TeluguNormalizationFilter;
import org.apache.lucene.analysis.te.TeluguStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Stems of one language, by Lucene's light stemmer where it has one. Not thread-safe.
 *
 * <p>A stem of English is indexed as a word. Stems of other languages carry their language ({@code
 * ~de:not} of <i>Noten</i>), lest they be words of another one.
 */
final class Stemmer {
  static final String ENGLISH = "en";

  /** Its stems are those of {@link JapaneseBaseForms}, from the whole text; a word has none. */
  static final String JAPANESE = "ja";

  /** What a stem with its language begins with; no word does. */
  static final char TAG = '~';

  /** Shorter words have no other forms; letters of other scripts say more than Latin ones. */
  private static final int SHORTEST = 3;

  private static final int SHORTEST_OF_OTHERS = 2;

  /** Where Latin letters end. */
  private static final char OTHERS = '\u0370';

  private static final Map<String, UnaryOperator<TokenStream>> FILTERS = filters();

  /** Languages whose function words get no stems. */
  private static final Set<String> WITHOUT_FUNCTION_WORDS =
      Set.of("da", "de", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ru", "sv");

  /** Other codes of a language; an unknown language is taken for English. */
  private static final Map<String, String> CODES =
      Map.of("", ENGLISH, "nb", "no", "nn", "no", "in", "id", "prs", "fa");

  private final String language;
  private final String tag;
  private final CharArraySet functionWords;

  /** Null if compounds are left whole. */
  private final Compounds compounds;

  private final OneTerm one = new OneTerm();
  private final TokenStream stem;

  private Stemmer(String language, boolean splits) {
    this.language = language;
    compounds = splits ? Compounds.in(language).orElse(null) : null;
    tag = TAG + language + ":";
    functionWords =
        WITHOUT_FUNCTION_WORDS.contains(language)
            ? FunctionWords.in(language)
            : CharArraySet.EMPTY_SET;
    stem = FILTERS.get(language).apply(one);
  }

  /**
   * The stemmer of a language in which {@link #of} has stems.
   *
   * @param splits true if the parts of compounds have stems, too
   */
  static Stemmer in(String language, boolean splits) {
    return new Stemmer(language, splits);
  }

  /** The language of a tag like {@code en-gb}, if it has a stemmer. */
  static Optional<String> of(String tag) {
    int region = tag.indexOf('-');
    String code = (region < 0 ? tag : tag.substring(0, region)).toLowerCase(Locale.ROOT);
    String language = CODES.getOrDefault(code, code);
    return FILTERS.containsKey(language) ? Optional.of(language) : Optional.empty();
  }

  /** All languages, each with its codes. */
  static Map<String, List<String>> codes() {
    Map<String, List<String>> codes = new LinkedHashMap<>();
    FILTERS.keySet().forEach(language -> codes.put(language, new ArrayList<>(List.of(language))));
    CODES.forEach((code, language) -> codes.get(language).add(code));
    return codes;
  }

  /** True if a term is a stem of that language which carries it. */
  static boolean isTagged(String term, String language) {
    return term.startsWith(TAG + language + ":");
  }

  boolean isEnglish() {
    return language.equals(ENGLISH);
  }

  /**
   * The stem of a word as it is indexed, and those of its parts if it is a compound.
   *
   * @param word in lower case, with its accents
   * @param folded the same without
   * @return empty if it has none
   */
  List<String> stems(String word, String folded) throws IOException {
    String own = stem(word, folded);
    List<String> parts = compounds == null ? List.of() : compounds.parts(word);
    if (parts.isEmpty()) {
      return own == null ? List.of() : List.of(own);
    }
    Set<String> stems = new LinkedHashSet<>();
    stems.add(own);
    for (String part : parts) {
      stems.add(stem(part, part));
    }
    stems.remove(null);
    return List.copyOf(stems);
  }

  /** Null if it has none. */
  private String stem(String word, String folded) throws IOException {
    if (isEnglish()) {
      String stem = run(folded);
      return stem.equals(folded) ? null : stem;
    }
    if (word.length() < (word.charAt(0) < OTHERS ? SHORTEST : SHORTEST_OF_OTHERS)
        || !Character.isLetter(word.charAt(0))
        || functionWords.contains(word)) {
      return null;
    }
    String stem = Forms.folded(run(word));
    return stem.isEmpty() ? null : tag + stem;
  }

  private String run(String word) throws IOException {
    one.term.setEmpty().append(word);
    stem.incrementToken();
    return one.term.toString();
  }

  private static Map<String, UnaryOperator<TokenStream>> filters() {
    Map<String, UnaryOperator<TokenStream>> filters = new LinkedHashMap<>();
    filters.put(ENGLISH, PorterStemFilter::new);
    filters.put("ar", in -> new ArabicStemFilter(new ArabicNormalizationFilter(in)));
    filters.put("bg", BulgarianStemFilter::new);
    filters.put(
        "bn",
        in ->
            new BengaliStemFilter(
                new BengaliNormalizationFilter(new IndicNormalizationFilter(in))));
    filters.put("ckb", in -> new SoraniStemFilter(new SoraniNormalizationFilter(in)));
    filters.put("cs", CzechStemFilter::new);
    filters.put("de", GermanLightStemFilter::new);
    filters.put("el", in -> new GreekStemFilter(new GreekLowerCaseFilter(in)));
    filters.put("es", SpanishLightStemFilter::new);
    filters.put("fa", in -> new PersianStemFilter(new PersianNormalizationFilter(in)));
    filters.put("fi", FinnishLightStemFilter::new);
    filters.put("fr", FrenchLightStemFilter::new);
    filters.put("gl", GalicianStemFilter::new);
    filters.put(
        "hi",
        in -> new HindiStemFilter(new HindiNormalizationFilter(new IndicNormalizationFilter(in))));
    filters.put("hu", HungarianLightStemFilter::new);
    filters.put("id", IndonesianStemFilter::new);
    filters.put("it", ItalianLightStemFilter::new);
    filters.put(JAPANESE, in -> in);
    filters.put("ko", KoreanStemFilter::new);
    filters.put("lv", LatvianStemFilter::new);
    filters.put("no", NorwegianLightStemFilter::new);
    filters.put(
        "pl", in -> new StempelFilter(in, new StempelStemmer(PolishAnalyzer.getDefaultTable())));
    filters.put("pt", PortugueseLightStemFilter::new);
    filters.put("ru", RussianLightStemFilter::new);
    filters.put("sv", SwedishLightStemFilter::new);
    filters.put("te", in -> new TeluguStemFilter(new TeluguNormalizationFilter(in)));
    Map.ofEntries(
            Map.entry("ca", "Catalan"),
            Map.entry("da", "Danish"),
            Map.entry("et", "Estonian"),
            Map.entry("eu", "Basque"),
            Map.entry("ga", "Irish"),
            Map.entry("hy", "Armenian"),
            Map.entry("lt", "Lithuanian"),
            Map.entry("ne", "Nepali"),
            Map.entry("nl", "Dutch"),
            Map.entry("ro", "Romanian"),
            Map.entry("sr", "Serbian"),
            Map.entry("ta", "Tamil"),
            Map.entry("tr", "Turkish"),
            Map.entry("yi", "Yiddish"))
        .forEach((code, name) -> filters.put(code, in -> new SnowballFilter(in, name)));
    return filters;
  }

  /** Emits its one term, each time. */
  private static final class OneTerm extends TokenStream {
    final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    @Override
    public boolean incrementToken() {
      return true;
    }
  }
}
