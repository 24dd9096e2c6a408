package org.orbweaver.crawler.parse;

import java.io.IOException;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.Lastmod;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.LinkScore;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;

/**
 * Turns what a sitemap lists into links. A page gets the share that a link from a page of the
 * sitemap's score would give it ({@link LinkScore}) times its priority, so that a sitemap orders
 * the pages of its site and lifts none above what links could; a sitemap in an index gets the
 * index's score, for it is on the way to pages, not below them.
 */
final class ListedUrls {

  /** Takes links. */
  interface Sink {
    /** A link that is a score alone. */
    void bare(String url, float score) throws IOException;

    /** A link that says more. */
    void link(String url, CrawlDatum link) throws IOException;
  }

  private final LinkPolicy policy;
  private final int interval;

  ListedUrls(LinkPolicy policy, int interval) {
    this.policy = policy;
    this.interval = interval;
  }

  /**
   * Hands on the links.
   *
   * @param from the sitemap's URL
   * @param score the sitemap's
   * @return how many there were; those that the policy refuses and sitemaps too deep down are none
   */
  int write(String from, float score, Sitemap sitemap, SitemapMark mark, Sink sink)
      throws IOException {
    boolean index = sitemap.format() == Sitemap.Format.INDEX;
    if (index && !mark.mayNest()) {
      return 0;
    }
    int count = 0;
    for (Sitemap.Entry entry : sitemap.entries()) {
      String url = entry.url();
      // A host that names the sitemap as its own links to its pages by it.
      String source = mark.hosts().contains(Hosts.host(url)) ? url : from;
      if (url.equals(from) || !policy.follow(source, url)) {
        continue;
      }
      count++;
      float share = index ? score : LinkScore.share(score, url) * entry.priority();
      if (!index && entry.lastmod() == 0) {
        sink.bare(url, share);
        continue;
      }
      CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, interval, share);
      link.setFetchTime(0);
      Lastmod.putOn(link, entry.lastmod());
      if (index) {
        mark.child().putOn(link);
      }
      sink.link(url, link);
    }
    return count;
  }
}
