package org.orbweaver.crawler.page.markdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

/** Markdown of elements whose text is all main content, and of whole documents. */
class MarkdownConverterTest {
  private static final int PLENTY = 10_000_000;

  private static String convert(String html) {
    return convert(html, PLENTY);
  }

  private static String convert(String html, int maxChars) {
    UrlNormalizer urls = new UrlNormalizer();
    Document document = Jsoup.parse(html);
    MarkdownConverter converter =
        new MarkdownConverter(
            reference -> urls.resolveAsIs("http://example.org/a/b", reference), maxChars, () -> {});
    document.traverse(
        (node, depth) -> {
          if (node instanceof TextNode || node instanceof Element) {
            converter.see(node, 1);
          }
        });
    return converter.convert(document, null, PLENTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "<h2>A <b>b</b> #</h2>~## A b \\#",
        "<p>a<br>b<br><br>c~a\\¶b¶¶c",
        "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>~- a¶  - b¶  - c¶- d",
        "<ul><li>a</li><ol start=7><li>b<li value=9>c</ol></ul>~- a¶¶  7. b¶  9. c",
        "<ol><li>a<p>b</p><li>c</ol><ol><li>d</ol>~1. a¶¶   b¶2. c¶¶1) d",
        "<ul><li>a</ul><ul><li>b</ul>~- a¶¶* b",
        "<ul><li><ul><li>a<li>b</ul></ul>~- - a¶  - b",
        "<ul><li><pre>x&#10; y</pre>z</ul>~- ```¶  x¶   y¶  ```¶¶  z",
        "<blockquote><p>a<p>b<ul><li>c</ul></blockquote>d~> a¶>¶> b¶>¶> - c¶¶d",
        "<p>a<hr>b<hr>~a¶¶___¶¶b",
        "<dl><dt>T<dd>d<dd>e<dt>U<dd>f</dl>~- **T**¶¶  d¶¶  e¶- **U**¶¶  f",
        "<pre class=lang-java>a&#10;```&#10;</pre>~````java¶a¶```¶````",
        "<div class=highlight-python3><div class=highlight><pre>x</pre></div></div>~```python3¶x¶```",
        "a <code>b`c</code> <code>`d</code><code>e</code>~a ``b`c`` `` `de ``",
        "<code>a<a href=/b>C</a></code>~`a`[`C`](http://example.org/b)",
        "<a href='x y(1)?a=1&amp;b#f'>t</a>~[t](http://example.org/a/x%20y\\(1\\)?a=1&b#f)",
        "<a href=javascript:x()>t</a> <a href=/c><img src=i.png alt='A [1]'></a>"
            + "~t [![A \\[1\\]](http://example.org/a/i.png)](http://example.org/c)",
        "Oh!<a href=/c>t</a>~Oh\\![t](http://example.org/c)",
        "<h3>Name<a href=#n>¶</a></h3>~### Name",
        "<a href=/c><h2>a</h2><p>b</p></a>~## [a](http://example.org/c)¶¶[b](http://example.org/c)",
        "<b> a </b>b<b></b><i>c</i>d~**a** b*c*d",
        "<b>注意：</b>请 <i>“a”</i>b <b>c<i>d</i></b> <b>e</b><b>f</b>~注意：请 “a”b **cd** **e**f",
        "<table><tr><th>a<th>b|c<tr><td rowspan=2>d<br>e<td><code>f|g</code><tr><td>h</table>"
            + "~| a | b\\|c |¶| --- | --- |¶| d<br>e | `f\\|g` |¶| | h |",
        "<table><caption>t</caption><tr><td>1<td>2<tr><td>3<td>4</table>"
            + "~t¶¶| | |¶| --- | --- |¶| 1 | 2 |¶| 3 | 4 |",
        "<table role=presentation><tr><td>1<td>2<tr><td>3<td>4</table>~1 2¶¶3 4",
        "<table><tr><td><h2>a</h2><p>b</p><td>c<tr><td>d<td>e</table>~## a¶¶b¶¶c¶¶d e",
        "1. a<br>- b<br>+ c<br># d<br>> e<br>=<br>|-|~1\\. a\\¶\\- b\\¶\\+ c\\¶\\# d\\¶\\> e\\¶\\=\\¶\\|-|",
        "a_b _c_ *d* &amp;lt; R&amp;D~a_b \\_c\\_ \\*d\\* \\&lt; R\\&D",
        "a<span hidden>b</span><span style='color:red;display: none'>c</span>"
            + "<div data-nosnippet>d</div>e~a¶¶e",
      })
  void convertsTo(String html, String expected) {
    assertEquals(expected.replace('¶', '\n'), convert(html));
  }

