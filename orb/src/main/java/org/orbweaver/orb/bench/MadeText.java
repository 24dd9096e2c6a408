package org.orbweaver.orb.bench;

import java.util.Random;

/**
 * Makes texts to index. Words are of a vocabulary of {@value #VOCABULARY}, each as frequent as
 * Zipf's law has it, with endings that a stemmer cuts. As in documentation, much is said again:
 * runs of words come back within a text, and a menu on each page of a host, so that Deflate takes
 * the texts to a sixth.
 */
final class MadeText {
  private static final int VOCABULARY = 200_000;
  private static final String CONSONANTS = "tnshrdlcmwfgypbvkjxz";
  private static final String VOWELS = "eaoiu";
  private static final String[] ENDINGS = {"", "s", "n", "ed", "r", "ing", "l"};
  private static final int SENTENCE = 14;
  private static final int MENU_WORDS = 60;
  private static final double SAID_AGAIN = .2;
  private static final int LONGEST_RUN = 20;

  private final Random random;

  MadeText(Random random) {
    this.random = random;
  }

  /** What all pages of a host have. */
  static String menu(int host) {
    return new MadeText(new Random(-1L - host)).words(MENU_WORDS);
  }

  /** A text with the given number of words. */
  String words(int count) {
    String[] said = new String[count];
    StringBuilder text = new StringBuilder(count * 7);
    int from = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (left == 0 && i > 0 && random.nextDouble() < SAID_AGAIN) {
        left = 2 + random.nextInt(LONGEST_RUN);
        from = random.nextInt(i);
      }
      if (left > 0) {
        left--;
        said[i] = said[from++];
      } else {
        // As many between 1 and 10 as between 10 and 100, and so on.
        said[i] = word((int) Math.exp(random.nextDouble() * Math.log(VOCABULARY)));
      }
      text.append(said[i]).append(i % SENTENCE == SENTENCE - 1 ? ".\n" : " ");
    }
    return text.toString();
  }

  /** A word of syllables: the more frequent, the shorter. */
  private static String word(int rank) {
    StringBuilder word = new StringBuilder();
    for (int rest = rank / ENDINGS.length; rest > 0 || word.isEmpty(); rest /= 100) {
      word.append(CONSONANTS.charAt(rest % 20)).append(VOWELS.charAt(rest / 20 % 5));
    }
    return word.append(ENDINGS[rank % ENDINGS.length]).toString();
  }
}
