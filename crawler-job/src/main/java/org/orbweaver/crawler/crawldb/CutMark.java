package org.orbweaver.crawler.crawldb;

import java.util.Locale;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Marks the records of pages whose last fetch brought only a part of the body: the connection
 * broke, or the time was over. They are requested again soon, without a condition, which would find
 * the part not modified. A page longer than {@code http.content.limit} is none of them: the next
 * fetch would bring no more.
 */
public final class CutMark {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.CUT);

  private CutMark() {}

  /** Whether a record is marked. */
  public static boolean isOn(CrawlDatum datum) {
    return datum.getMetaData().containsKey(KEY);
  }

  /** Marks a record, or takes the mark off, by what is missing of the page. */
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
