package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.ParseLimits;

class MarkdownPagesTest {
  private static final String URL = "http://a.example/docs/page";

  private static ParsedPage parse(ParseLimits limits, String type, String text) {
    return new PageParser(limits, "bot")
        .withMarkdown()
        .parse(new PageParser.Document(URL, text.getBytes(UTF_8), type, null, List.of()));
  }

  private static ParsedPage parse(String text) {
    return parse(ParseLimits.DEFAULT, "text/markdown; charset=utf-8", text);
  }

  @Test
  void isAPageLikeAnother() {
    ParsedPage page =
        parse(
            """
            # The *lighthouse*

            On the cape stands a [tower](tower.html "old"), built of [stone][s]. It was lit in 1783,
            and seen from <https://b.example/sea>, or from https://c.example/?a=1&b=2 at night.

            ## Keepers

            | name | years |
            |------|-------|
            | Ada  | 1783  |

            - ![the lamp](lamp.png)
            - <b>bold</b> & `code <x>`

            [s]: /stone
            """);
    assertTrue(page.parsed());
    assertEquals("The lighthouse", page.title());
    assertEquals("The lighthouse\nKeepers", page.meta().get(MetaNames.HEADINGS));
    assertEquals(
        List.of(
            "http://a.example/docs/tower.html",
            "http://a.example/stone",
            "https://b.example/sea",
            "https://c.example/?a=1&b=2"),
        page.outlinks().links().stream()
            .map(PageLink::url)
            .filter(u -> !u.endsWith(".png"))
            .toList());
    assertTrue(page.text().contains("code <x>"), page.text());
    String main = MainContent.of(page.text(), page.meta().get(MetaNames.MAIN));
    assertTrue(main.contains("On the cape") && main.contains("Ada"), main);
    String markdown = page.meta().get(MetaNames.MARKDOWN);
    assertTrue(markdown.contains("[tower](http://a.example/docs/tower.html"), markdown);
    assertTrue(markdown.contains("[stone](http://a.example/stone)"), markdown);
    assertTrue(markdown.contains("## Keepers") && markdown.contains("| Ada"), markdown);
    assertEquals("text/markdown", page.meta().get(MetaNames.TYPE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "---|title: \"Of the sea\"|tags: [a, b]|---|# Another|text ; Of the sea ; Another text",
        "---|tags: a|---|Words|## Lower ; Lower ; Words Lower",
        "---|a: b|no end of it ; page ; a: b no end of it",
        "Only words ; page ; Only words",
        "---|---|x ; page ; x",
        "<title>No</title>||# Yes ; Yes ; Yes",
      })
  void titleIsThatOfTheFrontMatterOrTheFirstHeading(String text, String title, String words) {
    ParsedPage page = parse(text.replace('|', '\n'));
    assertEquals(title, page.title());
    assertEquals(words, page.text().replaceAll("\\s+", " ").strip());
  }

  @ParameterizedTest
  @CsvSource({
    "text/markdown, true",
    "text/x-markdown, true",
    "Text/Markdown;variant=GFM, true",
    "text/plain, false",
    "text/html, false"
  })
  void onlyTheTypeCounts(String type, boolean isMarkdown) {
    ParsedPage page = parse(ParseLimits.DEFAULT, type, "## Head\n\n**bold**\n");
    assertEquals(isMarkdown, page.title().equals("Head"));
    assertEquals(isMarkdown, !page.text().contains("**"));
  }

  /** Texts that are made to take long or to nest deeply; the deadline is three seconds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "![",
        "[a](",
        "[a][",
        "](",
        "> ",
        "- ",
        "1. ",
        "*a _",
        "**a ",
        "`",
        "<",
        "<!--",
        "<a ",
        "&",
        "\\",
        "|a",
        "a | b\n|-|-|\n",
        "http://a",
        "a@",
        "# a\n",
        "[a]: b\n",
        "<div>\n\n",
        "---\n",
        "---\na: b\n",
        "a: b\n",
        "\n    - ",
        "<b><i>",
        "www.a",
        "title: a\n"
      })
  void hostileTextEndsInTime(String part) {
    String text = "---\n".repeat(part.startsWith("title") ? 1 : 0) + "[a]: b\n\n";
    long start = System.nanoTime();
    ParsedPage page =
        parse(
            new ParseLimits(100_000, 1000, 1_000_000, 2000),
            "text/markdown",
            text + part.repeat(100_000 / part.length()));
    long millis = (System.nanoTime() - start) / 1_000_000;
    System.out.printf(
        "100,000 characters of %s: %d ms, %s%n", part.strip(), millis, page.outcome());
    assertTrue(page.parsed() || page.outcome() == ParsedPage.Outcome.TIMEOUT, page.message());
    // By the clock, a thread that has to wait for a processor is given four times as long.
    assertTrue(millis < 16_000, part);
  }

  /** Lines with two readings of their break, and a title of spaces, once took time without end. */
  @ParameterizedTest
  @ValueSource(strings = {"note: b\r\n", "note: b\r", "note: b\n", "note: \u000b\f\u0085\r\n"})
  void aFrontMatterWithoutEndIsText(String line) {
    long start = System.nanoTime();
    ParsedPage page = parse("---\r\n" + line.repeat(5_000));
    assertTrue(page.parsed(), page.message());
    assertTrue(page.text().contains("note:"), "it is no front matter");
    page = parse("---\ntitle: a" + " ".repeat(80_000) + "b\n---\n# Else\n");
    assertEquals("a b", page.title().replaceAll("\\s+", " "));
    assertTrue(System.nanoTime() - start < 16_000_000_000L);
  }

  @Test
  void htmlIsBounded() {
    ParsedPage page = parse("[a]: http://" + "x".repeat(20_000) + "\n\n" + "[a] ".repeat(20_000));
    assertFalse(page.parsed());
    assertTrue(page.message().contains("16 times"), page.message());
  }
}
