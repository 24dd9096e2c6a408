package org.orbweaver.crawler.crawldb;

import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.MergeJoinReducer;

/** Merges changes into the crawldb by a {@link Merge}, and counts its entries. */
public final class MergeReducer extends MergeJoinReducer<Change, CrawlDatum> {
  static final String MERGE = "orbweaver.internal.merge.class";

  private final Map<CrawlDbCounter, Counter> counters = new EnumMap<>(CrawlDbCounter.class);
  private Merge merge;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    for (CrawlDbCounter counter : CrawlDbCounter.values()) {
      counters.put(counter, context.getCounter(counter));
    }
    merge = ReflectionUtils.newInstance(conf.getClass(MERGE, null, Merge.class), conf);
    merge.setup(conf, this::count);
  }

  @Override
  protected CrawlDatum merge(Text url, CrawlDatum old, Iterable<Change> changes, Context context) {
    CrawlDatum entry = merge.merge(url.toString(), old, changes);
    if (entry != null && old == null) {
      count(CrawlDbCounter.ADDED);
    }
    return counted(entry);
  }

  @Override
  protected CrawlDatum keep(Text url, CrawlDatum old, Context context) {
    return counted(old);
  }

  private CrawlDatum counted(CrawlDatum entry) {
    if (entry != null) {
      count(CrawlDbCounter.URLS);
      count(CrawlDbCounter.of(entry.getStatus()));
    }
    return entry;
  }

  private void count(CrawlDbCounter counter) {
    counters.get(counter).increment(1);
  }
}
