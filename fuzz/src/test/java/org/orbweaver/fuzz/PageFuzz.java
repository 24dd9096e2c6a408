package org.orbweaver.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.ParsedPage.Outcome;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

/** HTML and XML pages: limits, links in normal form, and one result however often it is made. */
class PageFuzz {
  private static final String URL = "http://h.test/a/b.html?c";
  private static final ParseLimits LIMITS = new ParseLimits(30, 200, 2000, 5000);
  private static final UrlNormalizer NORMALIZER = new UrlNormalizer();

  @FuzzTest
  void html(byte[] content) {
    ParsedPage page = parse(content, "text/html");
    // An exception is a fault of the parser: anything can be read as HTML.
    assertNotEquals(Outcome.FAILED, page.outcome(), page::message);
    assertNotEquals(Outcome.TIMEOUT, page.outcome(), page::message);
    check(page);
    assertEquals(page, parse(content, "text/html"));
  }

  @FuzzTest
  void xml(byte[] content) {
    ParsedPage page = parse(content, "application/xml");
    assertNotEquals(Outcome.FAILED, page.outcome(), page::message);
    assertNotEquals(Outcome.TIMEOUT, page.outcome(), page::message);
    check(page);
    assertEquals(page, parse(content, "application/xml"));
  }

  private static ParsedPage parse(byte[] content, String type) {
    return new PageParser(LIMITS, "orbweaver")
        .parse(new PageParser.Document(URL, content, type, null, List.of()));
  }

  private static void check(ParsedPage page) {
    assertTrue(page.text().length() <= LIMITS.maxTextChars(), page::text);
    assertTrue(page.text().lines().allMatch(line -> line.equals(line.strip())), page::text);
    List<String> urls = page.links().stream().map(PageLink::url).toList();
    assertTrue(urls.size() <= LIMITS.maxLinks());
    for (String url : urls) {
      assertTrue(url.length() <= LIMITS.maxUrlChars(), url);
      assertEquals(url, NORMALIZER.normalize(url));
    }
    if (page.refresh() != null) {
      assertEquals(page.refresh().url(), NORMALIZER.normalize(page.refresh().url()));
      assertTrue(page.refresh().seconds() >= 0);
    }
    page.meta().forEach((name, value) -> assertTrue(value != null && !name.isEmpty(), name));
  }
}
