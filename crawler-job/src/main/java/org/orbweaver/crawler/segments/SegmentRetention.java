package org.orbweaver.crawler.segments;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Decides which versions of a page stay: each segment holds at most one, and a merge of several
 * keeps the newest of theirs. So the newest segments are left alone, older ones are merged month by
 * month, and still older ones with each other.
 *
 * @param kept newest segments that stay as they are, of whatever age
 * @param days within which segments stay as they are; 0: only the newest do
 * @param months before the current one whose segments are merged apart, so that each has a version
 *     of a page; 0: none
 */
public record SegmentRetention(int kept, int days, int months) {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyyMMdd", Locale.ROOT);
  private static final int DAY_CHARS = 8;

  /**
   * The segments that may be merged, grouped into those of one merge; oldest first.
   *
   * @param names of segments, {@code yyyyMMddHHmmss}, oldest first
   */
  Collection<List<String>> groups(List<String> names, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    LocalDate untouched = today.minusDays(days);
    LocalDate apart = today.withDayOfMonth(1).minusMonths(months);
    TreeMap<LocalDate, List<String>> groups = new TreeMap<>();
    for (String name : names.subList(0, Math.max(0, names.size() - kept))) {
      LocalDate day = LocalDate.parse(name.substring(0, DAY_CHARS), DAY);
      if (days > 0 && !day.isBefore(untouched)) {
        break;
      }
      LocalDate month = day.withDayOfMonth(1);
      LocalDate group = months == 0 || month.isBefore(apart) ? LocalDate.MIN : month;
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(name);
    }
    return groups.values();
  }
}
