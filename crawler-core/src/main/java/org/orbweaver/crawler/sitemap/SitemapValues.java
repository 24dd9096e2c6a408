package org.orbweaver.crawler.sitemap;

import crawlercommons.sitemaps.AbstractSiteMap;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.NumberUtils;

/** Reads the values of an entry; invalid ones count as missing. */
final class SitemapValues {
  private static final long DAY = 86_400_000L;

  /** {@code 2026-05-01}. */
  private static final int DATE_CHARS = 10;

  /** Longer texts are not dates. */
  private static final int MAX_DATE_CHARS = 64;

  /**
   * The form of the W3C's note, but with a space for T, without seconds or zone, or {@code +0100}.
   */
  private static final Pattern LENIENT =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[Tt ]+(\\d\\d:\\d\\d)(:\\d\\d)?([.,]\\d{1,9})?"
              + " *(?:([+-]\\d\\d):?(\\d\\d)?|[Zz]|UTC|GMT)?");

  private SitemapValues() {}

  /**
   * A date of the W3C's note on date and time, or of RFC 822 as in feeds, in milliseconds; 0 for
   * none; a time without a zone is in UTC. A bare date means the end of that day: otherwise, a page
   * modified later on the day of its fetch would be missed.
   */
  static long lastmod(String value) {
    String text = value == null ? "" : value.strip();
    if (text.length() < 4 || text.length() > MAX_DATE_CHARS) {
      return 0;
    }
    try {
      if (text.length() == DATE_CHARS) {
        long start = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        return Math.max(0, start + DAY - 1);
      }
      Matcher lenient = LENIENT.matcher(text);
      if (lenient.matches()) {
        String seconds = Objects.requireNonNullElse(lenient.group(3), ":00");
        String fraction = Objects.requireNonNullElse(lenient.group(4), "").replace(',', '.');
        String hours = Objects.requireNonNullElse(lenient.group(5), "+00");
        String minutes = Objects.requireNonNullElse(lenient.group(6), "00");
        String plain = lenient.group(1) + 'T' + lenient.group(2) + seconds + fraction;
        return Math.max(
            0, OffsetDateTime.parse(plain + hours + ':' + minutes).toInstant().toEpochMilli());
      }
      ZonedDateTime time = AbstractSiteMap.convertToZonedDateTime(text);
      if (time == null) {
        time = AbstractSiteMap.parseRSSTimestamp(text);
      }
      return time == null ? 0 : Math.max(0, time.toInstant().toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      return 0;
    }
  }

  static float priority(String value) {
    float priority = NumberUtils.toFloat(StringUtils.strip(value), Sitemap.DEFAULT_PRIORITY);
    // NaN also fails.
    return priority >= 0 && priority <= 1 ? priority : Sitemap.DEFAULT_PRIORITY;
  }
}
