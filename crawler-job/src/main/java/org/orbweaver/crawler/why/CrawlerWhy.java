package org.orbweaver.crawler.why;

import java.io.IOException;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The crawler's word on a URL: reads its {@link UrlRecords}, adds them to the {@link Timeline}, and
 * lets {@link Verdict} judge.
 *
 * <p>Cost: single look-ups, but for a URL without an entry in the linkdb a reading of the segments'
 * parse_data and crawl_fetch, and for a duplicate one of the crawldb.
 */
public final class CrawlerWhy implements WhySource {
  @Override
  public void explain(UrlHistory history) throws IOException {
    UrlRecords.Stores stores = new UrlRecords.Stores(history.conf(), history.crawl());
    String url = storedForm(stores, history.asked());
    history.url(url);
    UrlRecords records = new UrlRecords(history, stores, url);
    new Timeline(history, records).add();
    history.conclude(Verdict.of(records));
  }

  /** A crawldb of another crawler may have the URL as it was given, and not in normal form. */
  private static String storedForm(UrlRecords.Stores stores, String asked) throws IOException {
    String normal = new UrlNormalizer().normalize(asked);
    return normal == null || (!normal.equals(asked) && stores.entry(asked) != null)
        ? asked
        : normal;
  }
}
