package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.CharArrayMap;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Adds to each term its stem by Porter's algorithm, at the same position, where it differs.
 *
 * <p>What KeywordRepeatFilter, PorterStemFilter and RemoveDuplicatesTokenFilter do together, in a
 * fraction of their time: stems of common words are remembered, and no state is copied.
 */
final class StemFilter extends TokenFilter {
  private static final int MAX_REMEMBERED = 1 << 14;
  private static final int MAX_REMEMBERED_CHARS = 32;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final CharArrayMap<char[]> stems = new CharArrayMap<>(1024, false);
  private final OneTerm one = new OneTerm();
  private final TokenStream porter = new PorterStemFilter(one);

  /** To be given next, or null. */
  private char[] stem;

  StemFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (stem != null) {
      term.copyBuffer(stem, 0, stem.length);
      increment.setPositionIncrement(0);
      stem = null;
      return true;
    }
    if (!input.incrementToken()) {
      return false;
    }
    char[] found = stems.get(term.buffer(), 0, term.length());
    if (found == null) {
      found = stemOf(term);
      if (term.length() <= MAX_REMEMBERED_CHARS) {
        if (stems.size() >= MAX_REMEMBERED) {
          stems.clear();
        }
        stems.put(Arrays.copyOf(term.buffer(), term.length()), found);
      }
    }
    int length = term.length();
    boolean differs = !Arrays.equals(found, 0, found.length, term.buffer(), 0, length);
    stem = differs ? found : null;
    return true;
  }

  private char[] stemOf(CharTermAttribute exact) throws IOException {
    one.term.copyBuffer(exact.buffer(), 0, exact.length());
    porter.incrementToken();
    return Arrays.copyOf(one.term.buffer(), one.term.length());
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    stem = null;
  }

  /** Gives the term that it has, each time. */
  private static final class OneTerm extends TokenStream {
    final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    @Override
    public boolean incrementToken() {
      return true;
    }
  }
}
