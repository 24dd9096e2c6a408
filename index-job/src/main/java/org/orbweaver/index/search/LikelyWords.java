package org.orbweaver.index.search;

import java.util.Arrays;
import java.util.List;
import org.orbweaver.index.schema.Analysis;

/**
 * Blanks a text but for the words that analysis may turn into certain terms. It takes a tenth of
 * the time of analysis.
 *
 * <p>Between blanks, text is analysed on its own. In scripts with spaces, words begin after a
 * character that is no letter, digit or underscore. Their terms are the words in lower case,
 * without accents if they are Latin, and their stems. Porter's algorithm changes at most the last
 * letter of the stem (<i>happi</i>, and <i>hope</i> of <i>hoping</i>), those of most other
 * languages {@value #MAX_CHANGED} (<i>cheval</i> of <i>chevaux</i>). All other text is kept for
 * analysis.
 */
final class LikelyWords {
  /** Analysis cuts a longer word in two. */
  private static final int MAX_WORD_CHARS = 255;

  private static final int MAX_CHANGED = 3;

  /** From here to {@link #LATER} are Greek and Cyrillic letters, which keep their accents. */
  private static final char GREEK = '\u0370';

  /** From here on scripts may have no spaces. */
  private static final char LATER = '\u0530';

  private LikelyWords() {}

  /**
   * The text with all words blanked that cannot become one of the terms; its length stays.
   *
   * @param terms as analysis gives them
   * @param anywhere true if they may come from later parts of words, too: those of compounds
   */
  static String only(String text, List<String> terms, boolean anywhere) {
    String[] beginnings = terms.stream().map(LikelyWords::beginning).toArray(String[]::new);
    boolean[] isFirst = new boolean[LATER];
    Arrays.fill(isFirst, 128, GREEK, true);
    for (String beginning : beginnings) {
      mark(isFirst, beginning.charAt(0));
    }
    char[] chars = text.toCharArray();
    for (int start = 0, end; start < chars.length; start = end + 1) {
      end = start;
      boolean isLikely = false;
      boolean wasInWord = false;
      for (; end < chars.length && !isBlank(chars[end]); end++) {
        char c = lower(chars[end]);
        isLikely |=
            c >= LATER
                || ((anywhere || !wasInWord) && isFirst[c] && beginsAny(chars, end, beginnings));
        wasInWord = c < 128 ? isInWord(c) : Character.isLetterOrDigit(c);
      }
      if (!isLikely && end - start <= MAX_WORD_CHARS) {
        Arrays.fill(chars, start, end, ' ');
      }
    }
    return new String(chars);
  }

  private static void mark(boolean[] isFirst, char c) {
    if (c < LATER) {
      isFirst[c] = true;
    }
  }

  /** The prefix of each word that may become the term. */
  private static String beginning(String term) {
    String stem = Analysis.withoutLanguage(term);
    int changed = stem.length() < term.length() ? MAX_CHANGED : 1;
    return stem.substring(0, Math.max(1, stem.length() - changed));
  }

  private static boolean beginsAny(char[] chars, int at, String[] beginnings) {
    for (String beginning : beginnings) {
      int i = 0;
      while (i < beginning.length() && at + i < chars.length) {
        char c = lower(chars[at + i]);
        if (c >= 128 && c < GREEK) {
          // A letter with an accent, which the term does not have.
          return true;
        }
        if (c != beginning.charAt(i)) {
          break;
        }
        i++;
      }
      if (i == beginning.length()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static char lower(char c) {
    return c < 128 ? (c >= 'A' && c <= 'Z' ? (char) (c + 32) : c) : Character.toLowerCase(c);
  }
}
