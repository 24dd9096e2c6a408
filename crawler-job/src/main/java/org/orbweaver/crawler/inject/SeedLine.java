package org.orbweaver.crawler.inject;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * A line of a seed list in Nutch's format: a URL, then {@code key=value} metadata separated by
 * tabs. Three keys mean more than metadata: {@code nutch.score}, {@code nutch.fetchInterval} and
 * {@code nutch.fetchInterval.fixed} (seconds).
 *
 * @param url as written
 * @param score null where none is given
 * @param interval null where none is given
 * @param fixedInterval null where none is given
 * @param problems fields that are not {@code key=value} or a number, which are left out
 */
record SeedLine(
    String url,
    Float score,
    Integer interval,
    Integer fixedInterval,
    Map<String, String> metadata,
    List<String> problems) {

  /** Null for an empty line and a comment. */
  static SeedLine parse(String line) {
    String text = UrlNormalizer.trim(line);
    if (text.isEmpty() || text.charAt(0) == '#') {
      return null;
    }
    String[] fields = text.split("\t");
    Float score = null;
    Integer interval = null;
    Integer fixed = null;
    Map<String, String> metadata = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (int i = 1; i < fields.length; i++) {
      int equals = fields[i].indexOf('=');
      if (equals < 0) {
        if (!fields[i].isBlank()) {
          problems.add("expected key=value, got '" + fields[i].strip() + "'");
        }
        continue;
      }
      String key = fields[i].substring(0, equals).strip();
      String value = fields[i].substring(equals + 1).strip();
      try {
        switch (key) {
          case "nutch.score" -> score = finite(value);
          case "nutch.fetchInterval" -> interval = seconds(value);
          case "nutch.fetchInterval.fixed" -> fixed = seconds(value);
          default -> metadata.put(key, value);
        }
      } catch (NumberFormatException e) {
        problems.add(key + ": expected a number, got '" + value + "'");
      }
    }
    return new SeedLine(UrlNormalizer.trim(fields[0]), score, interval, fixed, metadata, problems);
  }

  private static Integer seconds(String value) {
    Integer number = Integer.valueOf(value);
    if (number < 0) {
      throw new NumberFormatException(value);
    }
    return number;
  }

  private static Float finite(String value) {
    float number = Float.parseFloat(value);
    if (!Float.isFinite(number)) {
      throw new NumberFormatException(value);
    }
    return number;
  }
}
