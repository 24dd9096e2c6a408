package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.page.content.SiteSelectors;
import org.orbweaver.crawler.site.FieldSelector;
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
    return Pages.parser(new SiteFields(SiteSelectors.NONE.with(Sites.parse(SITES)), Map.of()))
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
  void xpathGivesElementsAttributesTextsAndStrings() throws Exception {
    SiteSelectors selectors =
        SiteSelectors.of(
            List.of(
                "site.example field price //p[@class='price']",
                "site.example field link //ul//a/@href | //q/@cite",
                "site.example field first (//li)[1]/text()",
                "site.example field meta //meta[@name='author']",
                "site.example field all //@lang",
                "site.example field amount substring-after(//p[2], 'only ')",
                "site.example field number (count(//li))",
                "site.example field none //table",
                "* field other //p"));
    Map<String, String> meta =
        Pages.parser(new SiteFields(selectors, FieldSelector.map(Stream.of("more /html/body/q"))))
            .parse(
                new PageParser.Document(
                    Pages.URL,
                    """
                    <html lang=en><meta name=author content=Ada>
                    <p class=price>12 <b>€</b><p>only 3 left
                    <ul><li>one <i>x</i><li><a href=../a>two</a></ul><q cite=b>q</q>
                    """
                        .getBytes(UTF_8),
                    "text/html",
                    null,
                    List.of()))
            .meta();
    assertEquals("12 €", meta.get("field.price"));
    assertEquals("http://site.example/a\nhttp://site.example/dir/b", meta.get("field.link"));
    assertEquals("one", meta.get("field.first"));
    assertEquals("Ada", meta.get("field.meta"));
    assertEquals("en", meta.get("field.all"));
    assertEquals("3 left", meta.get("field.amount"));
    assertEquals("2", meta.get("field.number"));
    assertEquals("q", meta.get("field.more"));
    assertNull(meta.get("field.none"));
    assertNull(meta.get("field.other"));
  }

  @Test
  void linesOfAFileGiveWayToThoseOfTheSite() throws Exception {
    SiteSelectors selectors =
        SiteSelectors.of(
            List.of("* field all p", "a.example field own p", "a.example/x keep main"));
    assertEquals(Set.of("own"), selectors.fields("http://a.example/x").keySet());
    assertEquals(Set.of("all"), selectors.fields("http://b.example/").keySet());
    Sites sites = Sites.parse("[host a.example]\nfields site p\n[host b.example]\ndelay 1\n");
    assertEquals(Set.of("site"), selectors.with(sites).fields("http://a.example/x").keySet());
    assertEquals(Set.of("all"), selectors.with(sites).fields("http://b.example/").keySet());
  }

  @Test
  void badLineOfAFileIsNamed() {
    for (String[] one :
        new String[][] {
          {
            "a.org field", "line 2: expected HOST[/PATH] keep|drop SELECTOR, or field NAME SELECTOR"
          },
          {"a.org field price", "line 2: price has no selector"},
          {"a.org field Price p", "line 2: expected a name of small letters, digits, - and _"},
          {"a.org field price p[", "line 2: not a CSS selector: p[ ("},
          {"a.org field price //p[", "line 2: not an XPath expression: //p[ ("},
          {"a.org field price /p/nosuch()", "line 2: not an XPath expression: /p/nosuch() ("},
          {"a.org field price //a:b(1)", "line 2: not an XPath expression: //a:b(1) ("}
        }) {
      var e =
          assertThrows(
              SiteSelectors.BadLine.class, () -> SiteSelectors.of(List.of("# first", one[0])));
      assertEquals(
          one[1],
          e.getMessage().substring(0, Math.min(one[1].length(), e.getMessage().length())),
          e::getMessage);
    }
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
