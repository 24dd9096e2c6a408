package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.ParseLimits;

class ProminenceTest {

  private static ParsedPage parse(String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    return new PageParser(ParseLimits.DEFAULT, "")
        .parse(new PageParser.Document("https://a.test/x", bytes, "text/html", null, List.of()));
  }

  /** The pieces named by the stored form, each after its sign. */
  private static List<String> outstanding(ParsedPage page) {
    String stored = page.meta().getOrDefault(MetaNames.PROMINENCE, "");
    return Pattern.compile("(\\S):(\\d+)-(\\d+)")
        .matcher(stored)
        .results()
        .map(
            piece ->
                piece.group(1)
                    + " "
                    + page.text()
                        .substring(
                            Integer.parseInt(piece.group(2)), Integer.parseInt(piece.group(3))))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "<h1>One <b>two</b> three</h1>four, 1 One two three",
    "<h3>a</h3><h3>b</h3>, 3 a|3 b",
    "x <b>y</b> z <em>w</em>, E y|E w",
    "<font size=5>a</font> <font size=3>b</font> <font size=-1>c</font>, L a|S c",
    "<b><font size=+2>a</font></b>, L a",
    "<p style='color:red;font-size: 24px'>a<b>b</b></p>, L ab",
    "<p style='font-size:75%'>a</p><p style='font-size:1em'>b</p>, S a",
    "<p style='font-size:x-large'>a</p><p style='font-size:xx-small'>b</p>, L a|S b",
    "<span style='font-weight: bold'>a</span>, E a",
    "<span style='font-size:16px;font-weight:bold'>a</span>, E a",
    "<p style='font-size:1.2.3em'>a</p><font size=huge>b</font>, ''",
    "plain, ''",
  })
  void headingsFontsAndEmphasisStandOut(String html, String expected) {
    assertEquals(expected, String.join("|", outstanding(parse(html))));
  }

  @Test
  void theStoredFormIsBounded() {
    assertEquals(200, outstanding(parse("<b>a</b> b ".repeat(5000))).size());
  }
}
