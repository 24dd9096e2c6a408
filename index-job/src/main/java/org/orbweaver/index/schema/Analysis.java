package org.orbweaver.index.schema;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;

/**
 * Turns text into terms, the same for pages and queries; see the package description for the chain.
 */
public final class Analysis {
  /**
   * Positions between two values of a field: a phrase or a proximity never spans two anchors or two
   * headings.
   */
  static final int GAP = 100;

  private static final List<String> ENGLISH = List.of(Stemmer.ENGLISH);

  /** For the words of queries, and for stored text, by the languages of their stems. */
  private static final Map<List<String>, Analyzer> QUERIES = new ConcurrentHashMap<>();

  private static final Map<List<String>, Analyzer> STORED = new ConcurrentHashMap<>();

  private static final Analyzer TYPING = new Typing();

  private static final CharArraySet STOP_WORDS = EnglishAnalyzer.getDefaultStopSet();

  private Analysis() {}

  /**
   * The terms of a query at one position.
   *
   * @param exact the term for the form that was typed
   * @param stems its stems that differ from it, of each language at most one, or the {@link
   *     Numbers} that it is a form of; in Japanese, the base form of the verb that it is a part of
   */
  public record Word(String exact, List<String> stems) {
    /** A word without stems. */
    public static Word of(String exact) {
      return new Word(exact, List.of());
    }

    /** Its first stem that is a word, or the word itself if it has none. */
    public String stemmed() {
      return stems.stream().filter(Analysis::isWord).findFirst().orElse(exact);
    }

    /** The form that was typed, and the stems. */
    public List<String> forms() {
      return Stream.concat(Stream.of(exact), stems.stream()).toList();
    }
  }

  /** The words of a text, in order, with stems in English. */
  public static List<Word> words(String text) {
    return words(text, ENGLISH);
  }

