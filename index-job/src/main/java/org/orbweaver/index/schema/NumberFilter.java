package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Adds the one form of grouped numbers and of dates ({@link Numbers}) as stems, at the place of
 * their last word. In a query, whose words may be digits alone, the form has the stem.
 *
 * <p>Only words that begin with a digit cost more than the copy of the few words before them.
 */
final class NumberFilter extends TokenFilter {
  /** What the one form of a number begins with in the index. */
  static final String TAG = Stemmer.TAG + "0:";

  /** A longer word is no month. */
  private static final int MAX_CHARS = 16;

  private static final int MIN_DIGITS = 4;
  private static final int REMEMBERED = Numbers.MAX_WORDS;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final boolean isPage;
  private final String language;

  /** The last words, by their number in the text; the first characters of long ones. */
  private final char[][] words = new char[REMEMBERED][MAX_CHARS];

  private final int[] lengths = new int[REMEMBERED];
  private final int[] starts = new int[REMEMBERED];
  private final int[] ends = new int[REMEMBERED];
  private int count;

  /** The number that ends with the last word, if it has several groups. */
  private String grouped = "";

  private final Queue<String> forms = new ArrayDeque<>();

  /**
   * @param isPage false for a query
   * @param language of the page
   */
  NumberFilter(TokenStream input, boolean isPage, String language) {
    super(input);
    this.isPage = isPage;
    this.language = language;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!forms.isEmpty()) {
      increment.setPositionIncrement(0);
      term.setEmpty().append(TAG).append(forms.remove());
      return true;
    }
    if (!input.incrementToken()) {
      return false;
    }
    if (increment.getPositionIncrement() > 0) {
      boolean isNumber = term.length() > 0 && Numbers.isDigit(term.charAt(0));
      if (isPage) {
        remember();
        if (isNumber && term.length() <= MAX_CHARS) {
          ofPage(term.toString());
        } else {
          grouped = "";
        }
      } else if (isNumber && term.length() >= MIN_DIGITS && Numbers.isPlain(term.toString())) {
        forms.add(term.toString());
      }
    }
    return true;
  }

  private void remember() {
    int slot = count++ % REMEMBERED;
    lengths[slot] = Math.min(MAX_CHARS, term.length());
    System.arraycopy(term.buffer(), 0, words[slot], 0, lengths[slot]);
    starts[slot] = offset.startOffset();
    ends[slot] = offset.endOffset();
  }

  private void ofPage(String word) {
    if (!Numbers.isDigits(word)) {
      forms.addAll(Numbers.ofWord(word, language));
    }
    if (Numbers.hasSpaces(language)) {
      grouped = isJoined(1) ? grouped(word) : "";
      if (!grouped.isEmpty()) {
        forms.add(grouped);
      }
    }
    if (count > 2) {
      ofDate(word);
    }
  }

  private String grouped(String group) {
    String before = grouped.isEmpty() ? word(1) : grouped;
    return grouped.isEmpty() && before.length() > 3 ? "" : Numbers.append(before, group);
  }

  private void ofDate(String last) {
    boolean isYear = Numbers.isYear(last);
    int middle = isYear ? withoutConnectors(1) : 1;
    int first = isYear ? withoutConnectors(middle + 1) : middle + 1;
    if (first >= Math.min(count, REMEMBERED)) {
      return; // "End of 2024" at the beginning, or more connectors than a date has
    }
    String one = word(first);
    String two = word(middle);
    boolean isNamed = Numbers.isMonth(one) || Numbers.isMonth(two);
    if ((isYear || Numbers.isYear(one)) && (isNamed || (isJoined(1) && isJoined(2)))) {
      forms.addAll(Numbers.date(one, two, last));
    }
  }

  private int withoutConnectors(int before) {
    int word = before;
    while (word + 1 < Math.min(count, REMEMBERED) && Numbers.isConnector(word(word))) {
      word++;
    }
    return word;
  }

  /** The word that many places before this one. */
  private String word(int before) {
    int slot = (count - 1 - before) % REMEMBERED;
    return Forms.folded(new String(words[slot], 0, lengths[slot]));
  }

  /** True if a single character, such as a hyphen, is between a word before this and its next. */
  private boolean isJoined(int before) {
    return count > before
        && starts[(count - before) % REMEMBERED] - ends[(count - 1 - before) % REMEMBERED] == 1;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    count = 0;
    grouped = "";
    forms.clear();
  }
}
