package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactCollectorTest {

  private static final List<String> NAMES =
      List.of(
          "author", "published", "modified", "headline", "page.type", "breadcrumb", "site.name");

  private static String facts(String html) {
    ParsedPage page = Pages.html(html);
    return NAMES.stream()
        .filter(page.meta()::containsKey)
        .map(name -> name + '=' + page.meta().get(name))
        .collect(Collectors.joining(", "));
  }

  private static String jsonLd(String json) {
    return "<script type='application/ld+json'>" + json + "</script>";
  }

  @Test
  void jsonLdGoesFirst() {
    String json =
        "{'@graph':[{'@type':'WebSite','name':'S'},{'@type':'Person','@id':'#p','name':'Ann"
            + " Author'},"
            + "{'@type':'BreadcrumbList','itemListElement':[{'name':'Home'},{'item':{'name':'B'}}]},{'@type':['NewsArticle'],'headline':'The"
            + " Headline','articleBody':'long',"
            + "'author':[{'@id':'#p'},'Bob'],'datePublished':'2019-03-12T10:00:00Z',"
            + "'dateModified':'2019-03-13'}]}";
    assertEquals(
        "author=Ann Author; Bob, published=2019-03-12T10:00:00Z, modified=2019-03-13,"
            + " headline=The Headline, page.type=NewsArticle, breadcrumb=Home > B",
        facts("<meta name=author content=Other>" + jsonLd(json.replace('\'', '"')) + "<p>x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<meta name=author content='Ann Author'><meta property=article:published_time"
            + " content=2019-03-12> | author=Ann Author, published=2019-03-12",
        "<meta name=citation_author content='Ann A'><meta name=citation_author content='Bob B'>"
            + " | author=Ann A; Bob B",
        "<meta name=DC.date.issued content=2019-03-12><p>x | published=2019-03-12",
        "<p itemscope><span itemprop=author><b itemprop=name>Ann Author</b></span>"
            + "<meta itemprop=dateModified content=2019-03-12>"
            + " | author=Ann Author, modified=2019-03-12",
        "<p>By <a rel=author href=/a>Ann Author</a> <time datetime=2019-03-12>a day</time>"
            + " | author=Ann Author, published=2019-03-12",
        "<span class='post__byline'>By Ann Author on March 12, 2019</span>"
            + " | author=Ann Author, published=2019-03-12",
        "<title>A Heading - Site</title><h1>Site</h1><h2>A Heading</h2><p>12 March 2019<p>x"
            + " | published=2019-03-12, headline=A Heading",
        "<title>A Heading - Site</title><p>x | headline=A Heading",
        "<html lang=de><h1>Eins</h1><p>von Ann Author<p>x" + " | author=Ann Author, headline=Eins",
        "<meta property=og:site_name content=Site><meta name=author content=Site><p class=author>"
            + "Ann Author | author=Ann Author, site.name=Site",
        "<meta property=og:site_name content=Site><meta name=author content=Site><p>x"
            + " | author=Site, site.name=Site",
        "<meta name=author content='Ursula K. Le Guin'> | author=Ursula K. Le Guin",
        "<meta name=author content='Le Monde'> | author=Le Monde",
        "<span class=byline>par Ann Author le 12 mars 2019</span><p>x"
            + " | author=Ann Author, published=2019-03-12",
        "<p class=author>https://a.example/ann</p><p class=comment-author>Bob</p>x | ''",
      })
  void otherSourcesInTheirOrder(String html, String expected) {
    assertEquals(expected, facts(html));
  }

  @Test
  void brokenAndHostileJsonCostsNothing() {
    assertEquals("", facts(jsonLd("no json") + jsonLd("[[[[") + jsonLd("{\"@type\":1e99999}")));
    assertEquals(
        "headline=Kept, page.type=Article",
        facts(jsonLd("<!-- {\"@type\":\"Article\",\"headline\":\"Kept\",\"x\":{") + "<p>x"));
    String deep = "{\"@graph\":[".repeat(100_000);
    String wide = "{\"@graph\":[" + "{\"author\":[{}]},".repeat(100_000);
    assertEquals(
        "",
        facts(Stream.of(deep, wide).map(FactCollectorTest::jsonLd).collect(Collectors.joining())));
  }

  @Test
  void looksAtABoundedPartOfEachElement() {
    String nested = "<div class=entry-date>".repeat(3000) + "x".repeat(100_000);
    assertTrue(Pages.html(nested).parsed());
  }
}
