package org.orbweaver.crawler.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicHeaderValueParser;
import org.apache.hc.core5.http.message.ParserCursor;

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

  /** A target, and whether parameters follow. */
  private static final Pattern TARGET =
      Pattern.compile("[ \\t,]*+<(?<target>[^>]*+)>[ \\t]*+(?<more>;)?+");

  /** The value of a parameter, or empty. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** The links of a header's value. */
  static List<LinkHeader> parse(String value) {
    List<LinkHeader> links = new ArrayList<>();
    ParserCursor cursor = new ParserCursor(0, value.length());
    Matcher target = TARGET.matcher(value);
    while (links.size() < MAX_LINKS && target.region(cursor.getPos(), value.length()).lookingAt()) {
      cursor.updatePos(target.end());
      Map<String, String> parameters = new LinkedHashMap<>();
      if (target.group("more") != null) {
        for (NameValuePair each : BasicHeaderValueParser.INSTANCE.parseParameters(value, cursor)) {
          String name = each.getName().toLowerCase(Locale.ROOT);
          if (!name.isEmpty()) {
            parameters.putIfAbsent(name, Objects.requireNonNullElse(each.getValue(), ""));
          }
        }
      }
      links.add(new LinkHeader(target.group("target").strip(), parameters));
    }
    return links;
  }
}
