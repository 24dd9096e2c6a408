package org.orbweaver.crawler.page;

import java.util.Locale;
import org.apache.tika.langdetect.optimaize.OptimaizeLangDetector;
import org.apache.tika.language.detect.LanguageConfidence;
import org.apache.tika.language.detect.LanguageResult;

/**
 * The language of a page: what the page or its server says, else detected from a sample of its
 * text.
 *
 * <p>The models of the detector (70 languages, some 50 MB) are loaded once a JVM in 1.5 s of
 * processor time, by the first page that does not say what it is; a detection then takes .13 ms,
 * half of what jsoup takes, which is why the page's own word goes first.
 */
public final class Languages {

  /** Enough to tell 70 languages apart; the detector's time grows with the text. */
  static final int SAMPLE_CHARS = 600;

  /** Below this any guess is chance. */
  private static final int MIN_CHARS = 40;

  /** Prose has some 95 % letters and spaces, C++ some 80 %. */
  private static final long MIN_WORD_PERCENT = 87;

  private static final ThreadLocal<OptimaizeLangDetector> DETECTOR =
      ThreadLocal.withInitial(
          () -> {
            OptimaizeLangDetector detector = new OptimaizeLangDetector(SAMPLE_CHARS);
            detector.loadModels();
            return detector;
          });

  private Languages() {}

  /**
   * The primary language subtag of a tag such as {@code en-US}, or of the first in a list; null
   * when it is none.
   */
  public static String primarySubtag(String tag) {
    if (tag == null) {
      return null;
    }
    String trimmed = tag.strip().toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < trimmed.length() && trimmed.charAt(end) >= 'a' && trimmed.charAt(end) <= 'z') {
      end++;
    }
    boolean wellFormed = end == trimmed.length() || "-_,; ".indexOf(trimmed.charAt(end)) >= 0;
    if (!wellFormed || end < 2 || end > 3) {
      return null;
    }
    String subtag = trimmed.substring(0, end);
    return subtag.equals("und") || subtag.equals("mul") || subtag.equals("zxx") ? null : subtag;
  }

  /** The language that the text is most likely in, or null when it is too short or mixed to say. */
  public static String detect(String text) {
    String sample = sample(text);
    if (sample.length() < MIN_CHARS) {
      return null;
    }
    String byScript = byScript(sample);
    if (byScript != null) {
      return byScript;
    }
    OptimaizeLangDetector detector = DETECTOR.get();
    detector.reset();
    detector.addText(sample);
    LanguageResult result = detector.detect();
    boolean sure =
        result.getConfidence() == LanguageConfidence.HIGH
            || result.getConfidence() == LanguageConfidence.MEDIUM;
    return sure ? primarySubtag(result.getLanguage()) : null;
  }

  /** Languages that a script alone gives away: quicker than the models, and surer. */
  private static String byScript(String sample) {
    int letters = 0;
    int kana = 0;
    int hangul = 0;
    int thai = 0;
    int greek = 0;
    int hebrew = 0;
    for (int i = 0; i < sample.length(); i++) {
      char c = sample.charAt(i);
      if (!Character.isLetter(c)) {
        continue;
      }
      letters++;
      if (c < 0x370) {
        continue; // Latin, the most frequent by far.
      }
      switch (Character.UnicodeScript.of(c)) {
        case HIRAGANA, KATAKANA -> kana++;
        case HANGUL -> hangul++;
        case THAI -> thai++;
        case GREEK -> greek++;
        case HEBREW -> hebrew++;
        default -> {}
      }
    }
    // Japanese mixes its kana with Chinese characters; the others stand alone.
    if (kana * 10 > letters) {
      return "ja";
    }
    return hangul * 2 > letters
        ? "ko"
        : thai * 2 > letters
            ? "th"
            : greek * 2 > letters ? "el" : hebrew * 2 > letters ? "he" : null;
  }

  /** Whether a text is mostly words: program text and tables of figures are in no language. */
  static boolean isProse(String text) {
    String sample = sample(text);
    int words = 0;
    for (int i = 0; i < sample.length(); i++) {
      char c = sample.charAt(i);
      if (c == ' '
          || c == '\n'
          || Character.isLetter(c)
          || Character.getType(c) == Character.NON_SPACING_MARK) {
        words++;
      }
    }
    return words * 100L >= sample.length() * MIN_WORD_PERCENT;
  }

  /** A piece from the middle: the beginning of a page is its menu. */
  private static String sample(String text) {
    if (text.length() <= SAMPLE_CHARS) {
      return text;
    }
    int from = Math.min(text.length() / 3, text.length() - SAMPLE_CHARS);
    return text.substring(from, from + SAMPLE_CHARS);
  }
}
