package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 9309, sections 2.1, 2.2 and 2.2.1, and the example of section 5.1: lines, groups and whom
 * they are for.
 */
class Rfc9309LinesTest {
  private static RobotsRules rules(String agent, String file) {
    return RobotsRules.parse(file.getBytes(UTF_8), List.of(agent));
  }

  private static boolean allows(String agent, String file, String path) {
    return rules(agent, file).allows("http://h.test" + path);
  }

  @Nested
  class Section2x1ProtocolDefinition {
    @Test
    void aRuleIsANameAndAValue() {
      assertFalse(allows("bee", "user-agent: bee\ndisallow: /hive\n", "/hive"));
      assertTrue(allows("bee", "agent: bee\nforbid: /hive\n", "/hive"));
    }

    @Test
    void aGroupHasSeveralAgentsAndSeveralRules() {
      String file = "user-agent: bee\nuser-agent: wasp\ndisallow: /a\ndisallow: /b\n";
      for (String agent : List.of("bee", "wasp")) {
        assertFalse(allows(agent, file, "/a"));
        assertFalse(allows(agent, file, "/b"));
      }
      assertTrue(allows("hornet", file, "/a"));
    }

    @Test
    void anAgentLineAfterARuleEndsTheGroup() {
      String file = "user-agent: bee\ndisallow: /a\nuser-agent: wasp\ndisallow: /b\n";
      assertTrue(allows("bee", file, "/b"));
      assertTrue(allows("wasp", file, "/a"));
    }

    @Test
    void theEndOfTheFileEndsTheGroup() {
      assertFalse(allows("bee", "user-agent: bee\ndisallow: /a", "/a"));
    }

    @Test
    void theLastGroupMayBeEmptyAndAllowsAll() {
      String file = "user-agent: *\ndisallow: /\n\nuser-agent: bee\n";
      assertTrue(allows("bee", file, "/a"));
      assertFalse(allows("wasp", file, "/a"));
    }
  }

