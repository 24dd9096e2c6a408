package org.orbweaver.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.sitemap.Sitemap.Format;
import org.orbweaver.crawler.sitemap.Sitemap.ListedPage;
import org.orbweaver.crawler.sitemap.SitemapLimits;
import org.orbweaver.crawler.sitemap.SitemapReader;
import org.orbweaver.crawler.sitemap.SitemapScope;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;

/** Sitemaps and feeds: limits, scope, and the same entries compressed or cut. */
class SitemapFuzz {
  private static final String URL = "http://h.test/a/sitemap.xml";
  private static final SitemapLimits LIMITS = new SitemapLimits(20_000, 20, 100);
  private static final UrlNormalizer NORMALIZER = new UrlNormalizer();

  private static Sitemap sitemap(byte[] content) {
    return new SitemapReader(LIMITS, SitemapScope.HOST)
        .read(URL, content, Set.of("other.test"), () -> {});
  }

  @FuzzTest
  void read(byte[] content) throws IOException {
    Sitemap whole = sitemap(content);
    List<String> urls = whole.entries().stream().map(ListedPage::url).toList();
    assertEquals(urls.size(), Set.copyOf(urls).size(), "each once");
    assertTrue(urls.size() <= LIMITS.maxUrls());
    for (ListedPage page : whole.entries()) {
      assertTrue(page.url().length() <= LIMITS.maxUrlChars(), page::url);
      assertEquals(page.url(), NORMALIZER.normalize(page.url()));
      assertTrue(Set.of("h.test", "other.test").contains(Hosts.host(page.url())), page::url);
      assertTrue(page.priority() >= 0 && page.priority() <= 1);
      assertTrue(page.lastmod() >= 0);
    }
    assertTrue(whole.isSitemap() || !whole.problem().isEmpty());
    boolean plain = content.length < 2 || content[0] != 0x1f || (content[1] & 0xff) != 0x8b;
    if (plain) {
      assertEquals(whole, sitemap(gzip(content)));
      Format format = whole.format();
      if (whole.problem().isEmpty() && format != Format.TEXT) {
        requireStart(
            urls,
            sitemap(
                Arrays.copyOf(content, Math.floorMod(Arrays.hashCode(content), content.length))));
      }
    }
  }

  /** Cut anywhere, a document has the entries before the cut and no others. */
  private static void requireStart(List<String> urls, Sitemap cut) {
    List<String> found = cut.entries().stream().map(ListedPage::url).toList();
    if (cut.isSitemap() && cut.format() != Format.TEXT) {
      assertEquals(urls.subList(0, Math.min(urls.size(), found.size())), found);
    }
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }
}
