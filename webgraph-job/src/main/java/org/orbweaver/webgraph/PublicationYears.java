package org.orbweaver.webgraph;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * The years of pages, from the Last-Modified header of their fetches: the nearest thing to a date
 * of publication that a crawl keeps. A fetch without one has its own time in the header's place; a
 * page that was modified within a minute of its fetch was made for it. Both count as not known.
 */
final class PublicationYears {
  private static final long MADE_FOR_THE_FETCH_MS = 60_000;

  private PublicationYears() {}

  /** The year of each page, in UTC, of its newest fetch that tells; 0 where none does. */
  static short[] read(Configuration conf, CrawlDir crawl, NodeNames names, int pages)
      throws IOException {
    short[] years = new short[pages];
    for (Path segment : crawl.segmentList()) {
      SortedStore.open(conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class)
          .forEach(
              (url, fetch) -> {
                short year = year(fetch);
                int page = year > 0 ? names.id(url.toString()) : -1;
                if (page >= 0) {
                  years[page] = year;
                }
              });
    }
    return years;
  }

  private static short year(CrawlDatum fetch) {
    long modified = fetch.getModifiedTime();
    boolean known =
        fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS
            && modified > 0
            && modified < fetch.getFetchTime() - MADE_FOR_THE_FETCH_MS;
    return known ? (short) Instant.ofEpochMilli(modified).atZone(ZoneOffset.UTC).getYear() : 0;
  }
}
