package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Pairs of neighbouring words that are common: an index of them makes phrases of common words fast
 * (Bahle, Williams and Zobel 2002, there with all pairs).
 *
 * <p>A pair is indexed where both of its words are among the 2,025 of Snowball's stop lists for 13
 * languages, or one is <i>the</i> or <i>of</i>. The list is the same for all languages, so that a
 * query needs none. A page has each of its pairs once, without position, whatever the zone: the
 * pairs of a phrase select candidate pages, positions decide.
 */
public final class CommonPairs {
  private static final List<String> LANGUAGES =
      List.of("da", "nl", "en", "fi", "fr", "de", "hu", "it", "no", "pt", "ru", "es", "sv");

  private static final Set<String> COMMON = FunctionWords.in(LANGUAGES);
  private static final Set<String> COMMONEST = Set.of("the", "of");

  private CommonPairs() {}

  /** The indexed pairs of a phrase. */
  public static List<String> of(List<String> phrase) {
    List<PairWord> words = phrase.stream().map(PairWord::of).toList();
    return IntStream.range(1, words.size())
        .filter(i -> words.get(i - 1).isPairedWith(words.get(i)))
        .mapToObj(i -> phrase.get(i - 1) + " " + phrase.get(i))
        .toList();
  }

  /** A word, looked up once for both of its neighbours. */
  record PairWord(boolean isCommon, boolean isCommonest) {
    static PairWord of(String word) {
      return new PairWord(COMMON.contains(word), COMMONEST.contains(word));
    }

    /** True if the pair is indexed. */
    boolean isPairedWith(PairWord right) {
      return (isCommon && right.isCommon) || isCommonest || right.isCommonest;
    }
  }

  /** The pairs of a document, each once. */
  static final class OfDocument {
    private final Forms forms;
    private List<Form> pairs = new ArrayList<>();

    /** An object of its own: forms outlive the document, and would keep its list alive. */
    private Object mark = new Object();

    /**
     * @param forms of its words, which outlive the document
     */
    OfDocument(Forms forms) {
      this.forms = forms;
    }

    void add(Form left, Form right) {
      if (left.inPairs().isPairedWith(right.inPairs())) {
        Form pair = forms.pair(left, right);
        if (pair.pairsMark != mark) {
          pair.pairsMark = mark;
          pairs.add(pair);
        }
      }
    }

    /** All pairs; those of the next document follow. */
    List<Form> take() {
      List<Form> taken = pairs;
      pairs = new ArrayList<>();
      mark = new Object();
      return taken;
    }
  }

  /** Collects the pairs of the tokens that pass through it. */
  static final class Collector extends TokenFilter {
    private final FormAttribute form = getAttribute(FormAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final OfDocument pairs;
    private List<Form> left = new ArrayList<>();
    private List<Form> here = new ArrayList<>();

    Collector(TokenStream input, OfDocument pairs) {
      super(input);
      this.pairs = pairs;
    }

    /** A word and its stem have one position, and each of them makes pairs. */
    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      int step = increment.getPositionIncrement();
      if (step > 0) {
        List<Form> free = left;
        left = here;
        here = free;
        here.clear();
        if (step > 1) {
          left.clear();
        }
      }
      Form right = form.get();
      if (!right.isTagged()) {
        for (Form word : left) {
          pairs.add(word, right);
        }
        here.add(right);
      }
      return true;
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      left.clear();
      here.clear();
    }
  }

  /** The terms of the field of pairs: those collected from the zones before it. */
  static final class Emitter extends Analyzer {
    private final OfDocument pairs;

    /**
     * @param pairs emptied by each text
     */
    Emitter(OfDocument pairs) {
      this.pairs = pairs;
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      return new TokenStreamComponents(
          new Tokenizer() {
            private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
            private final FormAttribute form = addAttribute(FormAttribute.class);
            private Iterator<Form> next = List.<Form>of().iterator();

            @Override
            public void reset() throws IOException {
              super.reset();
              next = pairs.take().iterator();
            }

            @Override
            public boolean incrementToken() {
              clearAttributes();
              if (next.hasNext()) {
                form.set(next.next());
                term.append(form.get().text());
                return true;
              }
              return false;
            }
          });
    }
  }
}
