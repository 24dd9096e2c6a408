package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9309, sections 2.2.2 to 2.2.4, 2.3.1.5, 2.5 and 5.2: what rules mean. */
class Rfc9309RulesTest {
  private static RobotsRules rules(String... lines) {
    String file = "user-agent: *\n" + String.join("\n", lines) + "\n";
    return RobotsRules.parse(file.getBytes(UTF_8), List.of("bee"));
  }

  private static boolean forbids(String pattern, String path) {
    return !rules("disallow: " + pattern).allows("http://h.test" + path);
  }

  @Nested
  class Section2x2x2AllowAndDisallow {
    @Test
    void aMatchingRuleAllowsOrForbids() {
      RobotsRules r = rules("disallow: /a", "allow: /a/b");
      assertFalse(r.allows("http://h.test/a"));
      assertTrue(r.allows("http://h.test/a/b"));
    }

    @Test
    void pathsAreMatchedWithCase() {
      assertTrue(forbids("/Honey", "/Honey"));
      assertFalse(forbids("/Honey", "/honey"));
      assertFalse(forbids("/honey", "/HONEY"));
    }

    @ParameterizedTest
    @CsvSource({"/a, /a/b, true", "/b, /a/b, false", "/a/b, /a, false", "//a, /a, false"})
    void matchingStartsWithThePathsFirstOctet(String pattern, String path, boolean forbidden) {
      assertEquals(forbidden, forbids(pattern, path));
    }

    @Test
    void theRuleWithTheMostOctetsDecidesWhereverItStands() {
      for (RobotsRules r :
          List.of(
              rules("allow: /a/", "disallow: /a/b", "allow: /a/b/c"),
              rules("allow: /a/b/c", "disallow: /a/b", "allow: /a/"))) {
        assertTrue(r.allows("http://h.test/a/x"));
        assertFalse(r.allows("http://h.test/a/b/x"));
        assertTrue(r.allows("http://h.test/a/b/c/x"));
      }
    }

    @Test
    void octetsNotCharactersAreCounted() {
      // Encoded, the Disallow has three octets more than the Allow.
      RobotsRules r = rules("disallow: /\u30c4*", "allow: /*xyz");
      assertFalse(r.allows("http://h.test/%E3%83%84xyz"));
    }

    @Test
    void starsCountAsOctets() {
      RobotsRules r = rules("disallow: /a/*", "allow: /a/");
      assertFalse(r.allows("http://h.test/a/b"));
    }

    @Test
    void repeatedRulesAreOne() {
      RobotsRules r = rules("disallow: /a", "disallow: /a", "disallow:/%61");
      assertEquals(1, r.size());
      assertEquals(2, r.decision("http://h.test/a").line());
    }

    @Test
    void allowWinsAmongEquivalentRules() {
      for (RobotsRules r :
          List.of(
              rules("allow: /a", "disallow: /a"),
              rules("disallow: /a", "allow: /a"),
              rules("disallow: /%61", "allow: /a"),
              rules("disallow: /\u00e9", "allow: /%c3%a9"))) {
        assertTrue(r.allows("http://h.test/a"));
        assertTrue(r.allows("http://h.test/%C3%A9"));
      }
    }

    @Test
    void withoutAMatchOrWithoutRulesAUrlIsAllowed() {
      assertTrue(rules("disallow: /a").allows("http://h.test/b"));
      assertTrue(rules().allows("http://h.test/b"));
      assertEquals(
          new RobotsRules.Decision(true, "", 0), rules("disallow: /a").decision("http://h.test/b"));
    }

    @ParameterizedTest
    @CsvSource({
      "/robots.txt, true",
      "/%72obots.txt, true",
      "/robots.txt#x, true",
      "/robots.txt.bak, false",
      "/a/robots.txt, false",
      "/Robots.txt, false",
      "/robots.txt?x, false",
    })
    void robotsTxtIsAllowed(String path, boolean allowed) {
      assertEquals(allowed, rules("disallow: /").allows("http://h.test" + path));
    }

    @ParameterizedTest
    @CsvSource({
      // The table of examples: a rule's path as written, a URL's path.
      "/foo/bar?baz=quz, /foo/bar?baz=quz",
      "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar",
      "/foo/bar?baz=https%3A%2F%2Ffoo.bar, /foo/bar?baz=https://foo.bar",
      "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https://foo.bar",
      "/foo/bar?baz=https%3a%2f%2ffoo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar",
      "/foo/bar/\u30c4, /foo/bar/%E3%83%84",
      "/foo/bar/%E3%83%84, /foo/bar/\u30c4",
      "/foo/bar/%e3%83%84, /foo/bar/%E3%83%84",
      "/foo/bar/\u30c4, /foo/bar/\u30c4",
      "/foo/bar/%62%61%7A, /foo/bar/baz",
      "/foo/bar/baz, /foo/bar/%62%61%7a",
      // Neither reserved nor unreserved: always encoded.
      "'/a b', /a%20b",
      "/a%20b, '/a b'",
      "/a|b, /a%7Cb",
      "/a[1], /a%5B1%5D",
      "/100%, /100%25",
      "/%zz, /%25zz",
      "/a%, /a%",
      "/*%2F, /a%2Fb",
      "/*://, /?u=http%3A%2F%2Fx",
      "/*%3A%2F%2F, /?u=http%3A%2F%2Fx",
    })
    void equalOctetsMatchHoweverTheyAreWritten(String pattern, String path) {
      assertTrue(forbids(pattern, path));
    }

