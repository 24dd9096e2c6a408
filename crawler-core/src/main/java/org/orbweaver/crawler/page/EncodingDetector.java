package org.orbweaver.crawler.page;

import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Guesses the encoding of bytes that declare none and are not Unicode. The structure of the bytes
 * reveals EBCDIC and, by juniversalchardet, the East Asian encodings. Encodings of one byte a
 * character differ only in the decoded text, so each reading is scored as text: by faults in its
 * words, such as two scripts in one word, and by its most similar {@linkplain LanguageModel
 * language}.
 *
 * <p>The weights below were chosen on the Universal Declaration of Human Rights in 52 languages,
 * and checked on it in 51 others ({@code EncodingDetectorTest}).
 */
final class EncodingDetector {

  /** Enough for juniversalchardet's statistics, and a bound on its time. */
  private static final int SAMPLE_BYTES = 16384;

  private static final Pattern TAG = Pattern.compile("<[^>]{0,4096}>|&[#\\w]{1,10};");

  /** Encodings of one byte a character; if readings are equal, the first wins. */
  private static final List<Encoding> SINGLE_BYTE =
      Arrays.stream(
              """
              windows-1252 windows-1251 windows-1250 windows-1254 windows-1256 windows-1253
              windows-1255 windows-874 windows-1257 windows-1258 iso-8859-2 iso-8859-7
              iso-8859-15 koi8-u koi8-r iso-8859-5 iso-8859-6 iso-8859-8 iso-8859-13 iso-8859-3
              iso-8859-4 iso-8859-10 iso-8859-14 iso-8859-16 ibm866 macintosh x-mac-cyrillic\
              """
                  .split("\\s+"))
          .map(Encoding::forLabel)
          .toList();

  /** Index of the first rare encoding; those before it are on more pages. */
  private static final int FIRST_RARE = 12;

  /** The bonus of windows-1252, in the model's units; three words outweigh it. */
  private static final float LEAD = 0.15f;

  private static final float RARITY = 0.05f;

  /** The penalty of a fault, in the model's units. */
  private static final float FAULT_COST = 0.3f;

  /** A reading with more faults than twice the minimum plus this is not scored by language. */
  private static final int FAULT_SLACK = 2;

  /** The most distinct words with non-ASCII bytes that are read. */
  private static final int MAX_WORDS = 60;

  private static final int MAX_WORD_BYTES = 40;

  /** ASCII words used as context for the language, in characters. */
  private static final int CONTEXT_CHARS = 300;

  /** Signs that occur within words. */
  private static final String WORD_SIGNS = "‘’·\u00ad\u00a0";

  /** Letters that take the combining accents of windows-1258. */
  private static final String VOWELS = "aeiouyăâêôơưAEIOUYĂÂÊÔƠƯ";

  private EncodingDetector() {}

  /**
   * The most likely encoding other than those of Unicode; windows-1252 if nothing indicates one.
   */
  static Encoding detect(byte[] bytes) {
    byte[] sample = sample(bytes);
    if (isEbcdic(sample)) {
      return Encoding.EBCDIC;
    }
    UniversalDetector universal = new UniversalDetector();
    universal.handleData(sample, 0, sample.length);
    universal.dataEnd();
    String name = universal.getDetectedCharset();
    Encoding found = name == null ? null : Encoding.forLabel(name);
    if (found != null && found.isMultiByte()) {
      boolean escapes = found.name().equals("ISO-2022-JP");
      if (escapes || isEastAsian(found.decode(sample, 0))) {
        return found;
      }
    }
    return byLanguage(sample);
  }

  /**
   * Whether bytes are Latin text in EBCDIC: blanks are 0x40, which is not a blank in other
   * encodings, and most other bytes are small letters, from 0x81 on in three runs.
   */
  private static boolean isEbcdic(byte[] bytes) {
    int blanks = 0;
    int letters = 0;
    for (byte each : bytes) {
      int b = each & 0xFF;
      blanks += b == 0x40 ? 1 : 0;
      letters += b >= 0x81 && b <= 0xA9 && b % 16 <= 9 && b % 16 >= (b < 0xA0 ? 1 : 2) ? 1 : 0;
      if (b == ' ') {
        return false;
      }
    }
    return blanks * 12 > bytes.length && letters * 2 > bytes.length;
  }