  /**
   * The words of a query's text, in order; empty if it has no searchable word.
   *
   * @param languages of their stems, of those that {@link QueryLanguages} knows
   */
  public static List<Word> words(String text, List<String> languages) {
    List<List<String>> words = new ArrayList<>();
    Analyzer analyzer =
        QUERIES.computeIfAbsent(languages, all -> new Chain(all, false, null, null));
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (increment.getPositionIncrement() > 0) {
          words.add(new ArrayList<>());
        }
        words.get(words.size() - 1).add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reads from a string
    }
    return words.stream()
        .map(forms -> new Word(forms.get(0), List.copyOf(forms.subList(1, forms.size()))))
        .toList();
  }

  /**
   * The analyzer for completing typed text: without stems, single characters where words are not
   * separated by spaces, accents and other marks removed in all scripts. Hangul syllables are
   * decomposed, so that an incomplete syllable finds its completions.
   */
  public static Analyzer forTyping() {
    return TYPING;
  }

  /** The words of typed text by that analyzer, separated by spaces. */
  public static String typed(String text) {
    return String.join(" ", terms(TYPING, text));
  }

  private static List<String> terms(Analyzer analyzer, String text) {
    List<String> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reads from a string
    }
    return terms;
  }

  /**
   * True if the vectors of the cosine, and topics (which are sentences), leave the word out: one of
   * the 33 commonest words of English, in lower case. The index and its queries keep them.
   */
  static boolean isStopWord(String word) {
    return STOP_WORDS.contains(word);
  }

  /** The words without stop words. */
  public static List<Word> withoutStopWords(List<Word> words) {
    return words.stream()
        .filter(word -> word.forms().stream().noneMatch(Analysis::isStopWord))
        .toList();
  }

  /**
   * True if stems of pages in that language, a tag like {@code en-gb} or empty, are indexed as
   * words.
   */
  public static boolean isEnglish(String tag) {
    return Stemmer.of(tag).equals(Optional.of(Stemmer.ENGLISH));
  }

  /** True if a term of a zone is a word, and no stem that carries its language. */
  public static boolean isWord(BytesRef term) {
    return term.length > 0 && term.bytes[term.offset] != Stemmer.TAG;
  }

  /** See {@link #isWord(BytesRef)}. */
  public static boolean isWord(String term) {
    return !term.isEmpty() && term.charAt(0) != Stemmer.TAG;
  }

  /**
   * True if a page may have the term of a zone: a word, or a stem of the page's language.
   *
   * @param language of the page, as {@link #language} gives it
   */
  public static boolean isIn(String term, String language) {
    return isWord(term) || term.startsWith(NumberFilter.TAG) || Stemmer.isTagged(term, language);
  }

  /** The language in which a page has stems, by its tag; {@code zxx} if it has none. */
  public static String language(String tag) {
    return Stemmer.of(tag).orElse("zxx");
  }

  private static List<String> languages(String tag) {
    return Stemmer.of(tag).map(List::of).orElse(List.of());
  }

  /** The whole text as one term: its words in their exact form, a space between them. */
  public static String oneTerm(String text) {
    return words(text).stream().map(Word::exact).collect(Collectors.joining(" "));
  }

  /** The analyzer that finds a query's terms in the stored text of a page in that language. */
  public static Analyzer ofStored(String tag) {
    return STORED.computeIfAbsent(languages(tag), all -> new Chain(all, true, null, null));
  }

  /**
   * An analyzer for an IndexWriter that is fed by one thread; set each page's {@link #language}
   * before adding it. It collects the common pairs of a page from its zones and emits them as the
   * terms of the last field, {@link IndexField#PAIRS}.
   */
  public static final class ByLanguage extends DelegatingAnalyzerWrapper {
    /** Some 20,000 words and pairs; more would not stay in the processor's cache. */
    private static final int MAX_CHARS = 1 << 19;

    private final Forms forms = new Forms(MAX_CHARS, true);
    private final CommonPairs.OfDocument pairs = new CommonPairs.OfDocument(forms);
    private final Map<List<String>, Analyzer> chains = new HashMap<>();
    private final Analyzer emitter = new CommonPairs.Emitter(pairs);
    private Analyzer current;

    public ByLanguage() {
      super(PER_FIELD_REUSE_STRATEGY);
      language("");
    }

    /** The language of the page added next: a tag like {@code en-gb}, or empty. */
    public void language(String tag) {
      current = chains.computeIfAbsent(languages(tag), all -> new Chain(all, true, forms, pairs));
      forms.trim();
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String fieldName) {
      return fieldName.equals(IndexField.PAIRS.fieldName()) ? emitter : current;
    }
  }

  private static final class Chain extends Analyzer {
    private final List<String> languages;
    private final boolean isPage;
    private final Forms forms;
    private final CommonPairs.OfDocument pairs;

    /**
     * @param languages of the stems
     * @param isPage true if a page has more terms than a query for its words: single characters,
     *     and the parts of compounds
     * @param forms of all fields of a document; null: each field has its own
     * @param pairs takes the common pairs; null: not collected
     */
    Chain(List<String> languages, boolean isPage, Forms forms, CommonPairs.OfDocument pairs) {
      this.languages = List.copyOf(languages);
      this.isPage = isPage;
      this.forms = forms;
      this.pairs = pairs;
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      Tokenizer source = new StandardTokenizer();
      TokenStream terms = new WordPartsFilter(source);
      terms = new CJKWidthFilter(terms);
      terms = new LowerCaseFilter(terms);
      terms =
          new CJKBigramFilter(
              terms,
              CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA,
              isPage);
      LatinWordsFilter words = new LatinWordsFilter(terms, source);
      JapaneseBaseForms japanese =
          languages.contains(Stemmer.JAPANESE) ? new JapaneseBaseForms(words, isPage) : null;
      terms = japanese == null ? words : japanese;
      terms = new NumberFilter(terms, isPage, languages.isEmpty() ? "" : languages.get(0));
      List<String> ofWords =
          languages.stream().filter(each -> !each.equals(Stemmer.JAPANESE)).toList();
      terms = new FormFilter(terms, ofWords, isPage, forms);
      if (pairs != null) {
        terms = new CommonPairs.Collector(terms, pairs);
      }
      return new TokenStreamComponents(text -> read(text, words, japanese), terms);
    }

    private static void read(Reader text, LatinWordsFilter words, JapaneseBaseForms japanese) {
      if (japanese == null) {
        words.setReader(text);
        return;
      }
      StringWriter whole = new StringWriter();
      try {
        text.transferTo(whole);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // reads from a string
      }
      japanese.text(whole.toString());
      words.setReader(new StringReader(whole.toString()));
    }

    @Override
    public int getPositionIncrementGap(String fieldName) {
      return GAP;
    }
  }

  private static final class Typing extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      Tokenizer source = new StandardTokenizer();
      TokenStream terms = new LowerCaseFilter(new CJKWidthFilter(new WordPartsFilter(source)));
      return new TokenStreamComponents(source, new ASCIIFoldingFilter(new MarksFilter(terms)));
    }
  }

  /** Takes marks off letters. */
  private static final class MarksFilter extends TokenFilter {
    private static final Pattern MARKS = Pattern.compile("\\p{Mn}+");
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    MarksFilter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      String letters = Normalizer.normalize(term, Normalizer.Form.NFD);
      term.setEmpty().append(MARKS.matcher(letters).replaceAll(""));
      return true;
    }
  }
}
