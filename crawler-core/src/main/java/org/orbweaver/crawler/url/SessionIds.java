package org.orbweaver.crawler.url;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes session ids from URLs; with them, a crawler sees a site of new URLs at each visit. Known
 * names are removed with any value; {@code sid} and similar names, which often mean something else,
 * only with a value that looks random (at least 24 letters and digits, with a digit among them).
 */
final class SessionIds {
  private static final Pattern IN_PATH =
      Pattern.compile(";jsessionid=[^;/]*", Pattern.CASE_INSENSITIVE);
  private static final Set<String> NAMES = Set.of("jsessionid", "phpsessid", "zenid", "oscsid");
  private static final Set<String> AMBIGUOUS = Set.of("sid", "sessionid", "session_id", "sessid");
  private static final Pattern DRAWN = Pattern.compile("(?=[A-Za-z]*[0-9])[A-Za-z0-9]{24,}");

  private SessionIds() {}

  /** Without {@code ;jsessionid=…} in any segment. */
  static String dropFromPath(String path) {
    return path.indexOf(';') < 0 ? path : IN_PATH.matcher(path).replaceAll("");
  }

  /** The query without session ids; null if nothing is left of it. */
  static String drop(String query) {
    if (query == null || !mayBeInQuery(query)) {
      return query;
    }
    String kept =
        Arrays.stream(query.split("&", -1))
            .filter(parameter -> !isSessionId(parameter))
            .collect(Collectors.joining("&"));
    return kept.isEmpty() ? null : kept;
  }

  /** A cheap check, since nearly every query fails it: all the names contain "id". */
  static boolean mayBeInQuery(String query) {
    for (int i = 0; i + 1 < query.length(); i++) {
      char c = query.charAt(i);
      char next = query.charAt(i + 1);
      if ((c == 'i' || c == 'I') && (next == 'd' || next == 'D')) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSessionId(String parameter) {
    int equals = parameter.indexOf('=');
    if (equals < 0) {
      return false;
    }
    String name = parameter.substring(0, equals).toLowerCase(Locale.ROOT);
    return NAMES.contains(name)
        || name.startsWith("aspsessionid")
        || (AMBIGUOUS.contains(name) && DRAWN.matcher(parameter.substring(equals + 1)).matches());
  }
}
