package org.orbweaver.crawler.crawldb;

import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;

/** The protocol status that fetch writes into a record, and update into the crawldb. */
public final class RecordedStatus {
  private RecordedStatus() {}

  /** The status, or null. */
  public static ProtocolStatus of(CrawlDatum record) {
    return record.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY)
            instanceof ProtocolStatus status
        ? status
        : null;
  }

  /** Its message, a redirect's target for example, or null. */
  public static String message(CrawlDatum record) {
    ProtocolStatus status = of(record);
    return status == null ? null : status.getMessage();
  }
}
