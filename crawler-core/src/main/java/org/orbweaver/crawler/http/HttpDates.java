package org.orbweaver.crawler.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import org.apache.hc.client5.http.utils.DateUtils;

/**
 * Dates of HTTP headers: the three forms of <a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110 section 5.6.7</a>. All three
 * are read; the one that is not obsolete is written. A date with the wrong weekday is invalid.
 */
public final class HttpDates {
  /**
   * {@code Sun Nov 6 08:49:37 1994}, the day padded to two places; HttpClient's own pattern expects
   * one blank.
   */
  private static final DateTimeFormatter ASCTIME =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("EEE MMM ppd HH:mm:ss yyyy")
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDates() {}

  /** A time to the second. */
  public static String format(Instant time) {
    return DateUtils.formatStandardDate(time);
  }

  /** A header's date; empty if it is invalid. */
  public static Optional<Instant> parse(String text) {
    return Optional.ofNullable(
        DateUtils.parseDate(
            text.strip(), DateUtils.FORMATTER_RFC1123, DateUtils.FORMATTER_RFC1036, ASCTIME));
  }
}
