package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.url.UrlNormalizer;

/** Random rules and paths: the result equals that of trying every rule in every way. */
class RobotsMatchingPropertyTest {
  /**
   * A rule with a URL's path and query, as a site would write them, decides for that URL in the
   * crawl's spelling, whatever ASCII characters it contains: in the path, in the query, encoded
   * there or not.
   */
  @Test
  void aRuleMadeFromAUrlMatchesItsNormalForm() {
    UrlNormalizer normalizer = new UrlNormalizer();
    for (String form : List.of("/dir/x%sy", "/dir/x%sy?k=1", "/dir?q=x%sy", "/dir?a=%s&b=2")) {
      for (int c = 0; c < 128; c++) {
        String encoded = String.format(Locale.ROOT, "%%%02x", c);
        boolean writable = c > ' ' && c != '#' && c != 127; // else only escaped in a line
        for (String text : writable ? List.of(encoded, "" + (char) c) : List.of(encoded)) {
          String path = form.replace("%s", text);
          String url = normalizer.normalize("http://a.example" + path);
          RobotsRules rules =
              RobotsRules.parse(
                  ("User-agent: *\nDisallow: " + path + "\n").getBytes(UTF_8), List.of("bot"));
          assertFalse(rules.decision(url).allowed(), "Disallow: " + path + " and " + url);
        }
      }
    }
  }

  private record Line(boolean allow, String pattern, int number) {}

  /** Section 2.2.3 read literally, by backtracking. A path's own stars and dollars are text. */
  private static boolean matches(String pattern, int p, String path, int at) {
    if (p == pattern.length()) {
      return true;
    }
    char c = pattern.charAt(p);
    if (c == '$' && p == pattern.length() - 1) {
      return at == path.length();
    }
    if (c == '*') {
      for (int i = at; i <= path.length(); i++) {
        if (matches(pattern, p + 1, path, i)) {
          return true;
        }
      }
      return false;
    }
    return at < path.length() && path.charAt(at) == c && matches(pattern, p + 1, path, at + 1);
  }

  private static Line decide(List<Line> lines, String path) {
    Line best = null;
    for (Line line : lines) {
      if (matches(line.pattern(), 0, path, 0)
          && (best == null
              || line.pattern().length() > best.pattern().length()
              || (line.pattern().length() == best.pattern().length()
                  && line.allow()
                  && !best.allow()))) {
        best = line;
      }
    }
    return best;
  }

  private static String random(Random random, String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static int compare(Random random, int files, int maxRules, String alphabet, int length) {
    int decided = 0;
    for (int file = 0; file < files; file++) {
      StringBuilder text = new StringBuilder("User-agent: *\n");
      List<Line> lines = new ArrayList<>();
      int count = 1 + random.nextInt(maxRules);
      for (int i = 0; i < count; i++) {
        String pattern =
            (random.nextInt(8) == 0 ? "*" : "/")
                + random(random, alphabet, random.nextInt(length))
                + (random.nextInt(4) == 0 ? "$" : "");
        boolean allow = random.nextBoolean();
        lines.add(new Line(allow, pattern, i + 2));
        text.append(allow ? "Allow: " : "Disallow: ").append(pattern).append('\n');
      }
      RobotsRules rules = RobotsRules.parse(text.toString().getBytes(UTF_8), List.of("bot"));
      for (int i = 0; i < 20; i++) {
        String path = "/" + random(random, alphabet, random.nextInt(2 * length));
        Line expected = decide(lines, path);
        RobotsRules.Decision decision = rules.decision("http://h.test" + path);
        String message = path + " with\n" + text;
        assertEquals(expected == null || expected.allow(), decision.allowed(), message);
        if (expected == null) {
          assertEquals(0, decision.line(), message);
        } else {
          decided++;
          Line named = lines.get(decision.line() - 2);
          assertEquals(expected.pattern().length(), named.pattern().length(), message);
          assertEquals(expected.allow(), named.allow(), message);
          assertTrue(matches(named.pattern(), 0, path, 0), message);
        }
      }
    }
    return decided;
  }

  @Test
  void oneRule() {
    assertTrue(compare(new Random(1), 20_000, 1, "ab*", 7) > 20_000);
  }

  @Test
  void oneRuleOfManyStars() {
    assertTrue(compare(new Random(2), 10_000, 1, "ab**$", 9) > 10_000);
  }

  @Test
  void manyRulesOfFewLetters() {
    assertTrue(compare(new Random(3), 3_000, 40, "ab/*", 8) > 30_000);
  }

  @Test
  void manyRulesWithDollarsAndStarsAsText() {
    assertTrue(compare(new Random(4), 3_000, 20, "abc/*$", 6) > 20_000);
  }

  @Test
  void literalRulesOnly() {
    assertTrue(compare(new Random(5), 3_000, 40, "ab/", 8) > 20_000);
  }

  @Test
  void normalFormIsTheSameForEveryWayToEncode() {
    Random random = new Random(6);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder raw = new StringBuilder("/");
      StringBuilder encoded = new StringBuilder("/");
      for (int j = random.nextInt(12); j > 0; j--) {
        char c = "abzAZ09-._~\"<>^`{|} \u00e9\u30c4".charAt(random.nextInt(21));
        raw.append(c);
        if (c < 0x80 && random.nextBoolean()) {
          encoded.append(c);
        } else {
          for (byte octet : String.valueOf(c).getBytes(UTF_8)) {
            encoded.append(String.format(random.nextBoolean() ? "%%%02X" : "%%%02x", octet));
          }
        }
      }
      String normal = RobotsPath.ofUrl(raw.toString());
      assertEquals(normal, RobotsPath.ofUrl(encoded.toString()));
      assertEquals(normal, RobotsPath.ofUrl(normal));
      assertEquals(normal, RobotsPath.ofRule(normal));
      RobotsRules rules =
          RobotsRules.parse(
              ("User-agent: *\nDisallow: " + raw + "$\nAllow: /*\n").getBytes(UTF_8),
              List.of("bot"));
      boolean blankAtEnd = raw.charAt(raw.length() - 1) == ' ';
      if (raw.length() > 1 && !blankAtEnd) {
        assertEquals(false, rules.allows("http://h.test" + encoded), raw + " " + encoded);
      }
    }
  }
}
