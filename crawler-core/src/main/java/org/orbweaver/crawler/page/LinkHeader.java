package org.orbweaver.crawler.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A link of a Link header, read by appendix B of RFC 8288: after the first fault, the rest of the
 * value is ignored.
 *
 * @param target the reference between the angle brackets
 * @param parameters by name in lower case; the first of a repeated one
 */
record LinkHeader(String target, Map<String, String> parameters) {
  /** More links than this cannot be a page's relations. */
  private static final int MAX_LINKS = 1000;

  /** The value of a parameter, or empty. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** The links of a header's value. */
  static List<LinkHeader> parse(String value) {
    return new Reader(value).links();
  }

  private static final class Reader {
    private final String value;
    private int at;

    Reader(String value) {
      this.value = value;
    }

    List<LinkHeader> links() {
      List<LinkHeader> links = new ArrayList<>();
      while (links.size() < MAX_LINKS) {
        skip(" \t,");
        int end = isAt('<') ? value.indexOf('>', at) : -1;
        if (end < 0) {
          break;
        }
        String target = value.substring(at + 1, end).strip();
        at = end + 1;
        links.add(new LinkHeader(target, parameters()));
      }
      return links;
    }

    private Map<String, String> parameters() {
      Map<String, String> parameters = new LinkedHashMap<>();
      skip(" \t");
      while (isAt(';')) {
        skip(" \t;");
        String name = until(" \t=;,").toLowerCase(Locale.ROOT);
        skip(" \t");
        String content = "";
        if (isAt('=')) {
          at++;
          skip(" \t");
          content = isAt('"') ? quoted() : until(";,").strip();
        }
        if (!name.isEmpty()) {
          parameters.putIfAbsent(name, content);
        }
        skip(" \t");
      }
      return parameters;
    }

    private String quoted() {
      StringBuilder text = new StringBuilder();
      for (at++; at < value.length(); at++) {
        char c = value.charAt(at);
        if (c == '"') {
          at++;
          break;
        }
        if (c == '\\' && at + 1 < value.length()) {
          at++;
        }
        text.append(value.charAt(at));
      }
      return text.toString();
    }

    private boolean isAt(char c) {
      return at < value.length() && value.charAt(at) == c;
    }

    private void skip(String chars) {
      while (at < value.length() && chars.indexOf(value.charAt(at)) >= 0) {
        at++;
      }
    }

    private String until(String ends) {
      int start = at;
      while (at < value.length() && ends.indexOf(value.charAt(at)) < 0) {
        at++;
      }
      return value.substring(start, at);
    }
  }
}
