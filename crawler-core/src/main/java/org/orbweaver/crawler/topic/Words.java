package org.orbweaver.crawler.topic;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.lang.Character.UnicodeScript;
import java.util.function.IntConsumer;

/**
 * The words of a text as features: each is hashed to one of {@link #FEATURES} numbers, so that a
 * model has a fixed size and no dictionary. A word that occurs f times weighs 1 + ln f, and the
 * weights of a text have the Euclidean length 1, so long pages count no more than short ones. In
 * scripts without spaces between words, each pair of neighbours is a word.
 */
public final class Words {
  static final int BITS = 18;
  static final int FEATURES = 1 << BITS;

  /** The beginning of a page shows its topic; the rest only costs time. */
  private static final int MAX_CHARS = 20_000;

  private Words() {}

  /** The weights of a text's features; empty if it has no words. */
  static Int2DoubleMap of(CharSequence text) {
    Int2DoubleOpenHashMap weights = new Int2DoubleOpenHashMap();
    each(text, feature -> weights.addTo(feature, 1));
    double squares = 0;
    for (Int2DoubleMap.Entry weight : weights.int2DoubleEntrySet()) {
      weight.setValue(1 + Math.log(weight.getDoubleValue()));
      squares += weight.getDoubleValue() * weight.getDoubleValue();
    }
    for (Int2DoubleMap.Entry weight : weights.int2DoubleEntrySet()) {
      weight.setValue(weight.getDoubleValue() / Math.sqrt(squares));
    }
    return weights;
  }

  /** Gives the feature of each word, in order. */
  public static void each(CharSequence text, IntConsumer features) {
    int length = Math.min(text.length(), MAX_CHARS);
    int word = 0;
    int before = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (!Character.isLetter(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
        end(word, features);
        word = 0;
        before = 0;
      } else if (isUnspaced(c)) {
        end(word, features);
        word = 0;
        if (before != 0) {
          end(before * 31 + c, features);
        }
        before = c;
      } else {
        word = word * 31 + Character.toLowerCase(c);
        before = 0;
      }
    }
    end(word, features);
  }

  private static boolean isUnspaced(char c) {
    if (c < 0xE00) {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(c);
    return script == UnicodeScript.HAN
        || script == UnicodeScript.HIRAGANA
        || script == UnicodeScript.KATAKANA
        || script == UnicodeScript.THAI
        || script == UnicodeScript.LAO
        || script == UnicodeScript.KHMER
        || script == UnicodeScript.MYANMAR;
  }

  private static void end(int word, IntConsumer features) {
    if (word != 0) {
      int mixed = word * 0x9E3779B9;
      features.accept((mixed ^ (mixed >>> 15)) >>> (Integer.SIZE - BITS));
    }
  }
}
