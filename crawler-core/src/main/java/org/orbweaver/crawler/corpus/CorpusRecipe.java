package org.orbweaver.crawler.corpus;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.orbweaver.crawler.corpus.Preset.Judged;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * Which pages make a corpus.
 *
 * @param preset rules of quality
 * @param languages tags of these languages and their regions; empty: all
 * @param duplicates whether all pages of a group of near-duplicates are taken, not one
 * @param sample the share of URLs; a larger share has all URLs of a smaller one
 */
public record CorpusRecipe(
    Preset preset, List<String> languages, boolean duplicates, double sample) {
  /** All pages but near-duplicates. */
  public static final CorpusRecipe ALL = new CorpusRecipe(Preset.NONE, List.of(), false, 1);

  /** The id of a page: the fingerprint of its URL, 16 hexadecimal digits. */
  public static String id(String url) {
    return HexFormat.of().toHexDigits(Fingerprint.of(url));
  }

  /** Whether the sample has a URL: whether its id, as a fraction, is below the share. */
  public boolean samples(String url) {
    return (Fingerprint.of(url) >>> 11) * 0x1p-53 < sample;
  }

  /**
   * Judges a page of the sample.
   *
   * @param language its tag, or null
   */
  public Judged judge(String text, String language) {
    boolean isOfLanguage =
        languages.isEmpty()
            || (language != null && languages.stream().anyMatch(one -> isOf(language, one)));
    if (!isOfLanguage) {
      return new Judged(text, "language");
    } else if (text.isBlank()) {
      return new Judged(text, "empty");
    }
    return preset.judge(text, language);
  }

  static boolean isOf(String tag, String language) {
    String small = tag.toLowerCase(Locale.ROOT).replace('_', '-') + "-";
    return small.startsWith(language.toLowerCase(Locale.ROOT) + "-");
  }
}
