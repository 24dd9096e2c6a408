package org.orbweaver.index.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

/**
 * Turns text into terms, the same for pages and queries; see the package description for the chain.
 */
public final class Analysis {
  /**
   * Positions between two values of a field: a phrase or a proximity never spans two anchors or two
   * headings.
   */
  static final int GAP = 100;

  private static final Analyzer STEMMED = new Chain(true, true, null, null);
  private static final Analyzer QUERY = new Chain(true, false, null, null);

  private static final Analyzer TYPING = new Typing();

  private static final Set<String> STEMMED_LANGUAGES = Set.of("", "en");

  private static final CharArraySet STOP_WORDS = EnglishAnalyzer.getDefaultStopSet();

  private Analysis() {}

  /**
   * The terms of a query at one position.
   *
   * @param exact the term for the form that was typed
   * @param stem its stem when that differs, else null
   */
  public record Word(String exact, String stem) {}

  /** The words of a query's text, in order; empty if it has no searchable word. */
  public static List<Word> words(String text) {
    List<Word> words = new ArrayList<>();
    try (TokenStream stream = QUERY.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (increment.getPositionIncrement() > 0) {
          words.add(new Word(term.toString(), null));
        } else {
          words.set(
              words.size() - 1, new Word(words.get(words.size() - 1).exact(), term.toString()));
        }
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reads from a string
    }
    return words;
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
        .filter(word -> !isStopWord(word.exact()))
        .filter(word -> word.stem() == null || !isStopWord(word.stem()))
        .toList();
  }

  /** True if pages in that language, a tag like {@code en-gb} or empty, have stems. */
  public static boolean isStemmed(String tag) {
    int region = tag.indexOf('-');
    String language = region < 0 ? tag : tag.substring(0, region);
    return STEMMED_LANGUAGES.contains(language);
  }

  /** The whole text as one term: its words in their exact form, a space between them. */
  public static String oneTerm(String text) {
    return words(text).stream().map(Word::exact).collect(Collectors.joining(" "));
  }

  /** The analyzer that finds a query's terms in stored text, for highlighting. */
  public static Analyzer forHighlighting() {
    return STEMMED;
  }

  /**
   * An analyzer for an IndexWriter that is fed by one thread; set each page's {@link #language}
   * before adding it. It collects the common pairs of a page from its zones and emits them as the
   * terms of the last field, {@link IndexField#PAIRS}.
   */
  public static final class ByLanguage extends DelegatingAnalyzerWrapper {
    private final Set<String> pairs = new LinkedHashSet<>();
    private final Forms forms = new Forms();
    private final Analyzer plain = new Chain(false, true, forms, pairs);
    private final Analyzer stemmed = new Chain(true, true, forms, pairs);
    private final Analyzer emitter = new CommonPairs.Emitter(pairs);
    private Analyzer current = plain;

    public ByLanguage() {
      super(PER_FIELD_REUSE_STRATEGY);
    }

    /** The language of the page added next: a tag like {@code en-gb}, or empty. */
    public void language(String tag) {
      current = isStemmed(tag) ? stemmed : plain;
      forms.trim();
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String fieldName) {
      return fieldName.equals(IndexField.PAIRS.fieldName()) ? emitter : current;
    }
  }

  private static final class Chain extends Analyzer {
    private final boolean stems;
    private final boolean singleCharacters;
    private final Forms forms;
    private final Set<String> pairs;

    /**
     * @param forms of all fields of a document; null: each field has its own
     * @param pairs takes the common pairs; null: not collected
     */
    Chain(boolean stems, boolean singleCharacters, Forms forms, Set<String> pairs) {
      this.stems = stems;
      this.singleCharacters = singleCharacters;
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
              singleCharacters);
      terms = new ASCIIFoldingFilter(terms);
      terms = new FormFilter(terms, stems, forms);
      if (pairs != null) {
        terms = new CommonPairs.Collector(terms, pairs);
      }
      return new TokenStreamComponents(source, terms);
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