  @Nested
  class Section2x2FormalSyntax {
    @Test
    void emptyLinesStandAnywhereAndEndNothing() {
      String file = "\n\nuser-agent: bee\n\n\nuser-agent: wasp\n\ndisallow: /a\n\ndisallow: /b\n\n";
      for (String agent : List.of("bee", "wasp")) {
        assertFalse(allows(agent, file, "/a"));
        assertFalse(allows(agent, file, "/b"));
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "user-agent:bee\ndisallow:/a\n",
          "user-agent \t : \t bee\ndisallow \t:\t /a\n",
          " \tuser-agent: bee\n\t disallow: /a\n",
          "user-agent: bee \t\ndisallow: /a \t \n",
        })
    void blanksAndTabsMayStandAroundNameAndValue(String file) {
      assertFalse(allows("bee", file, "/a"));
      assertTrue(allows("bee", file, "/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"USER-AGENT: bee\nDISALLOW: /a\n", "uSer-aGent: bee\ndIsallOw: /a\n"})
    void namesOfLinesAreReadInAnyCase(String file) {
      assertFalse(allows("bee", file, "/a"));
      assertTrue(allows("bee", file + "ALLow: /a\n", "/a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void aLineEndsWithLfOrCrOrBoth(String end) {
      String file = String.join(end, "user-agent: bee", "", "allow: /a", "disallow: /", "");
      assertTrue(allows("bee", file, "/a"));
      RobotsRules.Decision decision = rules("bee", file).decision("http://h.test/b");
      assertFalse(decision.allowed());
      assertEquals(4, decision.line());
    }

    @Test
    void lineEndsMayBeMixed() {
      String file = "user-agent: bee\r\n\r\n\n\rdisallow: /a\ndisallow: /b\rdisallow: /c";
      assertEquals(5, rules("bee", file).decision("http://h.test/a").line());
      assertEquals(6, rules("bee", file).decision("http://h.test/b").line());
      assertEquals(7, rules("bee", file).decision("http://h.test/c").line());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0085", "\u2028", "\u2029", "\u000b", "\f"})
    void nothingElseEndsALine(String noEnd) {
      assertTrue(allows("bee", "user-agent: bee\nallow: /x" + noEnd + "disallow: /a\n", "/a"));
    }

    @Test
    void aCommentMayEndAnyLine() {
      String file =
          "# disallow: /\nuser-agent: bee # not wasp\ndisallow: /a#b # c\n# # \ndisallow: /d\n#";
      assertFalse(allows("bee", file, "/a"));
      assertFalse(allows("bee", file, "/d"));
      assertTrue(allows("bee", file, "/"));
      assertTrue(allows("wasp", file, "/a"));
    }

    @Test
    void anEmptyPatternForbidsNothing() {
      String file = "user-agent: bee\ndisallow:\nuser-agent: wasp\ndisallow: # all\n";
      assertTrue(allows("bee", file, "/a"));
      assertTrue(allows("wasp", file, "/a"));
      assertEquals(0, rules("bee", file).size());
    }

    @Test
    void anEmptyPatternIsARuleAllTheSameAndClosesTheListOfAgents() {
      String file = "user-agent: bee\ndisallow:\nuser-agent: wasp\ndisallow: /\n";
      assertTrue(allows("bee", file, "/a"));
      assertFalse(allows("wasp", file, "/a"));
    }

    @Test
    void aPatternStartsWithASlashOrAStar() {
      String file = "user-agent: bee\ndisallow: a\ndisallow: http://h.test/a\ndisallow: $\n";
      assertTrue(allows("bee", file, "/a"));
      assertEquals(0, rules("bee", file).size());
      assertFalse(allows("bee", "user-agent: bee\ndisallow: *.gif$\n", "/a.gif"));
    }

    @Test
    void aPatternMayHaveAnyCharacterOfUnicode() {
      String file =
          "user-agent: bee\ndisallow: /\u00e9\ndisallow: /\u30c4\ndisallow: /\ud83d\udc1d\n";
      assertFalse(allows("bee", file, "/%C3%A9"));
      assertFalse(allows("bee", file, "/%E3%83%84"));
      assertFalse(allows("bee", file, "/%F0%9F%90%9D"));
    }
  }

  @Nested
  class Section2x2x1TheUserAgentLine {
    @ParameterizedTest
    @ValueSource(strings = {"bee", "BEE", "honey-bee", "Honey_Bee", "-", "_"})
    void aTokenIsOfLettersUnderscoresAndHyphens(String token) {
      String file = "user-agent: *\ndisallow: /\nuser-agent: " + token + "\nallow: /\n";
      assertTrue(allows(token, file, "/a"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"bee/2.1", "Bee/2.1 (honey; +http://bee.test/)", " bee ", "Bee (honey)"})
    void theTokenIsPartOfTheNameThatIsSent(String name) {
      assertFalse(allows(name, "user-agent: bee\ndisallow: /a\n", "/a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/1.0", "bee wasp", "*", "* *", "(bee)"})
    void whatHasNoTokenObeysTheGeneralGroup(String name) {
      String file = "user-agent: bee\ndisallow: /a\nuser-agent: *\ndisallow: /b\n";
      assertTrue(allows(name, file, "/a"));
      assertFalse(allows(name, file, "/b"));
    }

    @Test
    void tokensAreMatchedInAnyCase() {
      assertFalse(allows("bee", "user-agent: BEE\ndisallow: /a\n", "/a"));
      assertFalse(allows("BEE", "user-agent: Bee\ndisallow: /a\n", "/a"));
    }

    @Test
    void tokensAreMatchedAsAWhole() {
      assertTrue(allows("bee", "user-agent: beehive\ndisallow: /a\n", "/a"));
      assertTrue(allows("beehive", "user-agent: bee\ndisallow: /a\n", "/a"));
      assertTrue(allows("bee", "user-agent: honey-bee\ndisallow: /a\n", "/a"));
    }

    @Test
    void onlyTheMatchingGroupIsObeyed() {
      String file = "user-agent: *\ndisallow: /a\nuser-agent: bee\ndisallow: /b\n";
      assertTrue(allows("bee", file, "/a"));
      assertFalse(allows("bee", file, "/b"));
    }

    @Test
    void theOrderOfGroupsDoesNotMatter() {
      String file = "user-agent: bee\ndisallow: /b\nuser-agent: *\ndisallow: /a\n";
      assertTrue(allows("bee", file, "/a"));
      assertFalse(allows("bee", file, "/b"));
    }

    @Test
    void severalMatchingGroupsAreOne() {
      String file =
          """
          user-agent: bee
          disallow: /a

          user-agent: wasp
          disallow: /c

          user-agent: BEE
          disallow: /b
          allow: /a/x
          """;
      assertFalse(allows("bee", file, "/a"));
      assertFalse(allows("bee", file, "/b"));
      assertTrue(allows("bee", file, "/a/x"));
      assertTrue(allows("bee", file, "/c"));
    }

    @Test
    void withoutAMatchingGroupTheGeneralOneIsObeyed() {
      String file = "user-agent: *\ndisallow: /a\n\nuser-agent: wasp\ndisallow: /b\n";
      assertFalse(allows("bee", file, "/a"));
      assertTrue(allows("bee", file, "/b"));
    }

    @Test
    void severalGeneralGroupsAreOne() {
      String file = "user-agent: *\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n";
      assertFalse(allows("bee", file, "/a"));
      assertFalse(allows("bee", file, "/b"));
    }

    @Test
    void aGroupMayBeForTheCrawlerAndForAll() {
      for (String agents :
          List.of("user-agent: bee\nuser-agent: *\n", "user-agent: *\nuser-agent: bee\n")) {
        String file = agents + "disallow: /a\n\nuser-agent: *\ndisallow: /b\n";
        assertFalse(allows("bee", file, "/a"));
        assertTrue(allows("bee", file, "/b"));
        assertFalse(allows("wasp", file, "/a"));
        assertFalse(allows("wasp", file, "/b"));
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", "disallow: /a\n", "user-agent: wasp\ndisallow: /a\n", "\n# nothing\n"})
    void withoutAnyOfThemNoRulesApply(String file) {
      assertTrue(allows("bee", file, "/a"));
      assertEquals(0, rules("bee", file).size());
    }
  }

  @Test
  void section5x1Example() {
    String file =
        """
        User-Agent: *
        Disallow: *.png$
        Disallow: /demo/
        Allow: /papers/

        User-Agent: ant
        Disallow:/
        Allow:/demo/one.html
        Allow:/demo/open.png

        User-Agent: bee
        User-Agent: wasp
        Disallow: /demo/one.html

        User-Agent: hornet

        """;
    assertFalse(allows("moth", file, "/x/y.png"));
    assertTrue(allows("moth", file, "/x/y.png?z"));
    assertFalse(allows("moth", file, "/demo/one.html"));
    assertTrue(allows("moth", file, "/papers/one.html"));
    assertTrue(allows("ant", file, "/demo/one.html"));
    assertTrue(allows("ant", file, "/demo/open.png"));
    assertFalse(allows("ant", file, "/papers/"));
    for (String agent : List.of("bee", "wasp")) {
      assertFalse(allows(agent, file, "/demo/one.html"));
      assertTrue(allows(agent, file, "/demo/x.png"));
    }
    assertTrue(allows("hornet", file, "/demo/one.html"));
  }
}
