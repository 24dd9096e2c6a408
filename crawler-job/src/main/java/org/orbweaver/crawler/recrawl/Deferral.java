package org.orbweaver.crawler.recrawl;

import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;

/**
 * A URL of a fetch list that was not requested, because robots.txt was unreachable, its host had to
 * wait, or the time limit came first. That is no failure of the URL.
 *
 * <p>Its record in crawl_fetch is STATUS_FETCH_RETRY with the protocol status NOTFETCHING, which no
 * request ends with; Nutch 1.22 defines it and never sets it.
 */
public final class Deferral {
  /** The protocol status of these records. */
  public static final int PROTOCOL_STATUS = ProtocolStatus.NOTFETCHING;

  private Deferral() {}

  /** Whether a record of crawl_fetch says that its URL was deferred. */
  public static boolean is(CrawlDatum fetch) {
    ProtocolStatus status = RecordedStatus.of(fetch);
    return fetch.getStatus() == CrawlDatum.STATUS_FETCH_RETRY
        && status != null
        && status.getCode() == PROTOCOL_STATUS;
  }
}
