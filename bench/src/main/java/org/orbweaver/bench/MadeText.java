package org.orbweaver.bench;

import java.util.Random;

/**
 * Generates texts that cost an index as much as documentation: in words, terms and postings a MB,
 * in bits a position, and in the ratio of Deflate (docs/measured.md compares them).
 *
 * <p>New words are function words, or from a vocabulary of {@value #VOCABULARY} by the law of Zipf
 * and Mandelbrot: rank r with a probability of about (r + {@value #SHIFT})<sup>-{@value
 * #EXPONENT}</sup>. Most words are not new: a page repeats its own words, each in proportion to its
 * frequency so far, and whole phrases; and the pages of a host have a menu.
 */
final class MadeText {
  private static final double EXPONENT = 1.23;
  private static final double SHIFT = 300;
  private static final int VOCABULARY = 1_500_000;
  private static final double FUNCTION_WORD = .18;
  private static final double WORD_AGAIN = .3;
  private static final double PHRASE_AGAIN = .065;
  private static final int LONGEST_PHRASE = 20;
  private static final int MENU_WORDS = 30;

  /** In order of frequency, which follows Zipf's law. */
  private static final String[] FUNCTION_WORDS =
      ("the of to a and in is for be this that are as or with it on if by can not an from you will"
              + " at use when which has all have used but file set one may name only")
          .split(" ", -1);

  private static final String CONSONANTS = "tnshrdlcmg";
  private static final String VOWELS = "aoi";

  /** Endings of words; a stemmer cuts some of them. */
  private static final String[] ENDINGS = {"", "n", "s", "", "r", "ed", "l", "", "ing", "t"};

  /** The separator after a word, by its rank, so that a phrase is the same each time. */
  private static final String[] SEPARATORS = {" ", ", ", " ", " (", ".\n", " ", ") ", " ", " - "};

  private final Random random;

  MadeText(Random random) {
    this.random = random;
  }

  /** The text that all pages of a host have. */
  static String menu(int host) {
    return new MadeText(new Random(-1L - host)).words(MENU_WORDS);
  }

  /** A text with the given number of words. */
  String words(int count) {
    int[] ranks = new int[count];
    StringBuilder text = new StringBuilder(count * 8);
    int from = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
      double kind = left > 0 || i == 0 ? 1 : random.nextDouble();
      if (kind < PHRASE_AGAIN) {
        left = 2 + random.nextInt(LONGEST_PHRASE - 1);
        from = random.nextInt(i);
      }
      if (left > 0) {
        left--;
        ranks[i] = ranks[from++];
      } else {
        ranks[i] = kind < PHRASE_AGAIN + WORD_AGAIN ? ranks[random.nextInt(i)] : newRank();
      }
      appendWord(text, ranks[i]);
      text.append(SEPARATORS[ranks[i] % SEPARATORS.length]);
    }
    return text.toString();
  }

  /** By inverting the distribution function, as if ranks were real numbers. */
  private int newRank() {
    if (random.nextDouble() < FUNCTION_WORD) {
      return (int) Math.pow(FUNCTION_WORDS.length, random.nextDouble()) - 1;
    }
    double beyond = Math.pow(1 + VOCABULARY / SHIFT, 1 - EXPONENT);
    double share = 1 - random.nextDouble() * (1 - beyond);
    return FUNCTION_WORDS.length + (int) (SHIFT * (Math.pow(share, 1 / (1 - EXPONENT)) - 1));
  }

  /** A word of syllables: the more frequent, the shorter. */
  private static void appendWord(StringBuilder text, int rank) {
    if (rank < FUNCTION_WORDS.length) {
      text.append(FUNCTION_WORDS[rank]);
      return;
    }
    int rest = rank / ENDINGS.length;
    do {
      text.append(CONSONANTS.charAt(rest % 10)).append(VOWELS.charAt(rest / 10 % 3));
      rest /= 30;
    } while (rest > 0);
    text.append(ENDINGS[rank % ENDINGS.length]);
  }
}
