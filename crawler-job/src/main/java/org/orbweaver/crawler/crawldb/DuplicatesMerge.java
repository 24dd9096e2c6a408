package org.orbweaver.crawler.crawldb;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.MergeJob.Merge;

/** Marks entries as duplicates, and takes the mark off entries that are duplicates no more. */
public final class DuplicatesMerge implements Merge {
  private Consumer<CrawlDbCounter> tally;

  @Override
  public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
    this.tally = tally;
  }

  @Override
  public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
    for (Change change : changes) {
      if (old != null && change.status() == CrawlDatum.STATUS_DB_DUPLICATE) {
        mark(old, change.datum(), tally);
      } else if (old != null && change.status() == CrawlDatum.STATUS_DB_FETCHED) {
        restore(old, change.datum());
      }
    }
    return old;
  }

  /**
   * Marks an entry as a duplicate if it is a fetched page and still has the signature it was found
   * with.
   */
  public static void mark(CrawlDatum entry, CrawlDatum found, Consumer<CrawlDbCounter> tally) {
    if (isPage(entry.getStatus()) && Arrays.equals(entry.getSignature(), found.getSignature())) {
      entry.setStatus(CrawlDatum.STATUS_DB_DUPLICATE);
      tally.accept(CrawlDbCounter.MARKED_DUPLICATE);
    }
  }

  /** Takes the mark off an entry if it still has the signature that no other page has. */
  public static void restore(CrawlDatum entry, CrawlDatum found) {
    if (entry.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE
        && Arrays.equals(entry.getSignature(), found.getSignature())) {
      entry.setStatus(CrawlDatum.STATUS_DB_FETCHED);
    }
  }

  /** Whether an entry of this status is a page that can be a duplicate or have one. */
  public static boolean isPage(byte status) {
    return status == CrawlDatum.STATUS_DB_FETCHED || status == CrawlDatum.STATUS_DB_NOTMODIFIED;
  }
}
