package org.orbweaver.crawler.corpus;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The text of a page, a paragraph a line, with what rules count in it. */
final class PageText {
  private static final Set<UnicodeScript> UNSPACED =
      Set.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR,
          UnicodeScript.TIBETAN);

  private final String text;
  private final List<String> lines;
  private List<String> words;

  PageText(String text) {
    this.text = text;
    this.lines = text.lines().filter(line -> !line.isBlank()).toList();
  }

  String text() {
    return text;
  }

  /** Those that are not blank. */
  List<String> lines() {
    return lines;
  }

  /** In code points, as the filters that the thresholds are from count. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Words and punctuation by Unicode's rules (UAX #29); a run of one punctuation mark, such as an
   * ellipsis, is one.
   */
  List<String> words() {
    if (words == null) {
      words = new ArrayList<>();
      int last = -1;
      for (int[] part : parts(BreakIterator.getWordInstance(ULocale.ROOT), text)) {
        String word = text.substring(part[0], part[1]);
        boolean again =
            last == part[0] && !isWord(word) && words.get(words.size() - 1).endsWith(word);
        if (again) {
          words.set(words.size() - 1, words.get(words.size() - 1) + word);
        } else if (!word.isBlank()) {
          words.add(word);
        }
        last = word.isBlank() ? -1 : part[1];
      }
    }
    return words;
  }

  /** Whether it is more than punctuation. */
  static boolean isWord(String word) {
    return word.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  static int sentences(String line) {
    return parts(BreakIterator.getSentenceInstance(ULocale.ROOT), line).size();
  }

  private static List<int[]> parts(BreakIterator breaks, String text) {
    List<int[]> parts = new ArrayList<>();
    breaks.setText(text);
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      parts.add(new int[] {start, end});
      start = end;
    }
    return parts;
  }

  /** Whether most of its letters are of scripts that put no spaces between words. */
  boolean isUnspaced() {
    long letters = text.codePoints().filter(Character::isLetter).count();
    return text.codePoints()
            .filter(Character::isLetter)
            .mapToObj(UnicodeScript::of)
            .filter(UNSPACED::contains)
            .count()
        > letters / 2.;
  }

  /**
   * How much is there again.
   *
   * @param count elements that were there before
   * @param length of these, in code points
   */
  record Repeats(int count, int length) {
    static Repeats of(List<String> elements) {
      Set<String> seen = new HashSet<>();
      int count = 0;
      int length = 0;
      for (String element : elements) {
        if (!seen.add(element)) {
          count++;
          length += PageText.length(element);
        }
      }
      return new Repeats(count, length);
    }
  }
}
