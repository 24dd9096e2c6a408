package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files and URLs made up to cost much. The limits of time leave room for a busy machine; {@link
 * RobotsTimings} measures. Whoever tries each rule in turn, or a part at each place, exceeds them.
 */
class RobotsBoundsTest {
  /** A file, a URL's path, and whether it is allowed. */
  record Attack(String name, String file, String path, boolean allowed) {
    @Override
    public String toString() {
      return name;
    }

    RobotsRules rules() {
      return RobotsRules.parse(file.getBytes(ISO_8859_1), List.of("bee"));
    }

    String url() {
      return "http://h.test" + path;
    }
  }

  private interface Rule {
    String pattern(int i);
  }

  private static String file(Rule rule) {
    StringBuilder text = new StringBuilder("User-agent: *\n");
    for (int i = 0; ; i++) {
      String line = "Disallow:" + rule.pattern(i) + "\n";
      if (text.length() + line.length() > RobotsRules.MAX_BYTES) {
        return text.toString();
      }
      text.append(line);
    }
  }

  private static String letters(int i) {
    return Integer.toString(i + 46_656, 36);
  }

  static Stream<Attack> attacks() {
    String manyA = "/" + "a".repeat(100_000);
    Random random = new Random(1);
    return Stream.of(
        new Attack("one pattern of stars", file(i -> "/*a*a*a*a*a*a*a*a*b" + i), manyA, true),
        new Attack("stars only", file(i -> "/" + "*".repeat(1 + i % 500) + "b" + i), manyA, true),
        new Attack("nested starts", file(i -> "/" + "a".repeat(i)), manyA, false),
        new Attack(
            "nested starts that end otherwise",
            file(i -> "/" + "a".repeat(i % 900 + 100) + letters(i)),
            manyA + "#",
            true),
        new Attack(
            "nested parts, none of them long enough",
            file(i -> "/*" + "a".repeat(i) + "*b"),
            manyA,
            true),
        new Attack(
            "a part that nearly occurs everywhere",
            file(i -> "/*" + "a".repeat(8000) + "b" + letters(i)),
            "/aab" + "a".repeat(100_000),
            true),
        new Attack("literal starts", file(i -> "/" + letters(i)), "/zzzzzzzz", true),
        new Attack("wildcards", file(i -> "/*a" + i + "*b$"), "/" + "a".repeat(2000), true),
        new Attack("endings", file(i -> "/*." + letters(i) + "$"), "/a.b.c." + letters(1), false),
        new Attack("one part", file(i -> "/" + letters(i) + "*.gif"), "/a.gif", true),
        new Attack("one ending", file(i -> "/" + letters(i) + "*.gif$"), "/a.gif", true),
        new Attack(
            "parts that occur in another order",
            file(
                i ->
                    "/*"
                        + letters(random.nextInt(1000))
                        + "*"
                        + letters(random.nextInt(1000))
                        + "*"
                        + letters(random.nextInt(1000))
                        + "*zzzz"),
            "/"
                + String.join(
                    "/",
                    Stream.iterate(0, i -> i + 1)
                        .limit(1000)
                        .map(RobotsBoundsTest::letters)
                        .toList()),
            true),
        new Attack(
            "parts that wait for one another",
            file(i -> "/*aaa*aa*aaa*a" + "*aaaa".repeat(i % 7) + "*b" + letters(i)),
            manyA,
            true),
        new Attack(
            "queries in two forms",
            file(i -> "/*?u=http%3A%2F%2F" + letters(i)),
            "/?u=" + "http%3A%2F%2F".repeat(500) + letters(1),
            true),
        new Attack(
            "as many states as can be",
            file(i -> "/*" + letters(i) + "\u00e9".repeat(400)),
            "/" + letters(1).repeat(2000),
            true),
        new Attack(
            "as many parts as can be",
            file(i -> "/*" + letters(3 * i) + "*" + letters(3 * i + 1) + "*" + letters(3 * i + 2)),
            "/" + letters(1).repeat(2000),
            true),
        new Attack("octets", file(i -> "/*" + "\u00e9".repeat(400) + letters(i)), manyA, true),
        new Attack(
            "escapes in the URL", file(i -> "/*" + i), "/" + "%zz%41\u30c4".repeat(9000), false));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aCheckStaysFast(Attack attack) {
    RobotsRules rules = attack.rules();
    // A check takes at most 11 ms by measure, most take less than one.
    assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 20; i++) {
            assertEquals(attack.allowed(), rules.allows(attack.url()));
          }
        });
  }

  @Test
  void linesWithoutEndAreRead() {
    String line = "User-agent: *\nDisallow: /" + "a".repeat(400_000) + "\nDisallow: /b";
    RobotsRules r = RobotsRules.parse(line.getBytes(ISO_8859_1), List.of("bee"));
    assertEquals(2, r.size());
    assertFalse(r.allows("http://h.test/b"));
    byte[] noLine = "x".repeat(600_000).getBytes(ISO_8859_1);
    assertTrue(RobotsRules.parse(noLine, List.of("bee")).allows("http://h.test/b"));
  }

  @Test
  void randomOctetsAreReadWithoutAnException() {
    Random random = new Random(2);
    String[] words = {"User-agent", "Disallow", "Allow", "Sitemap", ":", "*", "/", "$", "%", "%4"};
    for (int i = 0; i < 5000; i++) {
      StringBuilder text = new StringBuilder("User-agent: *\n");
      for (int j = random.nextInt(60); j > 0; j--) {
        text.append(
            random.nextInt(3) > 0
                ? words[random.nextInt(words.length)]
                : String.valueOf((char) random.nextInt(256)));
        text.append(random.nextInt(6) == 0 ? "\n" : random.nextInt(6) == 0 ? " " : "");
      }
      byte[] octets = text.toString().getBytes(ISO_8859_1);
      RobotsRules rules = RobotsRules.parse(octets, List.of("bee", "", "*"));
      assertTrue(rules.allows("http://h.test/robots.txt"));
      rules.decision("http://h.test/" + text);
      rules.decision(text.toString());
    }
  }
}
