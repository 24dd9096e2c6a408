package org.orbweaver.crawler.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates of HTTP headers: the three forms of <a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110 section 5.6.7</a>. The one
 * that is not obsolete is written, all are read. The name of the weekday is not compared with the
 * date, as it tells nothing more, and a leap second is the second before.
 */
public final class HttpDates {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final String TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";
  private static final List<Pattern> FORMS =
      List.of(
          // Sun, 06 Nov 1994 08:49:37 GMT
          form("[a-z]{3}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) " + TIME + " GMT"),
          // Sunday, 06-Nov-94 08:49:37 GMT (RFC 850)
          form("[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) " + TIME + " GMT"),
          // Sun Nov  6 08:49:37 1994 (asctime)
          form("[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})"));

  private HttpDates() {}

  private static Pattern form(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** A time to the second. */
  public static String format(Instant time) {
    return FORM.format(time);
  }

  /** A header's date; empty where it is none. */
  public static Optional<Instant> parse(String text) {
    return parse(text, Instant.now());
  }

  /**
   * A header's date; empty where it is none.
   *
   * @param now decides about the century of a year of two digits: one that seems to be more than 50
   *     years ahead is the latest one in the past with these digits
   */
  static Optional<Instant> parse(String text, Instant now) {
    String date = text.strip();
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(date);
      if (matcher.matches()) {
        return read(matcher, now);
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> read(Matcher matcher, Instant now) {
    int month = MONTHS.indexOf(matcher.group("month").toLowerCase(Locale.ROOT)) + 1;
    int day = Integer.parseInt(matcher.group("day").strip());
    int year = Integer.parseInt(matcher.group("year"));
    try {
      int hour = Integer.parseInt(matcher.group("hour"));
      int minute = Integer.parseInt(matcher.group("minute"));
      int second = second(matcher);
      if (matcher.group("year").length() == 2) {
        LocalDateTime today = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        year += today.getYear() - Math.floorMod(today.getYear(), 100);
        // By the first of the month: a 29th of February needs the right century.
        LocalDateTime guess = LocalDateTime.of(year, month, 1, hour, minute, second);
        if (guess.plusDays(day - 1L).isAfter(today.plusYears(50))) {
          year -= 100;
        }
      }
      return Optional.of(
          LocalDateTime.of(year, month, day, hour, minute, second).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** 60 is a leap second; more is none. */
  private static int second(Matcher matcher) {
    int second = Integer.parseInt(matcher.group("second"));
    if (second > 60) {
      throw new DateTimeException("second " + second);
    }
    return Math.min(59, second);
  }
}
