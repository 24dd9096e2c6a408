package org.orbweaver.crawler.crawldb;

import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;

/**
 * The mark of URLs that were on a fetch list and not requested: robots.txt was unavailable, or the
 * host was left alone for the rest of the round. That is no failure of theirs.
 *
 * <p>Their records are STATUS_FETCH_RETRY with the protocol status NOTFETCHING, which no request
 * ends with; Nutch 1.22 names it, and nothing of it sets it.
 */
public final class NotAsked {
  /** The protocol status of these records. */
  public static final int PROTOCOL_STATUS = ProtocolStatus.NOTFETCHING;

  private NotAsked() {}

  /** Whether a record of crawl_fetch says that its URL was not requested. */
  public static boolean is(CrawlDatum fetch) {
    return fetch.getStatus() == CrawlDatum.STATUS_FETCH_RETRY
        && fetch.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY) instanceof ProtocolStatus status
        && status.getCode() == PROTOCOL_STATUS;
  }
}
