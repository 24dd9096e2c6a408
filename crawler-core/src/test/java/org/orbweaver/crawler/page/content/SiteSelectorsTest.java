package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.content.SiteSelectors.BadLine;
import org.orbweaver.crawler.site.Sites;

class SiteSelectorsTest {
  private static final List<String> LINES =
      List.of(
          "# comment",
          "",
          "a.test keep #host",
          "a.test/blog/ keep #path",
          "*.test keep #below",
          "*.b.test keep #b, .list > li");

  @ParameterizedTest
  @CsvSource({
    "https://a.test/, host",
    "https://a.test:8080/x?q=1#f, host",
    "https://a.test/blog/1, path",
    "https://a.test/blogs, host",
    "https://c.a.test/, below",
    "https://b.test/, b li",
    "https://www.b.test/{x}|[y], b li",
    "https://other.org/, ''",
  })
  void theMostSpecificHostAndThenTheLongestPathCount(String url, String ids) throws BadLine {
    String html =
        "<p id=host><p id=path><p id=below><p id=b><ul class=list><li id=li></ul><li id=no>";
    String kept =
        SiteSelectors.of(LINES).choose(url, Jsoup.parse(html)).keep().stream()
            .map(element -> element.id())
            .sorted()
            .collect(Collectors.joining(" "));
    assertEquals(ids, kept);
  }

  /** The block says what to keep on its site, and nothing about what to drop. */
  @ParameterizedTest
  @CsvSource({
    "https://a.test/, site, ''",
    "https://a.test/blog/1, site, gone",
    "http://a.test/p/1, prefix, ''",
    "http://a.test/pq, site, ''",
    "https://c.a.test/, below, siteless"
  })
  void aSiteTakesThePlaceOfLines(String url, String kept, String dropped) throws BadLine {
    List<String> lines = new ArrayList<>(LINES);
    lines.add("a.test/blog/ drop #gone");
    Sites sites =
        Sites.parse(
            """
            [host a.test]
            main-content #site
            [prefix http://a.test/p]
            main-content #prefix
            [host c.a.test]
            drop #siteless
            """);
    String html =
        "<p id=host><p id=path><p id=below><p id=site><p id=prefix><p id=gone><p id=siteless>";
    SiteSelectors.Choice choice =
        SiteSelectors.of(lines).with(sites).choose(url, Jsoup.parse(html));
    assertEquals(kept, choice.keep().iterator().next().id());
    assertEquals(1, choice.keep().size());
    assertEquals(
        dropped, choice.drop().stream().map(element -> element.id()).findFirst().orElse(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.test",
        "a.test keep",
        "a.test hide p",
        "https://a.test/ keep p",
        "a.test keep p[",
        "a.test keep >>"
      })
  void aBadLineIsNamed(String line) {
    BadLine e = assertThrows(BadLine.class, () -> SiteSelectors.of(List.of("# x", line)));
    assertTrue(e.getMessage().startsWith("line 2: "), e.getMessage());
  }
}
