package org.orbweaver.crawler.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The weights of character 2- and 3-grams for 148 languages: the OpenNLP maximum-entropy model that
 * comes with Apache Tika, read from its file and evaluated here. OpenNLP's own evaluation builds a
 * string for each n-gram; this one looks up packed longs, and one copy (33 MB) serves all threads.
 *
 * <p>Reading it takes some .5 s of processor time, once a JVM.
 */
final class LanguageModel {

  private static final String RESOURCE = "/opennlp-langdetect-20210413.bin";
  private static final String ENTRY = "langdetect.model";

  /**
   * Languages with few pages for which the model takes lists and names in other languages (Waray,
   * Balinese, Minangkabau, Volapük); romanised Indian languages are ignored for the same reason.
   */
  private static final Set<String> IGNORED = Set.of("war", "ban", "min", "vol");

  /** Loads the model at first use, and fails then if the jar is missing. */
  private static final class Holder {
    static final LanguageModel MODEL = read();
  }

  /**
   * Primary language subtags, in the model's order; null for languages that are not to be guessed.
   */
  final String[] languages;

  /** The languages with a weight for an n-gram, one list for each of the model's patterns. */
  private final byte[] outcomes;

  private final int[] patternStart;

  /** Weights of the n-grams, for each as many as its pattern has outcomes. */
  private final float[] weights;

  /**
   * A hash table with open addressing. Slot i holds an n-gram as packed characters at 2i. Beside
   * it, so that one access to memory fetches both, are its pattern (upper half) and the start of
   * its weights.
   */
  private final long[] table;

  static LanguageModel get() {
    return Holder.MODEL;
  }

  /** The format is that of OpenNLP's BinaryGISModelReader. */
  private LanguageModel(ByteBuffer in) {
    string(in); // The kind of model.
    in.getInt();
    in.getDouble(); // Two numbers that are not used.
    languages = new String[in.getInt()];
    Map<String, String> subtags = subtags();
    for (int i = 0; i < languages.length; i++) {
      String code = string(in);
      int variant = code.indexOf('-');
      String primary = variant < 0 ? code : code.substring(0, variant);
      boolean ignored = IGNORED.contains(primary) || code.endsWith("-rom");
      languages[i] = ignored ? null : subtags.getOrDefault(primary, primary);
    }
    int patterns = in.getInt();
    patternStart = new int[patterns + 1];
    int[] uses = new int[patterns];
    byte[] all = new byte[in.remaining()];
    int end = 0;
    int total = 0;
    for (int p = 0; p < patterns; p++) {
      String[] words = string(in).split(" ", -1);
      uses[p] = Integer.parseInt(words[0]);
      for (int w = 1; w < words.length; w++) {
        all[end++] = (byte) Integer.parseInt(words[w]);
      }
      patternStart[p + 1] = end;
      total += uses[p] * (words.length - 1);
    }
    outcomes = Arrays.copyOf(all, end);
    long[] grams = new long[in.getInt()];
    for (int i = 0; i < grams.length; i++) {
      String gram = string(in);
      for (int c = 0; c < gram.length(); c++) {
        grams[i] = grams[i] << 16 | gram.charAt(c);
      }
    }
    table = new long[Integer.highestOneBit(grams.length) * 8]; // A third full: a miss is short.
    weights = new float[total];
    int gram = 0;
    int at = 0;
    for (int p = 0; p < patterns; p++) {
      for (int use = 0; use < uses[p]; use++, gram++) {
        int slot = slot(table, grams[gram]);
        table[slot] = grams[gram];
        table[slot + 1] = (long) p << 32 | at;
        for (int o = patternStart[p]; o < patternStart[p + 1]; o++) {
          weights[at++] = (float) in.getDouble();
        }
      }
    }
  }

  /**
   * Adds the weights of a text's n-grams to the score of each language. A repeated n-gram counts
   * once, as in the model's training.
   *
   * @param text lower case, one space between words
   * @param scores by the order of {@link #languages}
   * @return the number of n-grams that the model knows
   */
  int score(CharSequence text, float[] scores) {
    int length = text.length();
    long[] seen = new long[Integer.highestOneBit(2 * length + 1) * 8];
    long[] entries = new long[2 * length];
    int known = 0;
    for (int i = 0; i < length; i++) {
      // Single letters are the most costly, since most languages have them, and the least
      // informative.
      long key = text.charAt(i);
      for (int j = i + 1; j < Math.min(i + 3, length); j++) {
        key = key << 16 | text.charAt(j);
        int mark = slot(seen, key);
        if (seen[mark] == 0) {
          seen[mark] = key;
          int slot = slot(table, key);
          if (table[slot] == key) {
            entries[known++] = table[slot + 1];
          }
        }
      }
    }
    for (int k = 0; k < known; k++) {
      int weight = (int) entries[k];
      int pattern = (int) (entries[k] >>> 32);
      for (int o = patternStart[pattern]; o < patternStart[pattern + 1]; o++) {
        scores[outcomes[o] & 0xFF] += weights[weight++];
      }
    }
    return known;
  }

  /** The slot of a key in a table, or the empty slot for it, whose key is 0. */
  private static int slot(long[] table, long key) {
    int mask = table.length - 2;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (table[slot] != 0 && table[slot] != key) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  /**
   * From ISO 639-3 codes to the subtags of BCP 47; individual languages to the subtags that pages
   * use.
   */
  private static Map<String, String> subtags() {
    Map<String, String> subtags = new TreeMap<>();
    for (String two : Locale.getISOLanguages()) {
      subtags.put(Locale.forLanguageTag(two).getISO3Language(), two);
    }
    String[] individuals = {
      "cmn zh", "nan zh", "ekk et", "lvs lv", "pes fa", "pnb pa", "plt mg", "heb he", "ind id",
      "yid yi"
    };
    for (String pair : individuals) {
      subtags.put(pair.substring(0, 3), pair.substring(4));
    }
    return subtags;
  }

  private static String string(ByteBuffer in) {
    int length = in.getShort() & 0xFFFF;
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static LanguageModel read() {
    try (InputStream file = LanguageModel.class.getResourceAsStream(RESOURCE)) {
      if (file == null) {
        throw new IllegalStateException(RESOURCE + " of tika-langdetect-opennlp is missing");
      }
      ZipInputStream zip = new ZipInputStream(file);
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && !entry.getName().equals(ENTRY)) {
        entry = zip.getNextEntry();
      }
      return new LanguageModel(ByteBuffer.wrap(zip.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " is broken", e);
    }
  }
}
