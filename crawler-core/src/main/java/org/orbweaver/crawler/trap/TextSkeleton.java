package org.orbweaver.crawler.trap;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * A hash of a page's words, without those that a template fills in: numbers, ids (words with a
 * digit) and the words of the page's own URL. The months of a calendar have few skeletons; pages
 * with content have each their own. 32 bits: two pages of a template have the same by chance once
 * in 4 billion.
 */
public final class TextSkeleton {
  /** The skeleton of a page that brought nothing; no text has it. */
  public static final int NOTHING = 0;

  private static final long SEED = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private LongOpenHashSet leftOut;
  private long hash = SEED;

  private TextSkeleton() {}

  /**
   * The skeleton of a page.
   *
   * @param instead the skeleton if there is neither title nor text
   */
  public static int of(String url, String title, String text, int instead) {
    if (title.isBlank() && text.isBlank()) {
      return instead == NOTHING ? 1 : instead;
    }
    TextSkeleton skeleton = new TextSkeleton();
    skeleton.leftOut = new LongOpenHashSet();
    skeleton.words(url, true);
    skeleton.words(title, false);
    skeleton.words(text, false);
    int folded = (int) HashCommon.mix(skeleton.hash);
    return folded == NOTHING ? 1 : folded;
  }

  /** Adds the words: runs of ASCII letters and digits, and any other letter by itself. */
  private void words(String text, boolean url) {
    long word = SEED;
    boolean digit = false;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ' ';
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
      if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9')) {
        word = (word ^ lower) * PRIME;
        digit |= c <= '9';
        continue;
      }
      if (word != SEED && !digit) {
        take(word, url);
      }
      word = SEED;
      digit = false;
      if (c > 127 && Character.isLetter(c)) {
        take(c, url);
      }
    }
  }

  private void take(long word, boolean url) {
    if (url) {
      leftOut.add(word);
    } else if (!leftOut.contains(word)) {
      hash = (hash ^ HashCommon.mix(word)) * PRIME;
    }
  }
}
