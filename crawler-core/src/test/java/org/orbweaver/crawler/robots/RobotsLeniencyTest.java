package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 9309 leaves open or does not know: as Google's parser reads it, where that is known. */
class RobotsLeniencyTest {
  private static RobotsRules rules(String agent, String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8), List.of(agent));
  }

  private static boolean allows(String agent, String path, String... lines) {
    return rules(agent, lines).allows("http://h.test" + path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User-agent",
        "user-agent",
        "USERAGENT",
        "user agent",
        "user_agent",
        "User-agents",
      })
  void misspeltUserAgent(String name) {
    assertFalse(allows("bee", "/a", name + ": bee", "Disallow: /a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Dissallow",
        "dissalow",
        "Disalow",
        "DIASLLOW",
        "disallaw",
        "desallow",
        "disallows"
      })
  void misspeltDisallow(String name) {
    assertFalse(allows("bee", "/a", "User-agent: bee", name + ": /a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"user-agent bee|disallow /", "user-agent\tbee|disallow \t /"})
  void aMissingColonBetweenTwoWords(String file) {
    assertFalse(allows("bee", "/a", file.split("\\|")));
  }

  @Test
  void aMissingColonAmongMoreWordsIsAGuessTooMany() {
    assertTrue(allows("bee", "/a", "user-agent: bee", "disallow /a /b"));
    assertTrue(allows("bee", "/", "user-agent: bee", "disallow all of it"));
  }

  @Test
  void aColonInTheValueIsNotTheMissingOne() {
    assertFalse(allows("bee", "/a:b", "user-agent: bee", "disallow /a:b"));
    assertEquals(
        List.of("http://h.test/s.xml"), rules("bee", "Sitemap http://h.test/s.xml").sitemaps());
  }

  @ParameterizedTest
  @CsvSource({
    "Bee, true",
    "bee/1.0, true",
    "Bee Images, true",
    "bee;, true",
    "'bee,wasp', true",
    "bee*, true",
    "bee2, false",
    "beeline, false",
    "the bee, false",
    "/bee, false",
    "'', false",
  })
  void aUserAgentLineNamesItsFirstWord(String value, boolean named) {
    assertEquals(named, !allows("bee", "/a", "User-agent: " + value, "Disallow: /a"));
    assertEquals(
        named, !allows("Bee/3.2 (+http://b.test)", "/a", "User-agent: " + value, "Disallow: /a"));
  }

  @Test
  void aNameOfTwoWordsIsNobodys() {
    String[] file = {"User-agent: *", "Disallow: /", "User-agent: Bee Line", "Allow: /a"};
    assertTrue(allows("Bee", "/a", file));
    assertFalse(allows("Bee Line", "/a", file));
  }

  @Test
  void namesOfMoreThanLetters() {
    for (String name : List.of("MJ12bot", "archive.org_bot", "360Spider", "b\u00ea")) {
      String latin = new String(name.getBytes(ISO_8859_1), ISO_8859_1);
      byte[] file = ("User-agent: " + latin + "/2.0\nDisallow: /a\n").getBytes(ISO_8859_1);
      assertFalse(
          RobotsRules.parse(file, List.of(name.toUpperCase(java.util.Locale.ROOT) + "/1"))
              .allows("http://h.test/a"),
          name);
    }
    assertTrue(allows("MJ", "/a", "User-agent: MJ12bot", "Disallow: /a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "* ", "*\t", "* # all", "* but me"})
  void allAreMeantByAStar(String value) {
    assertFalse(allows("bee", "/a", "User-agent: " + value, "Disallow: /a"));
  }

  @Test
  void severalNamesOfOneCrawlerAreMerged() {
    byte[] file = "User-agent: bee\nDisallow: /a\nUser-agent: wasp\nDisallow: /b\n".getBytes(UTF_8);
    RobotsRules r = RobotsRules.parse(file, List.of("Wasp", "Bee"));
    assertFalse(r.allows("http://h.test/a"));
    assertFalse(r.allows("http://h.test/b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00ef\u00bb\u00bf", "\u00ef\u00bb", "\u00ef", ""})
  void aByteOrderMarkIsSkippedWholeOrCut(String mark) {
    byte[] file = (mark + "User-agent: bee\nDisallow: /a\n").getBytes(ISO_8859_1);
    assertFalse(RobotsRules.parse(file, List.of("bee")).allows("http://h.test/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00ef\u0011\u00bf", "\u00bb\u00bf", "x"})
  void whatIsNoByteOrderMarkSpoilsItsLineOnly(String mark) {
    String text = mark + "User-agent: wasp\nUser-agent: bee\nDisallow: /a\n";
    byte[] file = text.getBytes(ISO_8859_1);
    assertFalse(RobotsRules.parse(file, List.of("bee")).allows("http://h.test/a"));
    assertTrue(RobotsRules.parse(file, List.of("wasp")).allows("http://h.test/a"));
  }

  @Test
  void nulsAtTheEndOfALineAreFilling() {
    assertFalse(allows("bee", "/a/b", "User-agent: bee\0\0", "Disallow: /a\0\0\0", "\0\0"));
  }

  @Test
  void anAllowedIndexPageAllowsItsDirectory() {
    String[] file = {"User-agent: *", "Allow: /in/index.html", "Disallow: /"};
    assertTrue(allows("bee", "/in/", file));
    assertTrue(allows("bee", "/in/index.html", file));
    assertFalse(allows("bee", "/in/index.htm", file));
    assertFalse(allows("bee", "/in/x", file));
    assertFalse(allows("bee", "/in", file));
    assertFalse(allows("bee", "/", file));
    assertEquals(
        "robots rule, line 2: Allow: /in/$",
        rules("bee", file).decision("http://h.test/in/").toString());
  }

  @Test
  void aForbiddenIndexPageForbidsNothingElse() {
    assertTrue(allows("bee", "/in/", "User-agent: *", "Disallow: /in/index.html"));
    assertFalse(allows("bee", "/in/index.html", "User-agent: *", "Disallow: /in/index.html"));
  }

  @Test
  void aRuleIsCutWhereItsLineGetsTooLong() {
    for (String name : List.of("Allow: ", "Disallow: ")) {
      String other = name.startsWith("A") ? "Disallow: /" : "Allow: /";
      String kept = "/x/" + "a".repeat(RobotsLines.MAX_LINE - name.length() - 3);
      RobotsRules r = rules("bee", "User-agent: bee", other, name + kept + "/beyond");
      boolean allow = name.startsWith("A");
      assertEquals(allow, r.allows("http://h.test" + kept + "/elsewhere"));
      assertEquals(allow, r.allows("http://h.test" + kept));
      assertEquals(!allow, r.allows("http://h.test" + kept.substring(1)));
      assertEquals(!allow, r.allows("http://h.test/"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void noHalfEscapeIsLeftWhereALineIsCut(int kept) {
    String name = "Disallow: ";
    String path = "/" + "a".repeat(RobotsLines.MAX_LINE - name.length() - 1 - kept);
    RobotsRules r = rules("bee", "User-agent: bee", name + path + "%C3%A9");
    assertFalse(r.allows("http://h.test" + path + "%C3%A9"));
  }

  @Test
  void sitemapsAreCollectedFromTheWholeFileOnceEach() {
    RobotsRules r =
        rules(
            "bee",
            "Sitemap: http://h.test/1.xml",
            "User-agent: wasp",
            "SITEMAP:http://h.test/2.xml # two",
            "Disallow: /",
            "Sitemaps: /3.xml",
            "Sitemap: http://h.test/1.xml",
            "Sitemap:",
            "Sitemap: http://h.test/\u00e9.xml");
    assertEquals(
        List.of("http://h.test/1.xml", "http://h.test/2.xml", "/3.xml", "http://h.test/\u00e9.xml"),
        r.sitemaps());
    assertTrue(r.allows("http://h.test/"));
  }

  @Test
  void sitemapsAreLimitedInNumberAndLength() {
    StringBuilder file = new StringBuilder();
    file.append("Sitemap: http://h.test/").append("x".repeat(2048)).append('\n');
    for (int i = 0; i < 1000; i++) {
      file.append("Sitemap: http://h.test/").append(i).append('\n');
    }
    List<String> sitemaps = rules("bee", file.toString()).sitemaps();
    assertEquals(RobotsParser.MAX_SITEMAPS, sitemaps.size());
    assertEquals("http://h.test/0", sitemaps.get(0));
    assertEquals("http://h.test/99", sitemaps.get(99));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3000",
    "0, 0",
    "0.5, 500",
    ".5, 500",
    "10., 10000",
    "0.0004, 0",
    "-4, 0",
    "+4, 0",
    "soon, 0",
    "'', 0",
    "5s, 0",
    "[5], 0",
    "'1,5', 0",
    "1e3, 0",
    "0x10, 0",
    "NaN, 0",
    "Infinity, 0",
    "1 2, 0",
    "3600, 3600000",
    "99999999999999999999999999, 31536000000",
    "9223372036854775807, 31536000000",
    "3 # seconds, 3000",
  })
  void crawlDelay(String value, long millis) {
    assertEquals(millis, rules("bee", "User-agent: *", "Crawl-delay: " + value).crawlDelayMs());
  }

  @Test
  void aCrawlDelayOfThousandsOfDigitsIsCapped() {
    assertEquals(
        RobotsParser.MAX_CRAWL_DELAY_MS,
        rules("bee", "User-agent: *", "Crawl-delay: " + "9".repeat(16_000)).crawlDelayMs());
  }

  @Test
  void aCrawlDelayIsItsGroupsOnly() {
    String[] file = {
      "Crawl-delay: 1",
      "User-agent: *",
      "Crawl-delay: 20",
      "Disallow: /a",
      "User-agent: wasp",
      "Disallow: /",
      "Crawl-delay: 30",
      "User-agent: bee",
      "Disallow: /b",
    };
    assertEquals(0, rules("bee", file).crawlDelayMs());
    assertEquals(20_000, rules("hornet", file).crawlDelayMs());
    assertEquals(30_000, rules("wasp", file).crawlDelayMs());
    assertEquals(0, rules("bee", "Crawl-delay: 1").crawlDelayMs());
  }

  @Test
  void aListOfCrawlersWithADelayEach() {
    // One group by the RFC, since no rule stands between; a delay for each all the same.
    String[] file = {
      "User-agent: bee",
      "Crawl-delay: 5",
      "",
      "User-agent: wasp",
      "User-agent: hornet",
      "Crawl-delay: 9",
      "",
      "User-agent: *",
      "Disallow: /a",
    };
    assertEquals(5000, rules("bee", file).crawlDelayMs());
    assertEquals(9000, rules("wasp", file).crawlDelayMs());
    assertEquals(9000, rules("hornet", file).crawlDelayMs());
    assertEquals(0, rules("moth", file).crawlDelayMs());
    for (String agent : List.of("bee", "wasp", "hornet", "moth")) {
      assertFalse(allows(agent, "/a", file));
    }
  }

  @Test
  void theLongestOfSeveralCrawlDelaysHolds() {
    assertEquals(
        7000,
        rules("bee", "User-agent: bee", "Crawl-delay: 7", "Disallow: /a", "Crawl-delay: 2")
            .crawlDelayMs());
    assertEquals(
        7000,
        rules("bee", "User-agent: bee", "Crawl-delay: 2", "User-agent: bee", "Crawl-delay: 7")
            .crawlDelayMs());
  }

  @ParameterizedTest
  @CsvSource({
    "'', /",
    "http://h.test, /",
    "http://h.test?q=1, /?q=1",
    "http://h.test;p, /;p",
    "http://h.test:80/a/b?q#f, /a/b?q",
    "http://h.test/a?u=http://x.test/, /a?u=http://x.test/",
    "http://h.test?u=http://x.test/, /?u=http://x.test/",
    "http://h.test#f/x, /",
    "h.test, /",
    "h.test/a, /a",
    "h.test/a?u=http://x.test/b, /a?u=http://x.test/b",
    "h.test?a, /?a",
    "/a, /a",
    "//h.test/a/b, /a/b",
    "//h.test, /",
    "http://, /",
    "http://u:p@h.test/a, /a",
  })
  void pathOfAUrl(String url, String path) {
    assertEquals(path, RobotsPath.pathOf(url));
  }
}
