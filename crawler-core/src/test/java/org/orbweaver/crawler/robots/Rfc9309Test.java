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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 9309, section by section, and cases that it leaves open or does not define: as Google's
 * parser reads them, if known.
 */
class Rfc9309Test {
  private static RobotsRules rules(String agent, String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8), List.of(agent));
  }

  private static boolean forbids(String pattern, String path) {
    return !rules("bee", "user-agent: *", "disallow: " + pattern).allows("http://h.test" + path);
  }

  /**
   * Files, with a tilde for the end of a line, and their rules for crawlers: for each its name and
   * paths, forbidden (-) or allowed (+), perhaps with the line that decides (@).
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # 2.1: the protocol
          a rule is a name and a value | user-agent: bee~disallow: /hive~ | bee -/hive
          unknown names mean nothing | agent: bee~forbid: /hive~ | bee +/hive
          several agents and rules | user-agent: bee~user-agent: wasp~disallow: /a~\
          disallow: /b~ | bee -/a -/b; wasp -/a -/b; hornet +/a
          an agent line after a rule ends the group | \
          user-agent: bee~disallow: /a~user-agent: wasp~disallow: /b~ | bee -/a +/b; wasp +/a -/b
          the end of the file ends a line | user-agent: bee~disallow: /a | bee -/a
          an empty last group allows all | user-agent: *~disallow: /~~user-agent: bee~ | \
          bee +/a; wasp -/a
          # 2.2: the syntax
          empty lines end nothing | ~~user-agent: bee~~~user-agent: wasp~~disallow: /a~~\
          disallow: /b~~ | bee -/a -/b; wasp -/a -/b
          no blanks | user-agent:bee~disallow:/a~ | bee -/a +/
          blanks around the colon | user-agent \t : \t bee~disallow \t:\t /a~ | bee -/a +/
          blanks before names | ~ \tuser-agent: bee~\t disallow: /a~ | bee -/a +/
          blanks behind values | user-agent: bee \t~disallow: /a \t ~ | bee -/a +/
          names in any case | USER-AGENT: bee~dIsallOw: /a~ALLow: /ab~ | bee -/a +/ab
          CR and CRLF end lines | user-agent: bee\r~\r~~\rdisallow: /a~\
          disallow: /b\rdisallow: /c | bee -/a@5 -/b@6 -/c@7
          a comment ends any line | ~# disallow: /~user-agent: bee # not wasp~disallow: /a#b # c~\
          # # ~disallow: /d~# | bee -/a -/d +/; wasp +/a
          an empty pattern forbids nothing | \
          user-agent: bee~disallow:~user-agent: wasp~disallow: # all~ | bee +/a; wasp +/a
          an empty pattern ends the list of agents | \
          user-agent: bee~disallow:~user-agent: wasp~disallow: /~ | bee +/a; wasp -/a
          a pattern starts with a slash or a star | \
          user-agent: bee~disallow: a~disallow: http://h.test/a~disallow: $~disallow: *.gif$ | \
          bee +/a -/a.gif
          patterns of all characters | user-agent: bee~disallow: /\u00e9~disallow: /\u30c4~\
          disallow: /\ud83d\udc1d~ | bee -/%C3%A9 -/%E3%83%84 -/%F0%9F%90%9D
          # 2.2.1: the user-agent line
          tokens in any case | user-agent: BEE~disallow: /a~ | bee -/a; Bee/2.1 -/a; bEE -/a
          tokens of hyphens and underscores | \
          user-agent: *~disallow: /~user-agent: Honey_Bee-~allow: /~ | honey_bee- +/a; bee -/a
          tokens as a whole | user-agent: beehive~user-agent: honey-bee~disallow: /a~\
          user-agent: bee~disallow: /b | bee +/a -/b; beehive -/a +/b; beeh +/b
          the own group, behind the general one | \
          user-agent: *~disallow: /a~user-agent: bee~disallow: /b~ | bee +/a -/b; wasp -/a +/b
          the own group, before the general one | \
          user-agent: bee~disallow: /b~user-agent: *~disallow: /a~ | bee +/a -/b; wasp -/a +/b
          matching groups are one | user-agent: bee~disallow: /a~~user-agent: wasp~disallow: /c~~\
          user-agent: BEE~disallow: /b~allow: /a/x~ | bee -/a -/b +/a/x +/c
          general groups are one | user-agent: *~disallow: /a~~user-agent: *~disallow: /b~ | \
          bee -/a -/b
          a group for the crawler and for all | \
          user-agent: bee~user-agent: *~disallow: /a~~user-agent: *~disallow: /b~ | \
          bee -/a +/b; wasp -/a -/b
          a group for all and for the crawler | \
          user-agent: *~user-agent: bee~disallow: /a~~user-agent: *~disallow: /b~ | \
          bee -/a +/b; wasp -/a -/b
          no group | ~disallow: /a~allow: /b~ | bee +/a +/b
          a group of others | user-agent: wasp~disallow: /a~ | bee +/a
          rules before the first agent | ~disallow: /a~allow: /b/c~user-agent: *~disallow: /b~ | \
          bee +/a -/b/c
          the lectures' example | User-agent: PicoSearch/1.0~Disallow: /nidcd/~~User-agent: *~\
          Disallow: /nidcd/~Disallow: /od/ | \
          bee -/od/x -/nidcd/; picosearch +/od/x -/nidcd/; PicoSearch/2.1 +/od/x
          a name with digits is one word | User-agent: MJ12bot/2.0~Disallow: /a | \
          mj12bot/1 -/a; MJ +/a; other12bot +/a
          a name with dots | User-agent: archive.org_bot~Disallow: /a | archive.org_bot -/a
          # 2.2.2: rules
          a longer rule allows | user-agent: *~disallow: /a~allow: /a/b~ | bee -/a +/a/b
          most octets decide, in order | user-agent: *~allow: /a/~disallow: /a/b~allow: /a/b/c~ | \
          bee +/a/x -/a/b/x +/a/b/c/x
          most octets decide, in reverse | user-agent: *~allow: /a/b/c~disallow: /a/b~\
          allow: /a/~ | bee +/a/x -/a/b/x +/a/b/c/x
          octets not characters | user-agent: *~disallow: /\u30c4*~allow: /*xyz~ | \
          bee -/%E3%83%84xyz
          stars count as octets | user-agent: *~disallow: /a/*~allow: /a/~ | bee -/a/b
          allow wins, before | user-agent: *~allow: /a~disallow: /a~ | bee +/a
          allow wins, behind | user-agent: *~disallow: /%61~allow: /a~ | bee +/a
          allow wins, encoded | user-agent: *~disallow: /\u00e9~allow: /%c3%a9~ | bee +/%C3%A9
          robots.txt is allowed | user-agent: *~disallow: /~ | \
          bee +/robots.txt +/%72obots.txt +/robots.txt#x -/robots.txt.bak -/a/robots.txt \
          -/Robots.txt -/robots.txt?x
          # 2.3.1.5: what cannot be read is skipped
          markup | user-agent: *~disallow: /a~<!DOCTYPE html><html><body>~disallow: /b~ | \
          bee -/a +/c -/b@4
          a name alone | user-agent: *~disallow: /a~disallow~disallow : : :~disallow: /b~ | \
          bee -/a +/c -/b@5
          control characters | user-agent: *~disallow: /a~\u0000\u0001\u0002~dis\u0000allow: /~\
          disallow: /b~ | bee -/a +/c -/b@5
          signs | user-agent: *~disallow: /a~:/~====~\ufeffdisallow: /~disallow: /b~ | \
          bee -/a +/c -/b@6
          a page in HTML | <html>~<style>a { color: red }</style>~\
          Allow: us to say: nothing is here.~ | bee +/
          # 5: the examples
          5.1 | User-Agent: *~Disallow: *.png$~Disallow: /demo/~Allow: /papers/~~User-Agent: ant~\
          Disallow:/~Allow:/demo/one.html~Allow:/demo/open.png~~User-Agent: bee~User-Agent: wasp~\
          Disallow: /demo/one.html~~User-Agent: hornet~~ | \
          moth -/x/y.png +/x/y.png?z -/demo/one.html +/papers/one.html; \
          ant +/demo/one.html +/demo/open.png -/papers/; bee -/demo/one.html +/demo/x.png; \
          wasp -/demo/one.html; hornet +/demo/one.html
          5.2 | user-agent: *~allow: /demo/page/~disallow: /demo/page/closed.gif | \
          bee -/demo/page/closed.gif@3 +/demo/page/open.gif
          # beyond the RFC
          a missing colon | user-agent bee~disallow \t /~ | bee -/a
          a missing colon, with a tab | user-agent\tbee~disallow\t/ | bee -/a
          a missing colon among more words | user-agent: bee~disallow /a /b~disallow all of it | \
          bee +/a +/
          a colon in the value | user-agent: bee~disallow /a:b | bee -/a:b
          NULs that fill lines | user-agent: bee\0\0~disallow: /a\0\0\0~\0\0 | bee -/a/b
          an allowed index page allows its directory | \
          User-agent: *~Allow: /in/index.html~Disallow: / | \
          bee +/in/@2 +/in/index.html -/in/index.htm -/in/x -/in -/
          a forbidden index page | User-agent: *~Disallow: /in/index.html | \
          bee +/in/ -/in/index.html
          a byte order mark | \ufeffuser-agent: bee~disallow: /a | bee -/a
          """)
  void file(String what, String text, String checks) {
    for (String crawler : checks.split(";", -1)) {
      String[] words = crawler.strip().split(" ", -1);
      RobotsRules rules = rules(words[0], text.replace('~', '\n'));
      for (int i = 1; i < words.length; i++) {
        String[] check = words[i].split("@", -1);
        RobotsRules.Decision decision = rules.decision("http://h.test" + check[0].substring(1));
        assertEquals(words[i].startsWith("+"), decision.allowed(), crawler);
        if (check.length > 1) {
          assertEquals(Integer.parseInt(check[1]), decision.line(), crawler);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    // 2.2.2: paths are matched with case, from the first octet on
    "/Honey, /Honey, true",
    "/honey, /HONEY, false",
    "/a, /a/b, true",
    "/b, /a/b, false",
    "/a/b, /a, false",
    "//a, /a, false",
    "/abX, /abc, false",
    // The table of examples: equal octets match however they are written.
    "/foo/bar?baz=quz, /foo/bar?baz=quz, true",
    "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar, true",
    "/foo/bar?baz=https%3A%2F%2Ffoo.bar, /foo/bar?baz=https://foo.bar, true",
    "/foo/bar?baz=https%3a%2f%2ffoo.bar, /foo/bar?baz=https%3A%2F%2Ffoo.bar, true",
    "/foo/bar/\u30c4, /foo/bar/%E3%83%84, true",
    "/foo/bar/%e3%83%84, /foo/bar/\u30c4, true",
    "/foo/bar/%62%61%7A, /foo/bar/baz, true",
    "/foo/bar/baz, /foo/bar/%62%61%7a, true",
    // Neither reserved nor unreserved: always encoded.
    "'/a b', /a%20b, true",
    "/a%20b, '/a b', true",
    "/a|b, /a%7Cb, true",
    "/a[1], /a%5B1%5D, true",
    "/100%, /100%25, true",
    "/%zz, /%25zz, true",
    "/a%, /a%, true",
    "/*%2F, /a%2Fb, true",
    "/*://, /?u=http%3A%2F%2Fx, true",
    "/*%3A%2F%2F, /?u=http%3A%2F%2Fx, true",
    // Encoded reserved characters are not the plain ones.
    "/a/b, /a%2Fb, false",
    "/a%2Fb, /a/b, false",
    "/a?b, /a%3Fb, false",
    "/a%3Fb, /a?b, false",
    "/?a=1&b=2, /?a=1%26b=2, false",
    "/?a=1%3Db, /?a=1=b, false",
    "/a%23b, /a, false",
    "/a(b), /a%28b%29, false",
    "/%2F, //, false",
    "/%25zz, /%25%7A, false",
    // 2.2.3: comments, the end of the path, runs of characters, and these encoded
    "/a # not /b, /a, true",
    "/a#b, /a, true",
    "# /a, /a, false",
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
    "/*.gif$, /a.gif?x=1, false",
    "/*a*a$, /a, false",
    "/*a*a$, /aa, true",
    "/aa*aa, /aaa, false",
    "/aa*aa, /aaaa, true",
    "/***a, /ba, true",
    "/*ab*ab*ab, /abab, false",
    "/*ab*ab*ab, /abxabxab, true",
    "/path/file-with-a-%2A.html, /path/file-with-a-*.html, true",
    "/path/file-with-a-%2a.html, /path/file-with-a-%2A.html, true",
    "/path/file-with-a-%2A.html, /path/file-with-a-x.html, false",
    "/path/foo-%24, /path/foo-$, true",
    "/path/foo-%24, /path/foo-%24x, true",
    "/path/foo-%24, /path/foo-, false",
    "/a%23, /a%23b, true",
  })
  void pattern(String pattern, String path, boolean forbidden) {
    assertEquals(forbidden, forbids(pattern, path));
  }

  @Test
  void decisionNamesTheRuleAndRepeatedRulesAreOne() {
    RobotsRules r = rules("bee", "user-agent: *", "disallow: /a", "disallow: /a", "disallow:/%61");
    assertEquals(1, r.size());
    assertEquals("robots rule, line 2: Disallow: /a", r.decision("http://h.test/a").toString());
    assertEquals(new RobotsRules.Decision(true, "", 0), r.decision("http://h.test/b"));
  }

  /** The token of a sent name is the part before a slash or a comment, one word. */
  @ParameterizedTest
  @CsvSource({
    "bee/2.1, true",
    "Bee/2.1 (honey; +http://bee.test/), true",
    "' bee ', true",
    "Bee (honey), true",
    "'', false",
    "/1.0, false",
    "bee wasp, false",
    "*, false",
    "* *, false",
    "(bee), false"
  })
  void tokenOfTheNameThatIsSent(String name, boolean own) {
    RobotsRules r = rules(name, "user-agent: bee", "disallow: /a", "user-agent: *", "disallow: /b");
    assertEquals(own, !r.allows("http://h.test/a"));
    assertEquals(own, r.allows("http://h.test/b"));
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
    "'* ', true",
    "'*\t', true",
    "* # all, true",
    "* but me, true"
  })
  void userAgentLineNamesItsFirstWord(String value, boolean named) {
    String[] file = {"User-agent: " + value, "Disallow: /a"};
    assertEquals(named, !rules("bee", file).allows("http://h.test/a"));
    assertEquals(named, !rules("Bee/3.2 (+http://b.test)", file).allows("http://h.test/a"));
  }

  @Test
  void severalNamesOfOneCrawlerAreMerged() {
    byte[] file = "User-agent: bee\nDisallow: /a\nUser-agent: wasp\nDisallow: /b\n".getBytes(UTF_8);
    RobotsRules r = RobotsRules.parse(file, List.of("Wasp", "Bee"));
    assertFalse(r.allows("http://h.test/a"));
    assertFalse(r.allows("http://h.test/b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User-agent",
        "USERAGENT",
        "user agent",
        "user_agent",
        "User-agents",
        "*disallow",
        "*Dissallow",
        "*dissalow",
        "*Disalow",
        "*DIASLLOW",
        "*disallaw",
        "*desallow",
        "*disallows"
      })
  void misspeltName(String name) {
    String[] file =
        name.startsWith("*")
            ? new String[] {"User-agent: bee", name.substring(1) + ": /a"}
            : new String[] {name + ": bee", "Disallow: /a"};
    assertFalse(rules("bee", file).allows("http://h.test/a"));
  }

  @ParameterizedTest
  @CsvSource({
    "\u00ef\u00bb\u00bf, true", "\u00ef\u00bb, true", "\u00ef, true",
    "\u00ef\u0011\u00bf, false", "\u00bb\u00bf, false", "x, false"
  })
  void byteOrderMarkIsSkippedWholeOrCut(String mark, boolean skipped) {
    String text = mark + "User-agent: wasp\nUser-agent: bee\nDisallow: /a\n";
    byte[] file = text.getBytes(ISO_8859_1);
    assertFalse(RobotsRules.parse(file, List.of("bee")).allows("http://h.test/a"));
    assertEquals(skipped, !RobotsRules.parse(file, List.of("wasp")).allows("http://h.test/a"));
  }

  @Test
  void fileThatIsNotUtf8IsReadAllTheSame() {
    String file = "user-agent: *\r\ndisallow: /caf\u00e9\r\n";
    // Latin-1: the octet itself is compared.
    RobotsRules latin = RobotsRules.parse(file.getBytes(ISO_8859_1), List.of("bee"));
    assertFalse(latin.allows("http://h.test/caf%E9"));
    assertTrue(latin.allows("http://h.test/caf%C3%A9"));
    for (Charset wide : List.of(UTF_16LE, UTF_16BE)) {
      for (String mark : List.of("\ufeff", "")) {
        RobotsRules r = RobotsRules.parse((mark + file).getBytes(wide), List.of("bee"));
        assertEquals(2, r.decision("http://h.test/caf%C3%A9").line(), wide + mark);
      }
    }
  }

  @Test
  void otherRecordsNeitherStartNorEndAGroup() {
    String others =
        "Sitemap: /s.xml\nCrawl-delay: 2\nHost: h.test\nNoindex: /x\nRequest-rate: 1/5\n"
            + "Visit-time: 0600-0845\nClean-param: s /x\nwhat is this?\n:";
    String[] file = {
      others,
      "user-agent: bee",
      others,
      "user-agent: wasp",
      others,
      "disallow: /a",
      others,
      "disallow: /b"
    };
    for (String agent : List.of("bee", "wasp")) {
      assertFalse(rules(agent, file).allows("http://h.test/a"));
      assertFalse(rules(agent, file).allows("http://h.test/b"));
      assertTrue(rules(agent, file).allows("http://h.test/x"));
    }
  }

  /** Section 2.5: 500 KiB at the least. */
  @Test
  void ruleWithinTheLimitIsReadAndOneBeyondIsNot() {
    String last = "disallow: /last\n";
    StringBuilder file = new StringBuilder("user-agent: *\n");
    file.append("# -----\n".repeat((500 * 1024 - last.length()) / 8 - 4));
    file.append("#".repeat(500 * 1024 - last.length() - file.length() - 1)).append('\n');
    file.append(last);
    assertEquals(500 * 1024, file.length());
    file.append("disallow: /beyond\n");
    RobotsRules r = rules("bee", file.toString());
    assertFalse(r.allows("http://h.test/last"));
    assertTrue(r.allows("http://h.test/beyond"));
  }

  @Test
  void lineCutByTheSizeLimitIsDropped() {
    String line = "disallow: /x\n";
    String file = "user-agent: *\n" + line.repeat(RobotsRules.MAX_BYTES / line.length() - 2);
    RobotsRules r = rules("bee", file + "disallow: /" + "y".repeat(100));
    assertFalse(r.allows("http://h.test/x"));
    assertTrue(r.allows("http://h.test/" + "y".repeat(100)));
    assertTrue(r.allows("http://h.test/" + "y".repeat(20)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0085", "\u2028", "\u2029", "\u000b", "\f"})
  void lineEndsWithCrOrLfOnly(String noEnd) {
    RobotsRules r = rules("bee", "user-agent: bee", "allow: /x" + noEnd + "disallow: /a");
    assertTrue(r.allows("http://h.test/a"));
  }

  @Test
  void ruleIsCutWhereItsLineGetsTooLong() {
    for (String name : List.of("Allow: ", "Disallow: ")) {
      boolean allow = name.startsWith("A");
      String kept = "/x/" + "a".repeat(RobotsLines.MAX_LINE - name.length() - 3);
      RobotsRules r =
          rules(
              "bee",
              "User-agent: bee",
              allow ? "Disallow: /" : "Allow: /",
              name + kept + "/beyond");
      assertEquals(allow, r.allows("http://h.test" + kept + "/elsewhere"));
      assertEquals(!allow, r.allows("http://h.test" + kept.substring(1)));
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
