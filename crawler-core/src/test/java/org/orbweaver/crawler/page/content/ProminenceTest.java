package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.Prominence.Rank;
import org.orbweaver.crawler.page.content.Prominence.Span;
import org.orbweaver.crawler.page.document.ParseLimits;

class ProminenceTest {

  private static ParsedPage parse(String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    return new PageParser(ParseLimits.DEFAULT, "")
        .parse(new PageParser.Document("https://a.test/x", bytes, "text/html", null, List.of()));
  }

  /** Each piece that stands out, after its rank. */
  private static String outstanding(ParsedPage page) {
    return Prominence.parse(page.meta().get(MetaNames.PROMINENCE)).stream()
        .map(span -> span.rank() + " " + page.text().substring(span.start(), span.end()))
        .collect(Collectors.joining("|"));
  }

  @ParameterizedTest
  @CsvSource({
    "<h1>One <b>two</b> three</h1>four, H1 One two three",
    "<h3>a</h3><h3>b</h3>, H3 a|H3 b",
    "x <b>y</b> z <em>w</em>, EMPHASIS y|EMPHASIS w",
    "<font size=5>a</font> <font size=3>b</font> <font size=-1>c</font>, LARGE a|SMALL c",
    "<b><font size=+2>a</font></b>, LARGE a",
    "<p style='color:red;font-size: 24px'>a<b>b</b></p>, LARGE ab",
    "<p style='font-size:75%'>a</p><p style='font-size:1em'>b</p>, SMALL a",
    "<p style='font-size:x-large'>a</p><p style='font-size:xx-small'>b</p>, LARGE a|SMALL b",
    "<span style='font-weight: bold'>a</span>, EMPHASIS a",
    "<span style='font-size:16px;font-weight:bold'>a</span>, EMPHASIS a",
    "<p style='font-size:1.2.3em'>a</p><font size=huge>b</font>, ''",
    "plain, ''",
  })
  void headingsFontsAndEmphasisStandOut(String html, String expected) {
    assertEquals(expected, outstanding(parse(html)));
  }

  @Test
  void theStoredFormIsBoundedAndReadBack() {
    ParsedPage page = parse("<b>a</b> b ".repeat(5000));
    assertEquals(200, Prominence.parse(page.meta().get(MetaNames.PROMINENCE)).size());
    assertEquals(List.of(new Span(Rank.H2, 3, 9)), Prominence.parse("2:3-9 Q:1-2 E:x-1 3:4 junk"));
  }
}
