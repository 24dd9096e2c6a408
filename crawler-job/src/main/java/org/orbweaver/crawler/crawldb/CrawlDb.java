package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;

/** Opens the crawldb. */
public final class CrawlDb {
  private CrawlDb() {}

  /**
   * The crawldb, looked over; empty where there is none yet.
   *
   * @throws OrbException (failed) naming a part that is missing, incomplete or cut short. What is
   *     damaged inside a part shows when it is read.
   */
  public static SortedStore<CrawlDatum> check(Configuration conf, CrawlDir dir) throws IOException {
    SortedStore<CrawlDatum> store = SortedStore.open(conf, dir.crawlDb(), CrawlDatum.class);
    store.check();
    return store;
  }

  /**
   * As {@link #check}, for commands that need a crawldb.
   *
   * @throws OrbException (failed) also when there is none
   */
  public static SortedStore<CrawlDatum> require(Configuration conf, CrawlDir dir)
      throws IOException {
    SortedStore<CrawlDatum> store = check(conf, dir);
    if (store.isEmpty()) {
      throw OrbException.failed("no crawldb in " + dir.root() + ": run 'orb inject' first");
    }
    return store;
  }
}
