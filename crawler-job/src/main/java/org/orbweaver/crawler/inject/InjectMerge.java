package org.orbweaver.crawler.inject;

import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.MergeJob.Merge;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.SitemapSchedule;

/**
 * Merges a seed into an entry, as Nutch does (NUTCH-1405): a new URL is added; a known one stays as
 * it is, or is overwritten ({@code db.injector.overwrite}), or gets the seed's metadata and, if the
 * seed has them, its score and interval ({@code db.injector.update}). Regardless of these settings,
 * a known URL that is injected as a sitemap becomes one. If a URL is given both as a page and as a
 * sitemap, the last line counts.
 */
public final class InjectMerge implements Merge {
  static final String NOW = "orbweaver.internal.inject.now";

  private static final Text SEED = new Text(MetadataKeys.SEED);

  private boolean overwrite;
  private boolean update;
  private float defaultScore;
  private Schedule schedule;
  private SitemapSchedule sitemaps;
  private long now;
  private Consumer<CrawlDbCounter> tally;

  @Override
  public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
    overwrite = CrawlerKeys.INJECT_OVERWRITE.get(conf);
    update = CrawlerKeys.INJECT_UPDATE.get(conf);
    defaultScore = CrawlerKeys.SCORE_INJECTED.get(conf);
    schedule = Schedule.of(conf);
    sitemaps = SitemapSchedule.of(conf);
    now = conf.getLong(NOW, 0);
    this.tally = tally;
  }

  @Override
  public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
    CrawlDatum seed = null;
    for (Change change : changes) {
      CrawlDatum datum = change.datum();
      // Seeds are numbered in modifiedTime; the last line of a URL counts.
      if (seed == null || datum.getModifiedTime() > seed.getModifiedTime()) {
        seed = datum;
      }
    }
    if (seed == null) {
      return old;
    }
    // Not earlier: a map of metadata is costly to make, and each reader of the change makes one.
    seed.getMetaData().put(SEED, new BooleanWritable(true));
    if (old != null && !overwrite) {
      SitemapMark mark = SitemapMark.takeFrom(seed);
      boolean changed = mark != null && sitemaps.mark(old, mark, now);
      if (update) {
        changed |= update(url, old, seed, mark != null);
      }
      if (changed) {
        tally.accept(CrawlDbCounter.CHANGED);
      }
      return old;
    }
    seed.setModifiedTime(0);
    seed.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
    if (old != null) {
      tally.accept(CrawlDbCounter.CHANGED);
    }
    return seed;
  }

  private boolean update(String url, CrawlDatum old, CrawlDatum seed, boolean sitemap) {
    boolean changed = false;
    for (var item : seed.getMetaData().entrySet()) {
      Writable before = old.getMetaData().put(item.getKey(), item.getValue());
      changed |= !item.getValue().equals(before);
    }
    if (seed.getScore() != defaultScore && seed.getScore() != old.getScore()) {
      old.setScore(seed.getScore());
      changed = true;
    }
    int usual = sitemap ? sitemaps.intervalSeconds() : schedule.at(url).intervalSeconds();
    if (seed.getFetchInterval() != usual && seed.getFetchInterval() != old.getFetchInterval()) {
      old.setFetchInterval(seed.getFetchInterval());
      changed = true;
    }
    return changed;
  }
}
