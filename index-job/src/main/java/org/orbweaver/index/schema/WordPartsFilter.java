package org.orbweaver.index.schema;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeSource;

/**
 * Splits words that UAX #29 keeps together at a full stop, colon or apostrophe between letters:
 * {@code postgresql.conf}, {@code end.Next} (a space forgotten), {@code l'eau}, {@code user's}. The
 * parts take consecutive positions, so that the whole is still found as a phrase. Numbers ({@code
 * 3.14}) stay whole.
 */
final class WordPartsFilter extends TokenFilter {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  /** The token being split, or null. */
  private AttributeSource.State whole;

  private int from;

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
    from = end + 1;
    if (offsetsFollowText) {
      offset.setOffset(start + partStart, start + end);
    }
    int length = end - partStart;
    System.arraycopy(term.buffer(), partStart, term.buffer(), 0, length);
    term.setLength(length);
    return true;
  }

  private int nextCut(int start) {
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
