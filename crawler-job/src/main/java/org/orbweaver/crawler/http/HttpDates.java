package org.orbweaver.crawler.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** Dates of HTTP headers: RFC 9110 section 5.6.7, the form that is not obsolete. */
public final class HttpDates {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDates() {}

  /** A time to the second. */
  public static String format(Instant time) {
    return FORM.format(time);
  }

  /** A header's date; empty where it is none. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(Instant.from(FORM.parse(text.strip())));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
