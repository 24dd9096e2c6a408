package org.orbweaver.crawler.url;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * Refuses URLs whose form shows that a site generates them without end. The limits lie above the
 * values of real sites; the cost is linear in the URL's length, and quadratic in its depth up to
 * the limit.
 *
 * <ul>
 *   <li>The URL is longer than {@code maxLength} characters.
 *   <li>The path has more than {@value #MAX_SEGMENTS} segments.
 *   <li>Directories repeat: a block of them three times in a row ({@code /a/b/a/b/a/b/}), or one of
 *       them more than {@value #MAX_OCCURRENCES} times anywhere. The last segment does not count,
 *       unless a slash follows.
 *   <li>The query grows: more than {@value #MAX_PARAMETERS} parameters, one parameter with one
 *       value more than {@value #MAX_SAME_PARAMETERS} times, or a URL in a URL escaped four times
 *       over.
 *   <li>A calendar: a date with year and month (yyyy-mm, yyyy-mm-dd or yyyy/mm in the path or a
 *       parameter; parameters named year and month) after {@code lastYear}. A longer number is not
 *       a date. Calendars of the past are judged by their yield, since archives have old dates.
 * </ul>
 *
 * @param maxLength characters
 * @param lastYear the last year of dates; later ones up to {@value #LAST_DATE} are refused
 */
public record TrapRules(int maxLength, int lastYear) implements UrlRule {
  /** Their name in decisions: the setting that turns them off. */
  public static final String NAME = "orbweaver.trap.rules";

  /** Years from now that the calendars of real sites may show. */
  public static final int YEARS_AHEAD = 2;

  static final int MAX_SEGMENTS = 25;
  static final int MAX_PARAMETERS = 40;

  /** Numbers above this are not taken for a year. */
  static final int LAST_DATE = 2199;

  static final int MAX_OCCURRENCES = 4;
  static final int MAX_SAME_PARAMETERS = 3;
  private static final int REPETITIONS = 3;
  private static final String ESCAPED_FOUR_TIMES = "%252525";

  @Override
  public UrlDecision decision(String url) {
    // Folders end, other than the pages of a server.
    String refusal = SourceUrl.is(url) ? null : refusal(url);
    return refusal == null ? null : new UrlDecision(false, NAME, 0, refusal);
  }

  /**
   * Why a URL is refused.
   *
   * @param url in normal form
   * @return the rule in words; null if none refuses it
   */
  public String refusal(String url) {
    if (url.length() > maxLength) {
      return "longer than " + maxLength + " characters";
    }
    int scheme = url.indexOf("://");
    int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
    if (path < 0) {
      return null;
    }
    int question = url.indexOf('?', path);
    int end = question < 0 ? url.length() : question;
    List<String> segments = Arrays.asList(url.substring(path + 1, end).split("/", -1));
    if (segments.size() > MAX_SEGMENTS) {
      return "more than " + MAX_SEGMENTS + " path segments";
    }
    String why = repeated(segments.subList(0, segments.size() - 1));
    if (why == null) {
      why = dateInPath(segments);
    }
    return why != null || question < 0 ? why : inQuery(url, question + 1);
  }

  private static String repeated(List<String> directories) {
    int n = directories.size();
    if (n < REPETITIONS) {
      return null;
    }
    for (int period = 1; period * REPETITIONS <= n; period++) {
      int same = 0;
      for (int i = period; i < n; i++) {
        same = directories.get(i).equals(directories.get(i - period)) ? same + 1 : 0;
        if (same == (REPETITIONS - 1) * period) {
          List<String> block = directories.subList(i - period + 1, i + 1);
          return "directories repeat: '" + String.join("/", block) + "' three times in a row";
        }
      }
    }
    if (n > MAX_OCCURRENCES) {
      Map<String, Integer> counts = new HashMap<>();
      for (String directory : directories) {
        if (counts.merge(directory, 1, Integer::sum) > MAX_OCCURRENCES) {
          return "directories repeat: '" + directory + "' more than " + MAX_OCCURRENCES + " times";
        }
      }
    }
    return null;
  }

  private String dateInPath(List<String> segments) {
    String before = "";
    for (String segment : segments) {
      if (isLateDate(segment) || (isLateYear(before) && isMonth(segment))) {
        return lateDate();
      }
      before = segment;
    }
    return null;
  }

  private String lateDate() {
    return "a calendar: its date is after " + lastYear;
  }

  private String inQuery(String url, int from) {
    List<String> parameters = Arrays.asList(url.substring(from).split("&", -1));
    if (parameters.size() > MAX_PARAMETERS) {
      return "the query grows: more than " + MAX_PARAMETERS + " parameters";
    }
    if (url.indexOf(ESCAPED_FOUR_TIMES, from) >= 0) {
      return "the query grows: URLs in URLs, escaped four times";
    }
    Map<String, Integer> counts = new HashMap<>();
    boolean lateYear = false;
    boolean month = false;
    for (String parameter : parameters) {
      if (parameters.size() > MAX_SAME_PARAMETERS
          && !parameter.isEmpty()
          && counts.merge(parameter, 1, Integer::sum) > MAX_SAME_PARAMETERS) {
        return "the query grows: '" + parameter + "' more than " + MAX_SAME_PARAMETERS + " times";
      }
      int equals = parameter.indexOf('=');
      if (equals >= 0) {
        String name = parameter.substring(0, equals);
        String value = parameter.substring(equals + 1);
        if (isLateDate(value)) {
          return lateDate();
        }
        lateYear |= name.contains("year") && isLateYear(value);
        month |= name.contains("month");
      }
    }
    return lateYear && month ? lateDate() : null;
  }

  /** Whether a text is yyyy-mm or yyyy-mm-dd, and more only after another character. */
  private boolean isLateDate(String text) {
    if (text.length() < 7 || text.charAt(4) != '-' || !isMonth(text.substring(5, 7))) {
      return false;
    }
    boolean day = text.length() >= 10 && text.charAt(7) == '-' && isNumber(text.substring(8, 10));
    int end = day ? 10 : 7;
    boolean ends = text.length() == end || "T:%+".indexOf(text.charAt(end)) >= 0;
    return ends && isLateYear(text.substring(0, 4));
  }

  private boolean isLateYear(String text) {
    if (text.length() != 4 || !isNumber(text)) {
      return false;
    }
    int year = Integer.parseInt(text);
    return year > lastYear && year <= LAST_DATE;
  }

  private static boolean isMonth(String text) {
    return text.length() == 2
        && isNumber(text)
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= 12;
  }

  private static boolean isNumber(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
