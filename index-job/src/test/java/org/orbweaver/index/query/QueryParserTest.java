package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.search.TestIndex;

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
        "(title:a OR url:docs) url:(debian install), (((title:a OR url:docs)) (url:debian"
            + " url:install))",
        "(link:a.org/f()?q=(1) OR b), (((link:a.org/f()?q=(1) OR b)))",
        "std::vector http://a.org/, (std::vector http://a.org/)",
        "at 12:30 https://a.org:80/x C:\\temp, (at 12:30 https://a.org:80/x C:\\temp)",
        "Note: a \"owner:alice\", (Note: a \"owner:alice\")",
        "author:alice kind:forum link:a.org/(x) host:b.org, (author:alice kind:forum link:a.org/(x)"
            + " host:b.org)",
        "main() or f(x) \"foo()\", (main() or f (x) \"foo()\")",
        "title:(a OR b) c, (((title:a OR title:b)) c)",
        "-site:(a.org b.org) c, (-(site:a.org site:b.org) c)",
        "a NEAR/5 b, ((a NEAR/5 b))",
        "+a NEAR \"b c\", (+(a NEAR/10 \"b c\"))",
        "a NEAR/0 b NEAR/3 c d, ((+(a NEAR/0 b) +(b NEAR/3 c)) d)",
        "title:a NEAR/2 title:b AND x, ((+(title:a NEAR/2 title:b) +x))",
        "far NEARBY near/5, (far NEARBY near/5)",
        "+-a OR --b +-+c, ((a OR (-b)) +c)",
        "a NEAR\"b c\" OR\"d e\", (((a NEAR/10 \"b c\") OR \"d e\"))",
        "a NEAR\u2028b NEAR/3\u001dc, ((+(a NEAR/10 b) +(b NEAR/3 c)))",
        "Insta* *ALLAT* in*tion, (insta* *allat* in*tion)",
        "in*$*tion *$*allat*&, (in*tion *allat*)",
        "title:Éco* site:*.example.org \"a*\", (title:eco* site:*.example.org \"a*\")",
        "a date:2019..2021 -date:>=2020-03, (a date:2019..2021 -date:>=2020-03)",
        "größe:x, (größe:x)",
        "well-known c++, (well-known c++)",
        "and or not, (and or not)",
        "“curly quotes”, (\"curly quotes\")",
      })
  void reads(String query, String readAs) {
    QueryParser.ParsedQuery parsed = QueryParser.parse(query);
    assertEquals(readAs, parsed.query().toString());
    assertTrue(parsed.notes().isEmpty(), () -> parsed.notes().toString());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "a !! b, (a b)",
        "a OR !! b, (a b)",
        "a - b, (a b)",
        "a ** b, (a b)",
      })
  void leavesOutWhatHasNoLetterAndSaysSo(String query, String readAs) {
    QueryParser.ParsedQuery parsed = QueryParser.parse(query);
    assertEquals(readAs, parsed.query().toString());
    assertEquals(1, parsed.notes().size(), () -> parsed.notes().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"full text search      | full text search | a quotation mark that is not closed at character 1",
        "cats OR                | cats             | expected a word or phrase after OR at character 8",
        "AND cats AND           | cats             | expected a word or phrase before AND at character 1",
        "(a (b                  | a b              | a bracket that is not closed at character 4",
        "a) b                   | a b              | a closing bracket without an opening one at character 2",
        "a () title:\"\"          | a                | expected a word or phrase after 'title:'",
        "a ( ) b                | a b              | nothing to search for in the brackets",
        "title: install         | title:install    | expected a word or phrase after 'title:'",
        "a site:                | a                | expected a word or phrase after 'site:'",
        "foo:bar baz            | \"foo:bar\" baz    | unknown field 'foo:' at character 1",
        "zebra date:soon        | zebra            | not a date at character 7",
        "a* zebra               | a zebra          | too few letters with a star",
        "\"a b\"~x                | \"a b\"x           | expected a number from 0 to 1000 after ~",
        "a NEAR/x b             | a NEAR b         | expected a number from 0 to 1000 after NEAR/",
        "a NEAR site:b          | a site:b         | expected words or phrases in one field",
        "+ - NOT \"              |                  |",
      })
  void mendsWhatCanBeRead(String query, String mended, String fault) {
    Optional<QueryParser.Mended> found = QueryParser.mended(query, Set.of());
    assertEquals(Optional.ofNullable(mended), found.map(QueryParser.Mended::query));
    if (fault != null) {
      List<String> faults = found.orElseThrow().faults();
      assertTrue(faults.stream().anyMatch(one -> one.startsWith(fault)), faults.toString());
      assertTrue(QueryParser.mended(mended, Set.of()).isEmpty(), "needs no more");
    }
  }

  /** Whatever is typed: what comes out can be read, and it ends. */
  @Test
  void mendedQueriesCanBeRead() {
    Random random = new Random(28);
    String[] parts = {
      "\"", "(", ")", "a", "zebra", " ", " OR ", "AND", "NEAR/", "~", "*", "-", "title:", "foo:",
      "date:", "9", "“", "NOT ", "+", "price:("
    };
    int read = 0;
    for (int i = 0; i < 5000; i++) {
      StringBuilder query = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        query.append(parts[random.nextInt(parts.length)]);
      }
      Optional<QueryParser.Mended> mended = QueryParser.mended(query.toString(), null);
      if (mended.isPresent()) {
        read++;
        assertDoesNotThrow(() -> QueryParser.parse(mended.get().query(), null), query.toString());
      }
    }
    assertTrue(read > 1000, "most have something to search for: " + read);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "-only -these", "NOT x", "!!", "(-x)"})
  void refusesWhatAsksForNothing(String query) {
    OrbException e = assertThrows(OrbException.class, () -> QueryParser.parse(query));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().contains(query), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "foo:bar           | unknown field 'foo:' at character 1 of the query (fields: title: body:"
            + " | ^",
        "a (b Intitle:x)   | unknown field 'intitle:' at character 6 of the query; did you mean"
            + " title? | '     ^'",
        "a -mailto:x       | unknown field 'mailto:' at character 4 | '   ^'",
        "titel:x           | unknown field 'titel:' at character 1 of the query; did you mean"
            + " title? | ^",
        "site:             | expected a word or phrase after 'site:' at character 1 | ^",
        "a site: b         | expected a word or phrase after 'site:' at character 3 | '  ^'",
        "a title:\"\"    | expected a word or phrase after 'title:' at character 3 | '  ^'",
        "(lang:)           | expected a word or phrase after 'lang:' at character 2 | ' ^'",
        "lang:)            | expected a word or phrase after 'lang:' at character 1 | ^",
        "a \"open quote   | a quotation mark that is not closed at character 3 | '  ^'",
        "a \"\"          | nothing between the quotation marks at character 3 | '  ^'",
        "a \"b\"~x       | expected a number from 0 to 1000 after ~ at character 6 | '     ^'",
        "a \"b\"~9999    | expected a number from 0 to 1000 after ~ at character 6 | '     ^'",
        "(open (bracket)   | a bracket that is not closed at character 1 | ^",
        "closed) bracket   | a closing bracket without an opening one at character 7 | '      ^'",
        "a () b            | nothing to search for in the brackets at character 3 | '  ^'",
        "a OR              | expected a word or phrase after OR at character 5 | '    ^'",
        "AND a             | expected a word or phrase before AND at character 1 | ^",
        "(a AND) b         | expected a word or phrase after AND at character 7 | '      ^'",
        "a AND OR b        | expected a word or phrase after AND at character 7 | '      ^'",
        "a OR NOT          | expected a word or phrase after NOT at character 9 | '        ^'",
        "a (-)             | expected a word or phrase after - at character 5 | '    ^'",
        "a NEAR/           | expected a number from 0 to 1000 after NEAR/ at character 3 | '  ^'",
        "a NEAR/3          | expected a word or phrase after NEAR/3 at character 9 | '        ^'",
        "a NEAR/3 (b)      | expected words or phrases in one field around NEAR/3 at character 3 |"
            + " '  ^'",
        "a NEAR title:b    | expected words or phrases in one field around NEAR at character 3 | ' "
            + " ^'",
        "x a*              | too few letters with a star at character 3 of the query: 2 before |"
            + " '  ^'",
        "*ab               | too few letters with a star at character 1 | ^",
        "well-know*        | a star in more than one word at character 1 | ^",
        "a* *abc*d*e*f     | too few letters with a star at character 1 | ^",
        "*abc*d*e*f        | more than 3 stars in a word at character 1 | ^",
        "a date:yesterday  | not a date at character 3 of the query: expected one such as 2019 | ' "
            + " ^'",
        "date:2021..2019   | not a date at character 1 | ^",
        "date:+999999999-12-31 | not a date at character 1 | ^",
        "date:<+999999999-12-30 | not a date at character 1 | ^",
        "date:2019-13      | not a date at character 1 | ^",
      })
  void aFaultIsAnErrorWithItsPlace(String query, String message, String caret) {
    OrbException e = assertThrows(OrbException.class, () -> QueryParser.parse(query));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
    assertEquals(List.of(query, caret), e.details());
  }

  @Test
  void patternsAreFew() {
    QueryParser.parse("aa* b bb* cc* dd*");
    OrbException e =
        assertThrows(OrbException.class, () -> QueryParser.parse("aa* b bb* cc* dd* ee*"));
    assertTrue(e.getMessage().startsWith("more than 4 words with stars"), e.getMessage());
  }

  @Test
  void aLongQueryIsShownAroundTheFault() {
    String words = "word ".repeat(60);
    OrbException e =
        assertThrows(OrbException.class, () -> QueryParser.parse(words + "foo:bar " + words));
    assertEquals(72, e.details().get(0).length());
    assertEquals(
        "foo:bar", e.details().get(0).substring(e.details().get(1).indexOf('^')).split(" ")[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "2019, 2019-01-01, 2020-01-01",
    "2019-12, 2019-12-01, 2020-01-01",
    "2020-02-28, 2020-02-28, 2020-02-29",
    "2019..2021-03, 2019-01-01, 2021-04-01",
    ">2020-03, 2020-04-01,",
    ">=2020-03, 2020-03-01,",
    "<2020-03, , 2020-03-01",
    "<=2020-03, , 2020-04-01",
    "2020.., 2020-01-01,",
    "..2020, , 2021-01-01",
  })
  void datesAreWholeYearsMonthsOrDays(String text, String from, String to) {
    QueryNode.Dates dates = QueryNode.Dates.of(text).orElseThrow();
    assertEquals(from == null ? Long.MIN_VALUE : millis(from), dates.from());
    assertEquals(to == null ? Long.MAX_VALUE : millis(to), dates.to());
  }

  private static long millis(String day) {
    return Instant.parse(day + "T00:00:00Z").toEpochMilli();
  }

  @Test
  void limitsAreErrorsNotExhaustion() {
    assertThrows(OrbException.class, () -> QueryParser.parse("(".repeat(2000) + "a"));
    assertThrows(OrbException.class, () -> QueryParser.parse("+a ".repeat(1000)));
    assertThrows(OrbException.class, () -> QueryParser.parse("a".repeat(5000)));
  }

  @Test
  void aLongTextIsSearchedByItsFirstWordsAndKeepsWhatRestrictsIt() {
    QueryParser.ParsedQuery long1 =
        QueryParser.parse("w ".repeat(70) + "\"a phrase\" site:a.org -not +must lang:de");
    assertEquals(
        "(" + "w ".repeat(56) + "\"a phrase\" site:a.org -not +must lang:de)",
        long1.query().toString());
    assertEquals(List.of("the query is long; only its first 56 words are searched"), long1.notes());
    assertEquals(List.of(), QueryParser.parse("w ".repeat(56)).notes());
    String operands = "a OR b AND c (d NEAR e)";
    assertEquals(
        QueryParser.parse(operands).query().toString(),
        QueryParser.parse("w ".repeat(57) + operands)
            .query()
            .toString()
            .replaceFirst("(w ){56}", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "What is an \"index (of words)?    | (what is an index of words)",
        "NOT a: b* +c -d OR x~2 U.S. don't | (not a b c d or x 2 u.s. don't)",
        "选择 发布版本。                   | (选择 发布版本)",
      })
  void anyTextCanBeSearchedForItsWords(String text, String query) {
    assertEquals(query, QueryParser.parse(QueryWords.withoutOperators(text)).query().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a Price:19.99 -color:\"dark red\" | (a price:19.99 -color:\"dark red\")",
        "price: a http://x price://b        | (price: a http://x price://b)",
        "(price:a* OR color:b)              | (((price:a* OR color:b)))",
      })
  void readsFieldsThatTheIndexHas(String query, String readAs) {
    Set<String> named = Set.of("price", "color");
    assertEquals(readAs, QueryParser.parse(query, named).query().toString());
  }

  @Test
  void refusesFieldsThatTheIndexDoesNotHave() {
    for (String query : List.of("colour:x", "price:\"\" x")) {
      OrbException e =
          assertThrows(
              OrbException.class, () -> QueryParser.parse(query, Set.of("price", "color")));
      String expected =
          query.startsWith("price")
              ? "expected a word or phrase after 'price:' at character 1"
              : "unknown field 'colour:' at character 1 of the query; did you mean color?";
      assertTrue(e.getMessage().startsWith(expected), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"中", "a.", "paging ", "paging NEAR "})
  void soManyWordsAreSearchedAndNoMore(String piece) throws IOException {
    try (TestIndex index =
        new TestIndex(new Page("http://a.org/", Content.of("", "ab abc", "en"), Facts.NONE))) {
      String refused = "";
      for (int n = 1; refused.isEmpty(); n++) {
        try {
          String words = piece.repeat(n) + "b";
          index.find(piece.equals("paging ") ? '"' + words + '"' : words);
        } catch (OrbException e) {
          assertEquals(ExitCode.USAGE, e.exitCode());
          assertTrue(n > 10, () -> e.getMessage());
          refused = e.getMessage();
        }
      }
      assertTrue(refused.startsWith("more than 80 words in all at character"), refused);
    }
  }

  @Test
  void neverFailsOtherwise() throws IOException {
    try (TestIndex index =
        new TestIndex(new Page("http://a.org/", Content.of("", "ab abc", "en"), Facts.NONE))) {
      neverFailsOtherwise(
          new QueryCompiler(new Ranking(Weights.DEFAULT), Phrases.PAIRS, index.reader()));
    }
  }

  private static void neverFailsOtherwise(QueryCompiler compiler) throws IOException {
    String alphabet = "ab* \"()+-:~AND OR NOT NEAR/ title:3 \u00ab\u4e2d\ud83d\ude00";
    Random random = new Random(11);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder query = new StringBuilder();
      for (int j = random.nextInt(24); j > 0; j--) {
        query.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        QueryParser.ParsedQuery parsed = QueryParser.parse(query.toString());
        compiler.text(parsed.query());
      } catch (OrbException e) {
        assertEquals(ExitCode.USAGE, e.exitCode());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "group:a1              | true",
        "x (y OR group:a1)     | true",
        "+group:a1 x           | true",
        "GROUP:a1              | true",
        "\"the group: a1\"     | false",
        "x -group:a1           | false",
        "title:\"group:a1\"    | false",
        "url:x.org/group:a     | false"
      })
  void knowsAQueryForAGroup(String query, boolean isForGroup) {
    assertEquals(isForGroup, QueryParser.parse(query).query().isForGroup());
  }
}
