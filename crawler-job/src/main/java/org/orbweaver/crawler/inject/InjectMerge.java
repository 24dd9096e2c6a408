package org.orbweaver.crawler.inject;

import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.Merge;

/**
 * What a seed does to an entry, as in Nutch (NUTCH-1405): a new URL is added; a known one stays as
 * it is, or is overwritten ({@code db.injector.overwrite}), or gets the seed's metadata and, where
 * the seed gives them, its score and interval ({@code db.injector.update}).
 */
public final class InjectMerge implements Merge {
  private boolean overwrite;
  private boolean update;
  private float defaultScore;
  private int defaultInterval;
  private Consumer<CrawlDbCounter> tally;

  @Override
  public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
    overwrite = CrawlerKeys.INJECT_OVERWRITE.get(conf);
    update = CrawlerKeys.INJECT_UPDATE.get(conf);
    defaultScore = CrawlerKeys.SCORE_INJECTED.get(conf);
    defaultInterval = CrawlerKeys.FETCH_INTERVAL.get(conf);
    this.tally = tally;
  }

  @Override
  public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
    CrawlDatum seed = null;
    for (Change change : changes) {
      CrawlDatum datum = change.datum();
      // Seeds are numbered by modifiedTime; the last line of a URL counts.
      if (seed == null || datum.getModifiedTime() > seed.getModifiedTime()) {
        seed = datum;
      }
    }
    if (seed == null || (old != null && !overwrite && !update)) {
      return old;
    }
    seed.setModifiedTime(0);
    seed.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
    if (old == null) {
      return seed;
    }
    if (overwrite) {
      tally.accept(CrawlDbCounter.CHANGED);
      return seed;
    }
    if (update(old, seed)) {
      tally.accept(CrawlDbCounter.CHANGED);
    }
    return old;
  }

  private boolean update(CrawlDatum old, CrawlDatum seed) {
    boolean changed = false;
    for (var item : seed.getMetaData().entrySet()) {
      Writable before = old.getMetaData().put(item.getKey(), item.getValue());
      changed |= !item.getValue().equals(before);
    }
    if (seed.getScore() != defaultScore && seed.getScore() != old.getScore()) {
      old.setScore(seed.getScore());
      changed = true;
    }
    if (seed.getFetchInterval() != defaultInterval
        && seed.getFetchInterval() != old.getFetchInterval()) {
      old.setFetchInterval(seed.getFetchInterval());
      changed = true;
    }
    return changed;
  }
}
