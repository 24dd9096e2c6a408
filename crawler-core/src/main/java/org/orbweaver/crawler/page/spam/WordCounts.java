package org.orbweaver.crawler.page.spam;

/**
 * How often words and pairs of adjacent words repeat in a text. Each is counted in one of {@value
 * #CELLS} cells by its hash, so memory is fixed and a word costs the same in any text; two words in
 * one cell raise a count by {@value #MAX_WORDS} / {@value #CELLS} at most on average, which is
 * negligible beside the shares that count as repetition.
 */
final class WordCounts {
  private static final int CELLS = 1 << 12;

  /** The most words counted; later words only add to the total. */
  private static final int MAX_WORDS = 4000;

  /** Function words of English, German, French, Spanish, Italian, Portuguese, Dutch, Russian. */
  private static final boolean[] FUNCTION_WORDS = new boolean[CELLS];

  static {
    String words =
        "the of and to in is for on with that are by it as at be this from or an have not you was"
            + " we your can will has but they their all which more our if no so its his he she"
            + " der die das und ist von zu mit den im ein eine nicht auf für sich des dem es auch"
            + " de la le les et en un une du est que qui dans pour par sur au pas ne il plus"
            + " el los las y del con para una se por lo su al o a e da do em os um uma não"
            + " di che per della non si sono het een van voor zijn op te met"
            + " и в на не с по что как для от это или из";
    for (String word : words.split(" ", -1)) {
      FUNCTION_WORDS[cell(word.hashCode())] = true;
    }
  }

  /** Characters of data, formulas and URLs. */
  private static final String NOISE = "{}[]=\\/<>:()";

  private final char[] words = new char[CELLS];
  private final char[] pairs = new char[CELLS];
  private int total;
  private int counted;
  private int functionWords;
  private int sentenceEnds;
  private int noise;
  private int topWord;
  private int topPair;
  private int previous;

  /** Adds the words of a text. */
  void add(CharSequence text) {
    int length = text.length();
    int hash = 0;
    int chars = 0;
    boolean letters = false;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') {
        letters |= c >= 'a';
        hash = 31 * hash + c;
        chars++;
      } else if (c >= 'A' && c <= 'Z') {
        letters = true;
        hash = 31 * hash + (c | 0x20);
        chars++;
      } else if (c >= 0x80 && Character.isLetterOrDigit(c)) {
        letters = true;
        hash = 31 * hash + Character.toLowerCase(c);
        chars++;
        if (c >= 0x3040 && c < 0xac00) { // Written without spaces: each character for a word.
          word(hash, chars, true);
          hash = 0;
          chars = 0;
        }
      } else {
        if (chars > 0) {
          word(hash, chars, letters);
          hash = 0;
          chars = 0;
          letters = false;
        }
        boolean stop = c == '.' || c == '!' || c == '?';
        if (c == '\u3002' || (stop && (i + 1 == length || text.charAt(i + 1) <= ' '))) {
          sentenceEnds++;
        } else if (NOISE.indexOf(c) >= 0) {
          noise++;
        }
      }
    }
    if (chars > 0) {
      word(hash, chars, letters);
    }
  }

  private void word(int hash, int chars, boolean letters) {
    total++;
    noise += letters ? 0 : 1;
    if (counted >= MAX_WORDS || !letters) {
      previous = 0;
      return;
    }
    counted++;
    int cell = cell(hash);
    if (FUNCTION_WORDS[cell]) {
      functionWords++;
      previous = 0;
      return;
    }
    int count = ++words[cell];
    if (count > topWord && (chars > 2 || hash > 0x3040)) {
      topWord = count;
    }
    if (previous != 0) {
      topPair = Math.max(topPair, ++pairs[cell(previous * 0x61c88647 + hash)]);
    }
    previous = hash;
  }

  private static int cell(int hash) {
    return (hash * 0x9e3779b9) >>> (Integer.SIZE - 12);
  }

  /** Words in all. */
  int total() {
    return total;
  }

  /** Share of the most frequent content word, from 0 to 1. Prose has .01 to .05. */
  double topWordShare() {
    return share(topWord);
  }

  /** Share of the most frequent pair of content words, from 0 to 1. Prose has less than .02. */
  double topPairShare() {
    return share(topPair);
  }

  /** Share of function words, from 0 to 1: about .4 in prose of a language that is listed. */
  double functionWordShare() {
    return share(functionWords);
  }

  /** Sentence ends a word. Prose has .04 to .1. */
  double sentenceEndShare() {
    return total == 0 ? 0 : (double) sentenceEnds / total;
  }

  /** Numbers and characters of data, formulas and URLs, for each word. */
  double noiseShare() {
    return total == 0 ? 0 : (double) noise / total;
  }

  private double share(int count) {
    return counted == 0 ? 0 : (double) count / counted;
  }
}
