package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.site.Sites;

class SiteFieldsTest {
  private static final String SITES =
      """
      [host site.example]
      fields price .price
      fields author a.author@href
      fields time time@datetime
      fields group meta[property=og:group]
      fields at a[href*=@]
      fields none .none
      """;

  private static Map<String, String> meta(String html, String url) {
    return Pages.parser(new SiteFields(Sites.parse(SITES)))
        .parse(new PageParser.Document(url, html.getBytes(UTF_8), "text/html", null, List.of()))
        .meta();
  }

  @Test
  void textsAndAttributesOfAllMatchesAreKept() {
    Map<String, String> meta =
        meta(
            """
            <base href="/b/"><meta property="og:group" content=" x  y ">
            <p class=price> 12 <b>€</b>
            <p class=price></p><p class=price>13 €</p>
            <a class=author href="../a?q=1">A</a><a class=author href="mailto:a@b.org">a@b.org</a>
            <a class=author>none</a>
            <time datetime="2024-01-02">today</time>
            """,
            Pages.URL);
    assertEquals("12 €\n13 €", meta.get("field.price"));
    assertEquals("http://site.example/a?q=1\nmailto:a@b.org", meta.get("field.author"));
    assertEquals("2024-01-02", meta.get("field.time"));
    assertEquals("x y", meta.get("field.group"));
    assertEquals("a@b.org", meta.get("field.at"));
    assertNull(meta.get("field.none"));
  }

  @Test
  void valuesAreLimited() {
    String html = ("<p class=price>" + "9".repeat(1500)).repeat(30);
    List<String> values = meta(html, Pages.URL).get("field.price").lines().toList();
    assertEquals(20, values.size());
    assertEquals("9".repeat(1000), values.get(0));
  }

  @Test
  void otherSitesHaveNone() {
    assertNull(meta("<p class=price>12", "http://other.example/").get("field.price"));
  }

  @Test
  void badSelectorIsNamed() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Sites.parse("[host a.org]\nfields price a[@href\n"));
    assertEquals("line 2: fields: not a CSS selector: a[", e.getMessage().substring(0, 38));
  }
}
