package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;

/** What the crawldb knows about a URL to which a redirect leads. Safe for use by many threads. */
@FunctionalInterface
interface KnownUrls {
  /** The crawldb's entry, or empty when the URL is new. */
  Optional<CrawlDatum> find(String url) throws IOException;
}