  /** Text with all of Markdown's characters, within and between markup, comes back as it was. */
  @Test
  void rendersBackToTheSameText() {
    String[] pieces = {
      "*",
      "**",
      "_",
      "__",
      "`",
      "``",
      "[",
      "]",
      "(",
      ")",
      "!",
      "<",
      ">",
      "#",
      "-",
      "+",
      "=",
      "|",
      "\\",
      "~",
      "~~~",
      ":",
      "&",
      "&amp;amp;",
      "1.",
      "23)",
      " ",
      " ",
      "\n",
      "a",
      "b1",
      "é",
      "注意",
      "：",
      "“",
      "”",
      "$",
      "€",
      "http://x.org/",
      "^",
      "{",
      "\"",
      "'",
      ".",
      "---",
      "===",
      "a@b.de",
      ";",
      "😀",
      "<br>",
      "<b>",
      "</b>",
      "<i>",
      "</i>",
      "<a href='/x?(a)&b;'>",
      "</a>",
      "<code>",
      "</code>",
      "<p>",
      "</p>",
      "<ul><li>",
      "<li>",
      "</ul>",
      "<ol start=4><li>",
      "</ol>",
      "<blockquote>",
      "</blockquote>",
      "<h2>",
      "</h2>",
      "<pre>",
      "</pre>",
      "<hr>",
      "<img src=a alt='b]*'>",
      "<table><tr><th>a<td>b<tr><td>",
      "<td>",
      "<tr><td>",
      "</table>",
      "<dl><dt>",
      "<dd>",
      "</dl>",
    };
    Random random = new Random(28);
    for (int round = 0; round < 10_000; round++) {
      StringBuilder html = new StringBuilder();
      for (int i = random.nextInt(24) + 1; i > 0; i--) {
        html.append(pieces[random.nextInt(pieces.length)].replaceAll("^[<>]$", "&lt;"));
      }
      String markdown = convert(html.toString());
      List<String> expected = Rendered.pieces(plain(html.toString()));
      assertEquals(
          String.join("", expected),
          String.join("", Rendered.pieces(Rendered.text(markdown))),
          () -> html + "\n=>\n" + markdown);
    }
  }