  /**
   * False if most non-ASCII characters occur singly within Latin words, or if many are malformed.
   */
  private static boolean isEastAsian(String text) {
    int wide = 0;
    int alone = 0;
    int bad = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\ufffd') {
        bad++;
      } else if (c >= 0x80) {
        wide++;
        boolean before = i > 0 && isAsciiLetter(text.charAt(i - 1));
        boolean after = i + 1 < text.length() && isAsciiLetter(text.charAt(i + 1));
        alone += before && after ? 1 : 0;
      }
    }
    return alone * 2 <= wide && bad * 20 <= wide;
  }

  private static Encoding byLanguage(byte[] sample) {
    StringBuilder context = new StringBuilder(" ");
    byte[] words = words(sample, context);
    Encoding[] encodings = new Encoding[SINGLE_BYTE.size()];
    String[] readings = new String[encodings.length];
    int[] faults = new int[encodings.length];
    Set<String> distinct = new HashSet<>();
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < encodings.length; i++) {
      readings[i] = SINGLE_BYTE.get(i).decode(words, 0);
      encodings[i] = distinct.add(readings[i]) ? SINGLE_BYTE.get(i) : null;
      faults[i] = faults(readings[i]);
      least = Math.min(least, faults[i]);
    }
    if (distinct.size() == 1) {
      return encodings[0];
    }
    LanguageModel model = LanguageModel.get();
    float[] asciiScores = new float[model.languages.length];
    model.score(context, asciiScores);
    Encoding best = null;
    float most = 0;
    for (int i = 0; i < encodings.length; i++) {
      if (encodings[i] != null && faults[i] <= 2 * least + FAULT_SLACK) {
        float prior = i == 0 ? LEAD : i >= FIRST_RARE ? -RARITY : 0;
        float score = likeness(model, readings[i], asciiScores) - FAULT_COST * faults[i] + prior;
        if (best == null || score > most) {
          most = score;
          best = encodings[i];
        }
      }
    }
    return best;
  }

  /**
   * The similarity of a text to its most similar language, the sum of two scores: of the text
   * alone, since a Russian page may have an English menu; and together with the ASCII words around
   * it, since two accents alone do not distinguish Afrikaans from Polish.
   */
  private static float likeness(LanguageModel model, String reading, float[] asciiScores) {
    float[] scores = new float[asciiScores.length];
    model.score(Languages.words(reading), scores);
    float alone = 0;
    float together = 0;
    for (int i = 0; i < scores.length; i++) {
      if (model.languages[i] != null) {
        alone = Math.max(alone, scores[i]);
        // Never less than the context's score, since words of other languages lower it.
        together = Math.max(together, asciiScores[i] + Math.max(0, scores[i]));
      }
    }
    return alone + together;
  }

  /**
   * The distinct words with non-ASCII bytes; other words are appended to the context, up to its
   * length.
   */
  private static byte[] words(byte[] sample, StringBuilder context) {
    String text = new String(sample, StandardCharsets.ISO_8859_1);
    Set<String> words = new LinkedHashSet<>();
    int start = 0;
    boolean ascii = true;
    for (int i = 0; i <= text.length() && words.size() < MAX_WORDS; i++) {
      char c = i < text.length() ? text.charAt(i) : ' ';
      if (c > ' ') {
        ascii &= c < 0x80;
      } else {
        String word = text.substring(start, Math.min(i, start + MAX_WORD_BYTES));
        if (!ascii) {
          words.add(word);
        } else if (i > start && context.length() < CONTEXT_CHARS) {
          context.append(Languages.words(word).stripLeading());
        }
        start = i + 1;
        ascii = true;
      }
    }
    return String.join(" ", words).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * The number of features that words do not have: two scripts, capitals after small letters,
   * signs, controls.
   */
  private static int faults(String text) {
    int faults = 0;
    char before = ' ';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || before >= 0x80) {
        if (c == '\ufffd' || (c >= 0x80 && c < 0xA0) || !Character.isDefined(c)) {
          faults += 2;
        } else if (isLetter(c)) {
          faults += isLetter(before) ? faultsOfPair(before, c) : 0;
          faults += Character.getType(c) == Character.MODIFIER_LETTER ? 1 : 0;
          faults += isMark(c) && !isLetter(before) ? 1 : 0;
        } else if (c >= 0x80 && isLetter(before) && WORD_SIGNS.indexOf(c) < 0) {
          faults += i + 1 < text.length() && isLetter(text.charAt(i + 1)) ? 1 : 0;
        }
      }
      before = c;
    }
    return faults;
  }

  private static int faultsOfPair(char first, char second) {
    int faults = Character.isUpperCase(second) && Character.isLowerCase(first) ? 1 : 0;
    faults += script(first) == script(second) ? 0 : 1;
    boolean accent = second >= 0x300 && second < 0x370;
    return faults + (accent && VOWELS.indexOf(first) < 0 ? 1 : 0);
  }

  /** The script of a letter; that of the letters around for marks that several scripts share. */
  private static UnicodeScript script(char c) {
    UnicodeScript script = c < 0x80 ? UnicodeScript.LATIN : UnicodeScript.of(c);
    if (script != UnicodeScript.INHERITED && script != UnicodeScript.COMMON) {
      return script;
    }
    return c >= 0x600 && c < 0x700 ? UnicodeScript.ARABIC : UnicodeScript.LATIN;
  }

  private static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLetter(char c) {
    return c < 0x80 ? isAsciiLetter(c) : Character.isLetter(c) || isMark(c);
  }

  private static boolean isMark(char c) {
    return c >= 0x300 && Character.getType(c) == Character.NON_SPACING_MARK;
  }

  /** The text between the tags, if there is enough of it: markup hides the language. */
  private static byte[] sample(byte[] bytes) {
    int length = Math.min(bytes.length, 4 * SAMPLE_BYTES);
    String raw = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    if (raw.indexOf('<') >= 0) {
      raw = TAG.matcher(raw).replaceAll(" ");
    }
    String sample = raw.substring(0, Math.min(raw.length(), SAMPLE_BYTES));
    return sample.getBytes(StandardCharsets.ISO_8859_1);
  }
}
