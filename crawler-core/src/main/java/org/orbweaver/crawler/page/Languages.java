package org.orbweaver.crawler.page;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Pattern TAG = Pattern.compile("([a-z]{2,3})([-_,; ]|$)");

  /** Undetermined, several, none. */
  private static final Set<String> NO_LANGUAGE = Set.of("und", "mul", "zxx");

  private static final Map<UnicodeScript, String> BY_SCRIPT =
      Map.of(
          UnicodeScript.HANGUL, "ko",
          UnicodeScript.THAI, "th",
          UnicodeScript.GREEK, "el",
          UnicodeScript.HEBREW, "he");

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
    Matcher matcher = TAG.matcher(tag.strip().toLowerCase(Locale.ROOT));
    return matcher.lookingAt() && !NO_LANGUAGE.contains(matcher.group(1)) ? matcher.group(1) : null;
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
    int all = 0;
    Map<UnicodeScript, int[]> letters = new EnumMap<>(UnicodeScript.class);
    for (int i = 0; i < sample.length(); i++) {
      char c = sample.charAt(i);
      if (Character.isLetter(c)) {
        all++;
        if (c >= 0x370) { // Below it is Latin, the most frequent by far.
          letters.computeIfAbsent(UnicodeScript.of(c), script -> new int[1])[0]++;
        }
      }
    }
    // Japanese mixes its kana with Chinese characters; the others stand alone.
    int kana = count(letters, UnicodeScript.HIRAGANA) + count(letters, UnicodeScript.KATAKANA);
    if (kana * 10 > all) {
      return "ja";
    }
    for (Map.Entry<UnicodeScript, String> script : BY_SCRIPT.entrySet()) {
      if (count(letters, script.getKey()) * 2 > all) {
        return script.getValue();
      }
    }
    return null;
  }

  private static int count(Map<UnicodeScript, int[]> letters, UnicodeScript script) {
    int[] count = letters.get(script);
    return count == null ? 0 : count[0];
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