  /** The text of the elements in document order. */
  private static String plain(String html) {
    StringBuilder text = new StringBuilder();
    Jsoup.parse(html)
        .traverse(
            (Node node, int depth) ->
                text.append(node instanceof TextNode piece ? piece.getWholeText() : ""));
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div>",
        "<ul><li>x",
        "<blockquote>",
        "<b>",
        "<i><b>x",
        "<table><tr><td>x<td>",
        "<a>",
        "<dl><dt>x<dd>",
        "<pre>",
        "<code>`",
        "<h1>",
        "<p>x<b>",
        "<ol start=9>"
      })
  void depthCostsNeitherStackNorTime(String piece) {
    String markdown =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> convert(piece.repeat(30_000) + "end"));
    assertTrue(markdown.contains("end"));
    assertTrue(markdown.length() < 20_000_000, () -> "" + markdown.length());
  }

  /** Neither many cells that span rows and columns nor many cells of a row; all texts stay. */
  @ParameterizedTest
  @CsvSource({
    "<tr><th>1<th>2<tr>, <td colspan=100 rowspan=100>, 12000, <tr>, 100",
    "<tr><td>1<td>2<tr>, <td colspan=100>x, 2000, <tr><td colspan=100>x, 2000",
    "<tr>, <th>x, 36000, <tr><td>x, 10",
  })
  void tablesCostWhatTheirCellsCost(String head, String cell, int cells, String more, int times) {
    String html = "<table>" + head + cell.repeat(cells) + more.repeat(times) + "<tr><td>end";
    String markdown = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> convert(html));
    assertTrue(markdown.endsWith("| end |"));
    assertEquals(
        Jsoup.parse(html).text().chars().filter(c -> c == 'x').count(),
        markdown.chars().filter(c -> c == 'x').count());
    long bars = markdown.chars().filter(c -> c == '|').count();
    assertTrue(bars <= 250_000, () -> bars + " cells");
  }

  @Test
  void outputIsBoundedAndSaysSo() {
    String html = "<p><a href=/" + "x".repeat(1000) + ">y</a> z</p>";
    UrlNormalizer urls = new UrlNormalizer();
    Document document = Jsoup.parse(html.repeat(500));
    MarkdownConverter converter =
        new MarkdownConverter(
            reference -> urls.resolveAsIs("http://example.org/", reference), 100_000, () -> {});
    document.traverse((node, depth) -> converter.see(node, 1));
    assertTrue(converter.convert(document, null, PLENTY).length() <= 100_000);
    assertTrue(converter.isCut());
    assertFalse(convert(html).isEmpty());
  }

  @Test
  void contentThatAScriptShowsIsNotHidden() {
    String text = "<p>The article, which is hidden until its page has loaded.</p>";
    String html = "<div style='visibility: hidden'>" + text + "<p hidden>Advertisement</p></div>";
    byte[] page = ("<main>" + html + "</main>").getBytes(StandardCharsets.UTF_8);
    ParsedPage parsed =
        new PageParser(ParseLimits.DEFAULT, "bot")
            .withMarkdown()
            .parse(
                new PageParser.Document("http://a.example/", page, "text/html", null, List.of()));
    assertEquals(
        "The article, which is hidden until its page has loaded.",
        parsed.meta().get(MetaNames.MARKDOWN));
  }

  @Test
  void endsAtTheDeadline() {
    Document document = Jsoup.parse("<p>a");
    MarkdownConverter converter =
        new MarkdownConverter(
            reference -> null,
            PLENTY,
            () -> {
              throw new Deadline.Passed();
            });
    assertThrows(Deadline.Passed.class, () -> converter.convert(document, null, PLENTY));
  }

  @Test
  void ofDocumentsWithoutElements() {
    assertEquals(
        "## One\n\n1\\. a\n\n## Two\n\nb \\* c",
        PlainMarkdown.ofLines("One\n1. a\nTwo\nb * c", "One\nTwo"));
    assertEquals("a\\\n\\# b\n\nc", PlainMarkdown.ofProse("  a\n # b\r\n \n\nc\n"));
    assertEquals("````\nint x; // ```\n````", PlainMarkdown.ofCode("int x; // ```\r\n"));
  }

  @Test
  void parserGivesItOnlyWhenAsked() {
    byte[] text = "The *first* paragraph.\n\nThe second one.\n".getBytes(StandardCharsets.UTF_8);
    PageParser.Document plain =
        new PageParser.Document("http://a.example/", text, "text/plain", null, List.of());
    PageParser.Document source =
        new PageParser.Document("http://a.example/", text, "text/markdown", null, List.of());
    PageParser parser = new PageParser(ParseLimits.DEFAULT, "bot");
    assertFalse(parser.parse(plain).meta().containsKey(MetaNames.MARKDOWN));
    parser.withMarkdown();
    assertEquals(
        "The \\*first\\* paragraph.\n\nThe second one.",
        parser.parse(plain).meta().get(MetaNames.MARKDOWN));
    assertEquals(
        "The *first* paragraph.\n\nThe second one.",
        parser.parse(source).meta().get(MetaNames.MARKDOWN));
    ParsedPage cut =
        new PageParser(new ParseLimits(100, 100, 9, 30_000), "bot").withMarkdown().parse(plain);
    assertEquals("The \\*firs", cut.meta().get(MetaNames.MARKDOWN));
    assertTrue(cut.meta().get(MetaNames.PARTIAL).contains("more than 9 characters"));
  }
}
