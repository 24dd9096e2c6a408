package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
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
        .mapToObj(i -> words.get(i - 1).pairWith(words.get(i)))
        .filter(Objects::nonNull)
        .toList();
  }

  /** A word, looked up once for both of its neighbours. */
  record PairWord(String text, boolean isCommon, boolean isCommonest) {
    static PairWord of(String word) {
      return new PairWord(word, COMMON.contains(word), COMMONEST.contains(word));
    }

    /** The pair as a term; null if it is not indexed. */
    String pairWith(PairWord right) {
      boolean isPair = (isCommon && right.isCommon) || isCommonest || right.isCommonest;
      return isPair ? text + " " + right.text : null;
    }
  }

  /** Adds the pairs of the tokens that pass through it to a set. */
  static final class Collector extends TokenFilter {
    private final FormAttribute form = getAttribute(FormAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final Set<String> pairs;
    private List<PairWord> left = new ArrayList<>();
    private List<PairWord> here = new ArrayList<>();

    Collector(TokenStream input, Set<String> pairs) {
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
        List<PairWord> free = left;
        left = here;
        here = free;
        here.clear();
        if (step > 1) {
          left.clear();
        }
      }
      if (form.get().isTagged()) {
        return true;
      }
      PairWord right = form.get().inPairs();
      for (PairWord word : left) {
        String pair = word.pairWith(right);
        if (pair != null) {
          pairs.add(pair);
        }
      }
      here.add(right);
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
    private final Set<String> pairs;

    /**
     * @param pairs emptied by each text
     */
    Emitter(Set<String> pairs) {
      this.pairs = pairs;
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      return new TokenStreamComponents(
          new Tokenizer() {
            private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
            private Iterator<String> next = List.<String>of().iterator();

            @Override
            public void reset() throws IOException {
              super.reset();
              next = List.copyOf(pairs).iterator();
              pairs.clear();
            }

            @Override
            public boolean incrementToken() {
              clearAttributes();
              if (next.hasNext()) {
                term.append(next.next());
                return true;
              }
              return false;
            }
          });
    }
  }
}
