package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.page.document.ParseLimits;

/** Canonical pages and alternates of headers and heads. */
class PageRelationsTest {
  private static ParsedPage page(String content, String type, String... links) {
    return Pages.parser(ParseLimits.DEFAULT)
        .parse(
            new PageParser.Document(
                Pages.URL,
                content.getBytes(StandardCharsets.UTF_8),
                type,
                null,
                List.of(),
                null,
                List.of(links),
                name -> List.of()));
  }

  private static String canonical(ParsedPage page) {
    return page.meta().get(MetaNames.CANONICAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<head><link rel=canonical href=/a></head><body>x                            | /a",
        "<head><link rel=canonical href=/a><link rel=canonical href=/b></head>x      |",
        "<head><link rel=canonical href=/a><link rel=CANONICAL href=../a></head>x    | /a",
        "<head><title>t</title></head><body><p>x<link rel=canonical href=/evil>      |",
        "<head><link rel=canonical href=/a></head><body><p><link rel=canonical href=/b> | /a",
        "<head><noscript><link rel=canonical href=/a></noscript></head><body>x       | /a",
        "<link rel=canonical href=/a><p>x                                            | /a",
        "<head><base href=/sub/><link rel=canonical href=a></head>x                  | /sub/a",
        "<head><link rel=canonical href=''></head>x                                  |",
      })
  void aHeadNamesOneCanonicalPage(String html, String path) {
    assertEquals(
        path == null ? null : "http://site.example" + path, canonical(page(html, "text/html")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "</a>; rel=canonical                                             | /a",
        "</a>;rel=\"canonical\"                                          | /a",
        "<../a> ; Rel = \"next canonical\"                               | /a",
        "</x,y;z>; title=\"a, <b>; \\\"c\\\"\"; rel=canonical            | /x,y;z",
        "</s.css>; rel=preload; as=style, </a>; rel=canonical            | /a",
        "</a>; rel=canonical, </b>; rel=canonical                        |",
        "</a>; rel=canonical, <http://SITE.example/a>; rel=canonical     | /a",
        "</a>; rel=canonical; anchor=\"/other\"                          |",
        "</a>; rel=canonical; anchor=\"#part\"                           | /a",
        "</a>; rel=next; rel=canonical                                   |",
        "/a; rel=canonical                                               |",
        "</a; rel=canonical                                              |",
        "</a>; title=\"canonical; rel=canonical                          |",
      })
  void aHeaderNamesOneCanonicalPageOfAnyDocument(String header, String path) {
    String expected = path == null ? null : "http://site.example" + path;
    assertEquals(expected, canonical(page("<p>x", "text/html", header)));
    assertEquals(expected, canonical(page("plain text", "text/plain", header)));
  }

  @Test
  void headerAndHeadMustAgree() {
    String html = "<head><link rel=canonical href=/a></head>x";
    assertEquals(
        "http://site.example/a", canonical(page(html, "text/html", "</a>; rel=canonical")));
    assertEquals(null, canonical(page(html, "text/html", "</b>; rel=canonical")));
    assertEquals(
        null, canonical(page("<p>x", "text/html", "</a>; rel=canonical", "</b>; rel=canonical")));
  }

  @Test
  void alternatesOfHeadersAndHeadsAreLinksButNotThoseOfBodies() {
    ParsedPage page =
        page(
            "<head><link rel=alternate hreflang=fr href=/fr></head><body>"
                + "<p><link rel=alternate hreflang=de href=/evil>x",
            "text/html",
            "</de>; rel=\"alternate\"; hreflang=\"de-AT\", </x>; rel=alternate; hreflang=x-default",
            "</other>; rel=alternate; type=\"text/css\"");
    assertEquals(
        List.of("/de de-AT", "/x x-default", "/fr fr"),
        page.links().stream()
            .map(link -> link.url().replace("http://site.example", "") + ' ' + link.hreflang())
            .collect(Collectors.toList()));
  }

  @Test
  void brokenHeadersEndInFewerLinks() {
    Random random = new Random(8);
    String whole = "</a>; rel=\"canonical\"; title*=UTF-8''x, <b>;\\t hreflang = de ;rel=alternate";
    int canonical = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder header = new StringBuilder(whole);
      for (int m = random.nextInt(5); m >= 0; m--) {
        int at = random.nextInt(header.length());
        switch (random.nextInt(3)) {
          case 0 -> header.deleteCharAt(at);
          case 1 -> header.setCharAt(at, "<>;,=\"\\\\ \u0000\u00e9a".charAt(random.nextInt(11)));
          default -> header.insert(at, "<>;,=\"\\\\ \u0000\u00e9a".charAt(random.nextInt(11)));
        }
      }
      List<LinkHeader> links = LinkHeader.parse(header.toString());
      canonical +=
          links.stream().anyMatch(link -> link.parameter("rel").equals("canonical")) ? 1 : 0;
      assertTrue(links.size() <= header.length());
    }
    assertTrue(canonical > 5_000, canonical + "");
    assertEquals(
        List.of(new LinkHeader("/a", Map.of("rel", "x"))), LinkHeader.parse("</a>;rel=x;rel=y"));
    assertEquals(1000, LinkHeader.parse("<a>,".repeat(5000)).size());
  }
}
