package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotsRulesTest {
  private static RobotsRules rules(String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8), List.of("Orbweaver"));
  }

  private static boolean allows(String rule, String path) {
    return rules("User-agent: *", rule).allows("http://h.test" + path);
  }

  @ParameterizedTest
  @CsvSource({
    // RFC 9309, sections 2.2.2 and 2.2.3
    "/, /anything, false",
    "/foo/bar?baz=quz, /foo/bar?baz=quz, false",
    "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar, false",
    "/foo/bar/\u30c4, /foo/bar/%E3%83%84, false",
    "/foo/bar/%E3%83%84, /foo/bar/%E3%83%84, false",
    "/foo/bar/%62%61%7A, /foo/bar/baz, false",
    "/path/file-with-a-%2A.html, /path/file-with-a-*.html, false",
    "/path/file-with-a-%2A.html, /path/file-with-a-x.html, true",
    "/path/foo-%24, /path/foo-$, false",
    "/*.gif$, /a.gif, false",
    "/*.gif$, /a.gif.gif, false",
    "/*.gif$, /a.gifx, true",
    "/*.gif$, /a.gif?x=1, true",
    "/*a*b$, /xaxbxb, false",
    "/*a*b$, /b, true",
    "/*ab$, /ab, false",
    "/a*a$, /a, true",
    "/a*a$, /aa, false",
    "/foo/index.html, /foo/, true",
    "/foo/index.html, /foo/index.html, false",
    "/a$b, /a$b, false",
    "/a$b, /a, true",
    "/x$, /x, false",
    "/x$, /xy, true",
    "/fish, /fish.html, false",
    "/fish, /Fish, true",
    "/*, /, false",
    "*, /, false",
    "/**/x, /a/b/x, false",
  })
  void matches(String disallowed, String path, boolean allowed) {
    assertEquals(allowed, allows("Disallow: " + disallowed, path));
  }

  @Test
  void longestRuleWinsAndAllowWinsTies() {
    RobotsRules r =
        rules(
            "User-agent: *",
            "Disallow: /release",
            "Allow: /release-15.html",
            "Allow: /p",
            "Disallow: /p",
            "Disallow: /*.php",
            "Allow: /index.php");
    assertFalse(r.allows("http://h.test/release-14.html"));
    assertTrue(r.allows("http://h.test/release-15.html"));
    assertTrue(r.allows("http://h.test/p"));
    assertTrue(r.allows("http://h.test/index.php"));
    assertFalse(r.allows("http://h.test/x.php"));
    assertEquals("Disallow: /release", r.decision("http://h.test/release").rule());
  }

  @Test
  void robotsTxtItselfIsAllowed() {
    assertTrue(allows("Disallow: /", "/robots.txt"));
  }

  @Test
  void groupsOfTheSameAgentAreMergedAndTheOwnGroupReplacesTheGeneralOne() {
    RobotsRules r =
        rules(
            "User-agent: *",
            "Disallow: /",
            "",
            "User-agent: ORBWEAVER/1.0",
            "Disallow: /a",
            "",
            "User-agent: other",
            "User-agent: orbweaver",
            "Crawl-delay: 1.5",
            "Disallow: /b");
    assertTrue(r.allows("http://h.test/"));
    assertFalse(r.allows("http://h.test/a"));
    assertFalse(r.allows("http://h.test/b"));
    assertEquals(1500, r.crawlDelayMs());
  }

  @Test
  void longCrawlDelayIsToldNotTurnedIntoARefusal() {
    RobotsRules r = rules("User-agent: *", "Crawl-delay: 3600");
    assertTrue(r.allows("http://h.test/"));
    assertEquals(3_600_000, r.crawlDelayMs());
    assertEquals(0, rules("User-agent: *", "Crawl-delay: soon").crawlDelayMs());
    assertEquals(0, rules("User-agent: *", "Crawl-delay: -4").crawlDelayMs());
  }

  @Test
  void nihGovOfTheLectures() {
    String[] file = {
      "User-agent: PicoSearch/1.0",
      "Disallow: /news/information/knight/",
      "Disallow: /nidcd/",
      "",
      "User-agent: *",
      "Disallow: /news/information/knight/",
      "Disallow: /nidcd/",
      "Disallow: /od/ocpl/wag/",
    };
    RobotsRules general = rules(file);
    assertFalse(general.allows("https://nih.test/od/ocpl/wag/x.htm"));
    for (String name : List.of("picosearch", "PicoSearch/2.1", "PicoSearch (a crawler)")) {
      RobotsRules pico = RobotsRules.parse(String.join("\n", file).getBytes(UTF_8), List.of(name));
      assertTrue(pico.allows("https://nih.test/od/ocpl/wag/x.htm"));
      assertFalse(pico.allows("https://nih.test/nidcd/"));
    }
  }

  @Test
  void aNameWithDigitsIsOneWord() {
    byte[] file = "User-agent: MJ12bot\nDisallow: /\n".getBytes(UTF_8);
    assertFalse(RobotsRules.parse(file, List.of("MJ12bot/v1.4")).allows("http://h.test/x"));
    assertTrue(RobotsRules.parse(file, List.of("other12bot")).allows("http://h.test/x"));
  }

  @Test
  void lineCutByTheSizeLimitIsDropped() {
    StringBuilder file = new StringBuilder("User-agent: *\n");
    while (file.length() < RobotsRules.MAX_BYTES - 20) {
      file.append("Disallow: /x\n");
    }
    file.append("Disallow: /").append("y".repeat(100)).append('\n');
    RobotsRules r = rules(file.toString());
    assertFalse(r.allows("http://h.test/x"));
    assertTrue(r.allows("http://h.test/yyy"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h.test, /",
    "http://h.test?q=1, /?q=1",
    "http://h.test:80/a/b?q#f, /a/b?q",
    "http://h.test#f, /",
  })
  void pathOfUrl(String url, String path) {
    assertEquals(path, RobotsPath.pathOf(url));
  }
}
