package org.orbweaver.crawler.duplicate;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several copies of a page.
 *
 * @param url its URL
 * @param score its score in the crawldb
 * @param fetched when it was last fetched before this round, in milliseconds since 1970; {@link
 *     Long#MAX_VALUE} if it was not, or if the time is unknown
 */
public record Copy(String url, float score, long fetched) {
  /** Reasons to prefer one copy to another. */
  public enum Preference {
    /** A higher score. */
    SCORE,
    /** https before http. */
    HTTPS,
    /** A shorter URL, after decoding. */
    SHORT,
    /**
     * A newer version by its URL: the numbers in host and folders, compared one by one; {@code
     * latest}, {@code current} and {@code stable} come before any number, URLs without either come
     * last.
     */
    NEWER,
    /** Fetched earlier. */
    EARLIER;

    private Comparator<Copy> order() {
      return switch (this) {
        case SCORE -> Comparator.comparing(Copy::score).reversed();
        case HTTPS -> Comparator.comparing(copy -> !copy.url.startsWith("https:"));
        case SHORT -> Comparator.comparingInt(Copy::decodedLength);
        case NEWER -> Comparator.comparing(Copy::version, Arrays::compare).reversed();
        case EARLIER -> Comparator.comparingLong(Copy::fetched);
      };
    }
  }

  private static final Pattern VERSION =
      Pattern.compile("\\d{1,9}|(?<![a-z])(?:latest|current|stable)(?![a-z])");

  /**
   * The order of copies, best first: the preferences one after the other, then the URL.
   *
   * @param preferences possibly none
   */
  public static Comparator<Copy> order(List<Preference> preferences) {
    return preferences.stream()
        .map(Preference::order)
        .reduce(Comparator::thenComparing)
        .map(order -> order.thenComparing(Copy::url))
        .orElse(Comparator.comparing(Copy::url));
  }

  private int decodedLength() {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8).length();
    } catch (IllegalArgumentException e) {
      return url.length();
    }
  }

  /** The numbers before the file name. */
  private int[] version() {
    int end = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    int slash = url.lastIndexOf('/', end);
    Matcher places = VERSION.matcher(url.substring(0, Math.max(slash, 0)));
    return places
        .results()
        .map(java.util.regex.MatchResult::group)
        .mapToInt(v -> Character.isDigit(v.charAt(0)) ? Integer.parseInt(v) : Integer.MAX_VALUE)
        .toArray();
  }
}