    @ParameterizedTest
    @CsvSource({
      "/a/b, /a%2Fb",
      "/a%2Fb, /a/b",
      "/a?b, /a%3Fb",
      "/a%3Fb, /a?b",
      "/?a=1&b=2, /?a=1%26b=2",
      "/?a=1%3Db, /?a=1=b",
      "/a%23b, /a",
      "/a(b), /a%28b%29",
      "/%2F, //",
      "/%25zz, /%25%7A",
    })
    void encodedReservedCharactersAreNotThePlainOnes(String pattern, String path) {
      assertFalse(forbids(pattern, path));
    }

    @Test
    void aMatchEndsWithTheRulesPathNotWithTheUrls() {
      assertTrue(forbids("/ab", "/abc"));
      assertFalse(forbids("/ab", "/a"));
      assertFalse(forbids("/abX", "/abc"));
    }

    @Test
    void rulesBeforeTheFirstAgentLineAreIgnored() {
      String file = "disallow: /a\nallow: /b/c\nuser-agent: *\ndisallow: /b\n";
      RobotsRules r = RobotsRules.parse(file.getBytes(UTF_8), List.of("bee"));
      assertTrue(r.allows("http://h.test/a"));
      assertFalse(r.allows("http://h.test/b/c"));
    }

    @Test
    void aFileThatIsNotUtf8IsReadAllTheSame() {
      String file = "user-agent: *\r\ndisallow: /caf\u00e9\r\n";
      // Latin-1: the octet itself is compared.
      RobotsRules latin = RobotsRules.parse(file.getBytes(ISO_8859_1), List.of("bee"));
      assertFalse(latin.allows("http://h.test/caf%E9"));
      assertTrue(latin.allows("http://h.test/caf%C3%A9"));
      for (Charset wide : List.of(UTF_16LE, UTF_16BE)) {
        for (String mark : List.of("\ufeff", "")) {
          RobotsRules r = RobotsRules.parse((mark + file).getBytes(wide), List.of("bee"));
          assertFalse(r.allows("http://h.test/caf%C3%A9"), wide + mark);
          assertEquals(2, r.decision("http://h.test/caf%C3%A9").line());
        }
      }
    }
  }

  @Nested
  class Section2x2x3SpecialCharacters {
    @Test
    void aHashStartsAComment() {
      assertTrue(forbids("/a # not /b", "/a"));
      assertTrue(forbids("/a#b", "/a"));
      assertFalse(forbids("# /a", "/a"));
    }

    @ParameterizedTest
    @CsvSource({
      "/a/b$, /a/b, true",
      "/a/b$, /a/b/, false",
      "/a/b$, /a/b?c, false",
      "/$, /, true",
      "/$, /a, false",
      "/a$b, /a$b, true",
      "/a$b, /a, false",
      "/a$$, /a$, true",
      "/a$$, /a, false",
      "/a$*, /a$b, true",
      "/a*$, /ab, true",
    })
    void aDollarIsTheEndOfThePath(String pattern, String path, boolean forbidden) {
      assertEquals(forbidden, forbids(pattern, path));
    }

    @ParameterizedTest
    @CsvSource({
      "/a/*/c, /a/b/c, true",
      "/a/*/c, /a//c, true",
      "/a/*/c, /a/c, false",
      "/a/*/c, /a/b/d/c/e, true",
      "/a*c, /ac, true",
      "/a*, /a, true",
      "/*, /, true",
      "*, /, true",
      "*b, /a/b, true",
      "/*.gif$, /a.gif.gif, true",
      "/*.gif$, /a.gif.gifs, false",
      "/*a*a$, /a, false",
      "/*a*a$, /aa, true",
      "/aa*aa, /aaa, false",
      "/aa*aa, /aaaa, true",
      "/***a, /ba, true",
      "/*ab*ab*ab, /abab, false",
      "/*ab*ab*ab, /abxabxab, true",
    })
    void aStarIsAnyRunOfCharactersAlsoNone(String pattern, String path, boolean forbidden) {
      assertEquals(forbidden, forbids(pattern, path));
    }

