package org.orbweaver.crawler.duplicate;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntMaps;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * The distinct shingles of a text: each run of five words, as a 64-bit hash, with its frequency
 * (Broder, "On the resemblance and containment of documents", 1997). Case, punctuation and white
 * space do not count. In scripts without spaces between words each character is a word; this needs
 * no dictionary and gives about as many shingles as words would. A text of fewer than five words is
 * one shingle.
 *
 * <p>Cost: linear. Memory: at most {@link #MOST} shingles; of a longer text, only those whose hash
 * is ≡ 0 mod p, for the least sufficient power of two p. As p is 1 for all texts of usual length,
 * no short page is left without a shingle.
 */
public final class Shingles {
  /** Words in a shingle. */
  public static final int WORDS = 5;

  /** Maximum shingles held. */
  static final int MOST = 1 << 16;

  private static final long BASE = 0x9E3779B97F4A7C15L;
  private static final long BASE_TO_WORDS = power(BASE, WORDS);

  private final Long2IntOpenHashMap frequencies;
  private long modulus = 1;

  private final long[] window = new long[WORDS];
  private long sum;
  private long words;

  private Shingles(int expected) {
    frequencies = new Long2IntOpenHashMap(expected);
  }

  /** The shingles of a text; none if it has no words. */
  public static Shingles of(CharSequence text) {
    Shingles shingles = new Shingles(Math.min(MOST, text.length() / 6)); // A word's letters.
    shingles.read(text);
    return shingles;
  }

  private void read(CharSequence text) {
    long word = 0;
    boolean inWord = false;
    int length = text.length();
    for (int i = 0; i < length; ) {
      int c = Character.codePointAt(text, i);
      i += Character.charCount(c);
      boolean letter = isPartOfWord(c);
      boolean single = letter && c >= FIRST_UNSPACED && isUnspaced(c);
      if (inWord && (!letter || single)) {
        addWord(word);
        inWord = false;
      }
      if (single) {
        addWord(c);
      } else if (letter) {
        word = (inWord ? word : 0) * BASE + Character.toLowerCase(c);
        inWord = true;
      }
    }
    if (inWord) {
      addWord(word);
    }
    if (words > 0 && words < WORDS) {
      add(mix(sum));
    }
  }

  private static boolean isPartOfWord(int c) {
    if (c < 128) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> Character.isLetterOrDigit(c);
    };
  }

  /** Thai is the first of the scripts below, by code point. */
  private static final int FIRST_UNSPACED = 0x0E00;

  /** Whether words in the character's script are written without spaces between them. */
  private static boolean isUnspaced(int c) {
    return switch (Character.UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, YI, THAI, LAO, KHMER, MYANMAR, TIBETAN, JAVANESE ->
          true;
      default -> false;
    };
  }

  private void addWord(long word) {
    long hash = mix(word + 1);
    int place = (int) (words % WORDS);
    sum = sum * BASE + hash - (words < WORDS ? 0 : window[place] * BASE_TO_WORDS);
    window[place] = hash;
    words++;
    if (words >= WORDS) {
      add(mix(sum));
    }
  }

  private void add(long hash) {
    if ((hash & (modulus - 1)) == 0) {
      frequencies.addTo(hash, 1);
      while (frequencies.size() > MOST) {
        modulus *= 2;
        frequencies.keySet().removeIf(known -> (known & (modulus - 1)) != 0);
      }
    }
  }

  /** Number of distinct shingles held. */
  public int size() {
    return frequencies.size();
  }

  Iterable<Long2IntMap.Entry> frequencies() {
    return Long2IntMaps.fastIterable(frequencies);
  }

  /**
   * The Jaccard coefficient |A ∩ B| / |A ∪ B| of two sets of shingles: exact unless one of the
   * texts is so long that its shingles were selected. 0 if one of them is empty.
   */
  public double jaccard(Shingles other) {
    long mask = Math.max(modulus, other.modulus) - 1;
    int own = 0;
    int common = 0;
    for (Long2IntMap.Entry shingle : frequencies()) {
      if ((shingle.getLongKey() & mask) == 0) {
        own++;
        common += other.frequencies.containsKey(shingle.getLongKey()) ? 1 : 0;
      }
    }
    int others = 0;
    for (Long2IntMap.Entry shingle : other.frequencies()) {
      others += (shingle.getLongKey() & mask) == 0 ? 1 : 0;
    }
    return common == 0 ? 0 : (double) common / (own + others - common);
  }

  private static long power(long base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
  }

  /** Spreads all bits of a number over all bits (the finaliser of splitmix64); a bijection. */
  static long mix(long number) {
    long z = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
