package org.orbweaver.crawler.url;

import java.util.Locale;
import java.util.Set;

/**
 * Takes session ids out of URLs: with them, each visit of a crawler sees a site of new URLs. Known
 * names go with whatever value; {@code sid} and its like, which often name something else, only
 * with a value that looks drawn by lot (at least 24 letters and digits, with a digit among them).
 */
final class SessionIds {
  private static final String IN_PATH = ";jsessionid=";
  private static final Set<String> NAMES = Set.of("jsessionid", "phpsessid", "zenid", "oscsid");
  private static final Set<String> AMBIGUOUS = Set.of("sid", "sessionid", "session_id", "sessid");
  private static final int DRAWN_LENGTH = 24;

  private SessionIds() {}

  static boolean mayBeInPath(String path) {
    return path.indexOf(';') >= 0;
  }

  /** Without {@code ;jsessionid=…} in any segment. */
  static String dropFromPath(String path) {
    String rest = path;
    for (int i = 0; i < rest.length(); i++) {
      if (rest.regionMatches(true, i, IN_PATH, 0, IN_PATH.length())) {
        int end = i + IN_PATH.length();
        while (end < rest.length() && rest.charAt(end) != ';' && rest.charAt(end) != '/') {
          end++;
        }
        rest = rest.substring(0, i) + rest.substring(end);
        i--;
      }
    }
    return rest;
  }

  /** The query without session ids; null when nothing is left of it. */
  static String drop(String query) {
    if (query == null || !mayBeInQuery(query)) {
      return query;
    }
    var kept = new StringBuilder(query.length());
    boolean dropped = false;
    boolean first = true;
    for (int from = 0; from <= query.length(); ) {
      int amp = query.indexOf('&', from);
      int end = amp < 0 ? query.length() : amp;
      if (isSessionId(query.substring(from, end))) {
        dropped = true;
      } else {
        if (!first) {
          kept.append('&');
        }
        kept.append(query, from, end);
        first = false;
      }
      from = end + 1;
    }
    if (!dropped) {
      return query;
    }
    return kept.isEmpty() ? null : kept.toString();
  }

  /** A cheap look, for nearly every query passes it: all the names hold "id". */
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
        || (AMBIGUOUS.contains(name) && looksDrawn(parameter, equals + 1));
  }

  private static boolean looksDrawn(String text, int from) {
    boolean digit = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      digit |= c >= '0' && c <= '9';
      if (!Character.isLetterOrDigit(c)) {
        return false;
      }
    }
    return digit && text.length() - from >= DRAWN_LENGTH;
  }
}