    @ParameterizedTest
    @CsvSource({
      "/path/file-with-a-%2A.html, /path/file-with-a-*.html, true",
      "/path/file-with-a-%2a.html, /path/file-with-a-%2A.html, true",
      "/path/file-with-a-%2A.html, /path/file-with-a-x.html, false",
      "/path/foo-%24, /path/foo-$, true",
      "/path/foo-%24, /path/foo-%24x, true",
      "/path/foo-%24, /path/foo-, false",
      "/a%23, /a%23b, true",
    })
    void encodedSpecialCharactersAreText(String pattern, String path, boolean forbidden) {
      assertEquals(forbidden, forbids(pattern, path));
    }
  }

  @Nested
  class Section2x2x4OtherRecords {
    private static final String OTHERS =
        """
        Sitemap: http://h.test/sitemap.xml
        Crawl-delay: 2
        Host: h.test
        Noindex: /x
        Request-rate: 1/5
        Visit-time: 0600-0845
        Clean-param: s /x
        what is this?
        :
        """;

    @Test
    void sitemapsAreRead() {
      assertEquals(List.of("http://h.test/sitemap.xml"), rules(OTHERS).sitemaps());
    }

    @Test
    void commonMisspellingsAreRead() {
      assertEquals(List.of("/s.xml"), rules("site-map: /s.xml").sitemaps());
      assertEquals(3000, rules("crawl delay: 3").crawlDelayMs());
    }

    @Test
    void otherRecordsEndNoGroup() {
      String file =
          OTHERS
              + "user-agent: bee\n"
              + OTHERS
              + "user-agent: wasp\n"
              + OTHERS
              + "disallow: /a\n"
              + OTHERS
              + "disallow: /b\n";
      for (String agent : List.of("bee", "wasp")) {
        RobotsRules r = RobotsRules.parse(file.getBytes(UTF_8), List.of(agent));
        assertFalse(r.allows("http://h.test/a"));
        assertFalse(r.allows("http://h.test/b"));
        assertTrue(r.allows("http://h.test/x"));
      }
    }

    @Test
    void otherRecordsStartNoGroup() {
      String file = "user-agent: bee\ndisallow: /a\n" + OTHERS + "disallow: /b\n";
      RobotsRules r = RobotsRules.parse(file.getBytes(UTF_8), List.of("bee"));
      assertFalse(r.allows("http://h.test/b"));
    }
  }

  @Nested
  class Section2x3x1x5ParsingErrors {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "<!DOCTYPE html><html><body>",
          "disallow",
          "disallow : : :",
          "\u0000\u0001\u0002",
          "dis\u0000allow: /",
          "disallow /a b c",
          ":/",
          "====",
          "\ufeffdisallow: /",
        })
    void linesThatCannotBeReadAreSkippedAndTheOthersUsed(String line) {
      RobotsRules r = rules("disallow: /a", line, "disallow: /b");
      assertFalse(r.allows("http://h.test/a"));
      assertFalse(r.allows("http://h.test/b"));
      assertTrue(r.allows("http://h.test/c"));
      assertEquals(4, r.decision("http://h.test/b").line());
    }

    @Test
    void aPageInHtmlHasNoRules() {
      String page =
          """
          <html>
          <head><title>Not found</title>
          <style>a { color: red }</style>
          <body>
          Allow: us to say: nothing is here.
          </html>
          """;
      RobotsRules r = RobotsRules.parse(page.getBytes(UTF_8), List.of("bee"));
      assertEquals(0, r.size());
    }
  }

  @Nested
  class Section2x5Limits {
    @Test
    void aRuleBefore500KibibytesIsReadAndOneBeyondIsNot() {
      String last = "disallow: /last\n";
      StringBuilder file = new StringBuilder("user-agent: *\n");
      while (file.length() < 500 * 1024 - last.length() - 50) {
        file.append("# ").append("-".repeat(47)).append('\n');
      }
      file.append("#".repeat(500 * 1024 - last.length() - file.length() - 1)).append('\n');
      file.append(last);
      assertEquals(500 * 1024, file.length());
      file.append("disallow: /beyond\n");
      RobotsRules r = RobotsRules.parse(file.toString().getBytes(UTF_8), List.of("bee"));
      assertFalse(r.allows("http://h.test/last"));
      assertTrue(r.allows("http://h.test/beyond"));
    }
  }

  @Test
  void section5x2LongestMatch() {
    RobotsRules r = rules("allow: /demo/page/", "disallow: /demo/page/closed.gif");
    assertEquals(
        "robots rule, line 3: Disallow: /demo/page/closed.gif",
        r.decision("http://h.test/demo/page/closed.gif").toString());
    assertTrue(r.allows("http://h.test/demo/page/open.gif"));
  }
}
