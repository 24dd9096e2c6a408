package org.orbweaver.index.schema;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.AttributeSource;

/**
 * Splits words that UAX #29 keeps together at a full stop, colon or apostrophe between letters:
 * {@code postgresql.conf}, {@code end.Next} (a space forgotten), {@code l'eau}, {@code user's}. The
 * parts take consecutive positions, so that the whole is still found as a phrase. Numbers ({@code
 * 3.14}) stay whole. Thai, Lao, Khmer and Burmese, which have no spaces between words, are split by
 * ICU's dictionaries.
 */
final class WordPartsFilter extends TokenFilter {
  private static final String SOUTH_EAST_ASIAN =
      StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  private final TypeAttribute type = addAttribute(TypeAttribute.class);

  /** Finds words by dictionary; null until there is such a text. */
  private BreakIterator words;

  /** The token being split, or null. */
  private AttributeSource.State whole;

  private int from;
  private boolean isByDictionary;

  WordPartsFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (whole != null) {
      restoreState(whole);
      increment.setPositionIncrement(1);
    } else {
      if (!input.incrementToken()) {
        return false;
      }
      from = 0;
      isByDictionary = type.type().equals(SOUTH_EAST_ASIAN);
      if (isByDictionary) {
        words = words == null ? BreakIterator.getWordInstance(ULocale.ROOT) : words;
        words.setText(term.toString());
      }
      if (nextCut(0) == term.length()) {
        return true;
      }
      whole = captureState();
    }
    int end = nextCut(from);
    int start = offset.startOffset();
    int partStart = from;
    boolean offsetsFollowText = offset.endOffset() - start == term.length();
    if (end == term.length()) {
      whole = null;
    }
    from = isByDictionary ? end : end + 1;
    if (offsetsFollowText) {
      offset.setOffset(start + partStart, start + end);
    }
    int length = end - partStart;
    System.arraycopy(term.buffer(), partStart, term.buffer(), 0, length);
    term.setLength(length);
    return true;
  }

  private int nextCut(int start) {
    if (isByDictionary) {
      return words.following(start);
    }
    char[] text = term.buffer();
    int last = term.length() - 1;
    for (int i = start + 1; i < last; i++) {
      if (isJoiner(text[i]) && Character.isLetter(text[i - 1]) && Character.isLetter(text[i + 1])) {
        return i;
      }
    }
    return term.length();
  }

  private static boolean isJoiner(char c) {
    return c == '.' || c == '\'' || c == ':' || c == '\u2019' || c == '\u00b7' || c == '\uff07';
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    whole = null;
    from = 0;
  }
}
