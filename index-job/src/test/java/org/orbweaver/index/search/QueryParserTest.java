package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;

class QueryParserTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "create table, (create table)",
        "+must -not word, (+must -not word)",
        "\"full text\" search, (\"full text\" search)",
        "\"full text\"~3, (\"full text\"~3)",
        "a AND b, ((+a +b))",
        "a AND NOT b, ((+a -b))",
        "NOT b a, (-b a)",
        "new york OR paris, (new (york OR paris))",
        "a AND b OR c, (((+a +b) OR c))",
        "title:install (debian OR ubuntu), (title:install ((debian OR ubuntu)))",
        "site:example.org lang:en type:pdf x, (site:example.org lang:en type:pdf x)",
        "x -usage:ai-train:n usage:search=y, (x -usage:ai-train:n usage:search=y)",
        "TITLE:\"a b\" -anchor:c, (title:\"a b\" -anchor:c)",
        "url:http://a.org/(x) y, (url:http://a.org/(x) y)",
        "std::vector http://a.org/, (std::vector http://a.org/)",
        "at 12:30 https://a.org:80/x C:\\temp, (at 12:30 https://a.org:80/x C:\\temp)",
        "Note: a \"author:alice\", (Note: a \"author:alice\")",
        "größe:x, (größe:x)",
        "well-known c++, (well-known c++)",
        "and or not, (and or not)",
        "“curly quotes”, (\"curly quotes\")",
      })
  void reads(String query, String readAs) {
    QueryParser.Parsed parsed = QueryParser.parse(query);
    assertEquals(readAs, parsed.query().toString());
    assertTrue(parsed.notes().isEmpty(), () -> parsed.notes().toString());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"open quote, (\"open quote\")",
        "(open bracket, ((open bracket))",
        "closed) bracket, (closed bracket)",
        "a OR, (a)",
        "AND a, (a)",
        "a AND, (a)",
        "a !! b, (a b)",
      })
  void guessesAndSaysSo(String query, String readAs) {
    QueryParser.Parsed parsed = QueryParser.parse(query);
    assertEquals(readAs, parsed.query().toString());
    assertEquals(1, parsed.notes().size(), () -> parsed.notes().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "-only -these", "NOT x", "!!", "OR", "()", "\"\""})
  void refusesWhatAsksForNothing(String query) {
    OrbException e = assertThrows(OrbException.class, () -> QueryParser.parse(query));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().contains(query), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "author:alice    | unknown field 'author:' at character 1 of the query; fields are title:",
        "a (b Intitle:x) | unknown field 'intitle:' at character 6",
        "a -mailto:x     | unknown field 'mailto:' at character 4",
        "site:           | expected a word or phrase after 'site:' at character 1",
        "a site: b       | expected a word or phrase after 'site:' at character 3",
        "a title:\"\"  | expected a word or phrase after 'title:' at character 3",
        "lang:)          | expected a word or phrase after 'lang:' at character 1",
      })
  void aFieldThatIsUnknownOrEmptyIsAnError(String query, String message) {
    OrbException e = assertThrows(OrbException.class, () -> QueryParser.parse(query));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  @Test
  void limitsAreErrorsNotExhaustion() {
    assertThrows(OrbException.class, () -> QueryParser.parse("(".repeat(2000) + "a"));
    assertThrows(OrbException.class, () -> QueryParser.parse("a ".repeat(1000)));
    assertThrows(OrbException.class, () -> QueryParser.parse("a".repeat(5000)));
  }

  @Test
  void neverFailsOtherwise() {
    String alphabet = "ab \"()+-:~AND OR NOT title:3 \u00ab\u4e2d\ud83d\ude00";
    Random random = new Random(11);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder query = new StringBuilder();
      for (int j = random.nextInt(24); j > 0; j--) {
        query.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        QueryParser.Parsed parsed = QueryParser.parse(query.toString());
        new QueryCompiler(new Ranking(Weights.DEFAULT)).text(parsed.query());
      } catch (OrbException e) {
        assertEquals(ExitCode.USAGE, e.exitCode());
      }
    }
  }
}
