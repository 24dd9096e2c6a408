package org.orbweaver.crawler.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlTemplateTest {
  @ParameterizedTest
  @CsvSource({
    "http://a.org/, /",
    "http://a.org/about, /about",
    "http://a.org:8080/app/, /app/",
    "http://a.org/item/17, /item/0",
    "http://b.org/item/4711, /item/0",
    "http://a.org/item/17?view=full&b=1, /item/0?b&view",
    "http://a.org/news/2026/11/storm-hits-coast.html?ref=x, /news/0/0/*.html?ref",
    "http://a.org/2026-11-28, /*",
    "http://a.org/my-first-post/, /*/",
    "http://a.org/user/alice, /user/*",
    "http://a.org/wiki/Caf%C3%A9, /wiki/*",
    "http://a.org/watch/dQw4w9WgXcQ, /watch/*",
    "http://a.org/x/550e8400-e29b-41d4-a716-446655440000/edit, /x/*/*",
    "http://a.org/da39a3ee5e6b4b0d3255bfef95601890afd80709, /0",
    "http://a.org/a3f9c2d1, /*",
    "http://a.org/v2/docs/install.html, /v0/docs/*.html",
    "http://a.org/index.html, /index.html",
    "http://[2001:db8::1]/a/b, /a/*",
  })
  void pagesOfOneKindShareATemplate(String url, String template) {
    assertEquals(template, UrlTemplate.of(url));
  }
}
