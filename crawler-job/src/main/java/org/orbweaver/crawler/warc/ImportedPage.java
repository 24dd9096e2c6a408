package org.orbweaver.crawler.warc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;

/**
 * The result of one capture for a URL: the records of crawl_fetch and content. Each read makes new
 * records, so the caller may keep them.
 */
final class ImportedPage implements Writable {
  private CrawlDatum datum;

  /** Null if there is no page. */
  private Content content;

  /** For deserialising. */
  ImportedPage() {}

  ImportedPage(CrawlDatum datum, Content content) {
    this.datum = datum;
    this.content = content;
  }

  CrawlDatum datum() {
    return datum;
  }

  Content content() {
    return content;
  }

  /**
   * The capture to keep of two of one URL: that of the later request; a failure, or a redirect to
   * the URL, only if there is nothing else. Between two of the same time, the choice does not
   * depend on their order.
   */
  static ImportedPage better(ImportedPage a, ImportedPage b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int order = Integer.compare(a.rank(), b.rank());
    if (order == 0) {
      order = Long.compare(a.datum.getFetchTime(), b.datum.getFetchTime());
    }
    if (order == 0) {
      order = Byte.compare(a.datum.getStatus(), b.datum.getStatus());
    }
    if (order == 0 && a.content != null && b.content != null) {
      order = Arrays.compare(a.content.getContent(), b.content.getContent());
    }
    return order < 0 ? b : a;
  }

  private int rank() {
    return switch (datum.getStatus()) {
      case CrawlDatum.STATUS_LINKED -> 0;
      case CrawlDatum.STATUS_FETCH_RETRY -> 1;
      default -> 2;
    };
  }

  @Override
  public void write(DataOutput out) throws IOException {
    datum.write(out);
    out.writeBoolean(content != null);
    if (content != null) {
      content.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    datum = CrawlDatum.read(in);
    content = in.readBoolean() ? Content.read(in) : null;
  }
}
