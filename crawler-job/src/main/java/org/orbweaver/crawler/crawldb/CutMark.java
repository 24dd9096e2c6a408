package org.orbweaver.crawler.crawldb;

import java.util.Locale;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Marks the records of pages whose last fetch brought only part of the body, because the connection
 * broke or the time limit passed. Such a page is requested again soon, without a condition: a
 * conditional request would find the part not modified. A page longer than {@code
 * http.content.limit} is not marked: the next fetch would bring no more.
 */
public final class CutMark {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.CUT);

  private CutMark() {}

  /** Whether a record is marked. */
  public static boolean isOn(CrawlDatum datum) {
    return datum.getMetaData().containsKey(KEY);
  }

  /** Sets or clears the mark, by the kind of truncation. */
  public static void set(CrawlDatum datum, Truncation missing) {
    if (missing.isCut()) {
      datum.getMetaData().put(new Text(KEY), new Text(missing.name().toLowerCase(Locale.ROOT)));
    } else {
      removeFrom(datum);
    }
  }

  /** Takes the mark off. */
  public static void removeFrom(CrawlDatum datum) {
    datum.getMetaData().remove(KEY);
  }
}
