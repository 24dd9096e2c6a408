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
 * @param fetched when it was fetched, in milliseconds since 1970; {@link Long#MAX_VALUE} for now
 */
public record Copy(String url, float score, long fetched) {
  /** What makes one copy better than another. */
  public enum Preference {
    /** A higher score. */
    SCORE(Comparator.comparing(Copy::score).reversed()),
    /** https before http. */
    HTTPS(Comparator.comparing(copy -> !copy.url.startsWith("https:"))),
    /** A shorter URL, once it is decoded. */
    SHORT(Comparator.comparingInt(Copy::decodedLength)),
    /**
     * A newer version by its URL: the numbers in host and folders, compared one by one; {@code
     * latest}, {@code current} and {@code stable} come before any number, a URL without either
     * last.
     */
    NEWER((a, b) -> Arrays.compare(b.version(), a.version())),
    /** Fetched earlier. */
    EARLIER(Comparator.comparingLong(Copy::fetched));

    private final Comparator<Copy> order;

    Preference(Comparator<Copy> order) {
      this.order = order;
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
    Comparator<Copy> order = (a, b) -> 0;
    for (Preference preference : preferences) {
      order = order.thenComparing(preference.order);
    }
    return order.thenComparing(Copy::url);
  }

  private int decodedLength() {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8).length();
    } catch (IllegalArgumentException e) {
      return url.length();
    }
  }

  /** Numbers before the file's name. */
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
