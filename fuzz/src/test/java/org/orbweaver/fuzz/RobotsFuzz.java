package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.robots.RobotsRules.Decision;

/** robots.txt: any bytes, and files made line by line against a slow, obvious matcher. */
class RobotsFuzz {
  private static final String ORIGIN = "https://h.test";
  private static final List<String> PIECES =
      List.of("/", "a", "b", "*", "$", "?", "&", "=", ".", "%61", "%2f", "%2F", "%", "\u00e9", "'");

  /** A line as {@link #decide} understands it. */
  private record Line(String field, String value) {}

  @FuzzTest
  void parse(byte[] content) {
    RobotsRules rules = RobotsRules.parse(content, List.of("orbweaver"));
    long lines = 1 + new String(content, ISO_8859_1).chars().filter(c -> c < ' ').count();
    for (String path : List.of("/", "/robots.txt", "/a/b.html?c=d&e", "/%61*$", "/\u00e9;x")) {
      Decision decision = rules.decision(ORIGIN + path);
      assertEquals(decision.allowed(), rules.allows(ORIGIN + path));
      assertTrue(decision.line() >= 0 && decision.line() <= lines, decision::toString);
      assertTrue(rules.usage(ORIGIN + path).stream().allMatch(line -> line.line() <= lines));
    }
    assertTrue(rules.allows(ORIGIN + "/robots.txt"));
    assertTrue(rules.crawlDelayMs() >= 0);
    assertTrue(rules.sitemaps().size() <= 100);
  }

  @FuzzTest
  void match(FuzzedDataProvider data) {
    List<Line> lines = new ArrayList<>();
    StringBuilder file = new StringBuilder();
    for (int n = data.consumeInt(0, 12); n > 0; n--) {
      Line line =
          switch (data.consumeInt(0, 9)) {
            case 0 -> new Line("user-agent", "*");
            case 1 -> new Line("user-agent", "orbweaver");
            case 2 -> new Line("user-agent", "other");
            case 3 -> new Line("sitemap", ORIGIN + "/map");
            case 4 -> new Line("crawl-delay", "1");
            case 5, 6 -> new Line("allow", path(data));
            default -> new Line("disallow", path(data));
          };
      lines.add(line);
      file.append(line.field()).append(data.consumeBoolean() ? ":" : " : ").append(line.value());
      file.append(data.consumeBoolean() ? "\n" : data.consumeBoolean() ? " # x\r\n" : "\r\r");
    }
    String path = "/" + path(data);
    RobotsRules rules =
        RobotsRules.parse(file.toString().getBytes(ISO_8859_1), List.of("Orbweaver/1.0"));
    // The URL's own octets are UTF-8, those of the file are what they are: only ASCII compares.
    String url = path.replace("\u00e9", "%E9");
    assertEquals(decide(lines, url), rules.allows(ORIGIN + url), () -> file + " " + url);
  }

  private static String path(FuzzedDataProvider data) {
    StringBuilder path = new StringBuilder();
    for (int n = data.consumeInt(0, 8); n > 0; n--) {
      path.append(data.pickValue(PIECES));
    }
    return path.toString();
  }

  /** RFC 9309, sections 2.2.1 and 2.2.2, by trying everything. */
  private static boolean decide(List<Line> lines, String url) {
    boolean named = lines.contains(new Line("user-agent", "orbweaver"));
    String wanted = named ? "orbweaver" : "*";
    boolean ours = false;
    boolean inAgents = false;
    int best = -1;
    boolean allowed = true;
    for (Line line : lines) {
      boolean allow = line.field().equals("allow");
      if (line.field().equals("user-agent")) {
        ours = line.value().equals(wanted) || (inAgents && ours);
        inAgents = true;
      } else if (allow || line.field().equals("disallow")) {
        inAgents = false;
        String pattern = octets(line.value(), false);
        int length = open(pattern).length();
        if (ours
            && (pattern.startsWith("/") || pattern.startsWith("*"))
            && matchesInAnyForm(pattern, octets(url, true))
            && (length > best || (length == best && allow))) {
          best = length;
          allowed = allow;
        }
      }
    }
    return allowed;
  }

  private static boolean matchesInAnyForm(String pattern, String url) {
    return matches(pattern, 0, url, 0)
        || matches(pattern, 0, open(url), 0)
        || matches(open(pattern), 0, url, 0)
        || matches(open(pattern), 0, open(url), 0);
  }

  /** Behind a question mark, an encoded slash is a slash (the table of section 2.2.2). */
  private static String open(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query) + path.substring(query).replace("%2F", "/");
  }

  /** Percent-encodings in one form: of letters none, of others in capitals. */
  private static String octets(String text, boolean url) {
    StringBuilder normal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean hex = c == '%' && text.substring(i).matches("(?s)%[0-9A-Fa-f]{2}.*");
      if (hex && text.startsWith("%61", i)) {
        normal.append('a');
      } else if (hex) {
        normal.append(text.substring(i, i + 3).toUpperCase(Locale.ROOT));
      } else if (c == '%') {
        normal.append("%25");
      } else if (c >= 0x80 || (url && (c == '*' || c == '$'))) {
        normal.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      } else {
        normal.append(c);
      }
      i += hex ? 2 : 0;
    }
    return normal.toString();
  }

  /** A star is any run of characters, a dollar at the end the end, any other dollar itself. */
  private static boolean matches(String pattern, int p, String text, int t) {
    if (p == pattern.length()) {
      return true;
    }
    char c = pattern.charAt(p);
    if (c == '$' && p == pattern.length() - 1) {
      return t == text.length();
    }
    if (c == '*') {
      for (int end = t; end <= text.length(); end++) {
        if (matches(pattern, p + 1, text, end)) {
          return true;
        }
      }
      return false;
    }
    String literal = c == '$' ? "%24" : String.valueOf(c);
    return text.startsWith(literal, t) && matches(pattern, p + 1, text, t + literal.length());
  }
}
