package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files and URLs designed to be costly: work is bounded by a count of steps. */
class RobotsBoundsTest {
  /** A file, a URL's path, whether it is allowed, and whether the check reaches the bound. */
  record Attack(String name, String file, String path, boolean allowed, boolean tooCostly) {
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
    String manyA = "/" + "a".repeat(8000);
    return Stream.of(
        cheap("one pattern of stars", i -> "/*a*a*a*a*a*a*a*a*b" + i, manyA, true),
        cheap("stars only", i -> "/" + "*".repeat(1 + i % 500) + "b" + i, manyA, true),
        cheap("nested parts", i -> "/*" + "a".repeat(i) + "*b", manyA, true),
        costly(
            "a part that nearly occurs everywhere", i -> "/*" + "a".repeat(4000) + "b" + i, manyA),
        costly("wildcards", i -> "/*a" + i + "*b$", "/" + "a".repeat(2000)),
        cheap("octets", i -> "/*" + "\u00e9".repeat(400) + letters(i), manyA, true),
        cheap("two forms", i -> "/*?u=%2F" + letters(i), "/?u=" + "%2F".repeat(1000), true),
        cheap("nested starts", i -> "/" + "a".repeat(i), manyA, false),
        cheap(
            "nested starts that end otherwise",
            i -> "/" + "a".repeat(i % 900 + 100) + letters(i),
            manyA,
            true),
        cheap("literal starts", i -> "/" + letters(i), "/zzzzzzzz", true),
        cheap("endings", i -> "/*." + letters(i) + "$", "/a.b.c." + letters(1), false),
        cheap("one part", i -> "/" + letters(i) + "*.gif", "/a.gif", true),
        cheap("one ending", i -> "/" + letters(i) + "*.gif$", "/a.gif", true),
        costly("escapes in the URL", i -> "/*" + i, "/" + "%zz%41\u30c4".repeat(900)));
  }

  private static Attack costly(String name, Rule rule, String path) {
    return new Attack(name, file(rule), path, false, true);
  }

  private static Attack cheap(String name, Rule rule, String path, boolean allowed) {
    return new Attack(name, file(rule), path, allowed, false);
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aCheckKeepsToItsStepsAndForbidsWhatTheyDoNotSuffice(Attack attack) {
    RuleSet rules =
        new RobotsParser(attack.file().getBytes(ISO_8859_1), RobotsRules.MAX_BYTES, List.of("bee"))
            .rules();
    int steps = rules.steps(RobotsPath.ofUrl(attack.url()));
    assertTrue(steps <= RuleSet.MAX_STEPS, "steps: " + steps);
    assertEquals(attack.tooCostly(), steps == RuleSet.MAX_STEPS, "steps: " + steps);
    RobotsRules.Decision decision = attack.rules().decision(attack.url());
    assertEquals(attack.allowed(), decision.allowed());
    assertEquals(attack.tooCostly(), !decision.allowed() && !decision.byRule());
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
