package org.orbweaver.crawler.parse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.sitemap.SitemapReader;

/**
 * Parses a document as the sitemap that it is marked to be, and otherwise, or if it is none, as a
 * page. For one thread.
 */
final class DocumentParser {
  private final PageParser pages;
  private final SitemapReader sitemaps;

  DocumentParser(PageParser pages, SitemapReader sitemaps) {
    this.pages = pages;
    this.sitemaps = sitemaps;
  }

  /**
   * A document.
   *
   * @param mark null for a page
   */
  record Task(PageParser.Document document, SitemapMark mark) {}

  /**
   * What was found.
   *
   * @param sitemap null for a page
   */
  record Result(ParsedPage page, Sitemap sitemap) {}

  Result parse(Task task, Deadline deadline) {
    PageParser.Document document = task.document();
    if (task.mark() != null) {
      Sitemap sitemap =
          sitemaps.read(document.url(), document.content(), task.mark().hosts(), deadline::check);
      if (sitemap.isSitemap()) {
        return new Result(page(sitemap), sitemap);
      }
    }
    return new Result(pages.parse(document, deadline), null);
  }

  /**
   * A sitemap in the place of a page: without text and links, so that neither index nor linkdb nor
   * graph has anything of it.
   */
  private static ParsedPage page(Sitemap sitemap) {
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.ROBOTS, "noindex,nofollow");
    meta.put(MetadataKeys.SITEMAP, sitemap.summary());
    return new ParsedPage(
        ParsedPage.Outcome.PARSED, "", "", "", List.of(), meta, false, null, 0, 0);
  }
}
