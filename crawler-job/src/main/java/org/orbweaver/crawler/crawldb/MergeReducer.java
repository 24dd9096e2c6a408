package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Parts;

/**
 * Merges the sorted changes with the part of the crawldb that has this reducer's number. It works
 * also when no change comes its way: the part is copied.
 */
public final class MergeReducer extends Reducer<Text, Change, Text, CrawlDatum> {
  static final String MERGE = "orbweaver.internal.merge.class";
  static final String CRAWLDB = "orbweaver.internal.merge.crawldb";

  private final Map<CrawlDbCounter, Counter> counters = new EnumMap<>(CrawlDbCounter.class);

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    for (CrawlDbCounter counter : CrawlDbCounter.values()) {
      counters.put(counter, context.getCounter(counter));
    }
    Merge merge = ReflectionUtils.newInstance(conf.getClass(MERGE, null, Merge.class), conf);
    merge.setup(conf, this::count);
    try (OldPart old = new OldPart(conf, oldPart(conf))) {
      while (context.nextKey()) {
        merge(context, merge, old);
      }
      while (!old.atEnd()) {
        write(context, old.key(), old.datum());
        old.next();
      }
    }
  }

  private void merge(Context context, Merge merge, OldPart old)
      throws IOException, InterruptedException {
    Text url = context.getCurrentKey();
    int order = -1;
    while (!old.atEnd() && (order = old.key().compareTo(url)) < 0) {
      write(context, old.key(), old.datum());
      old.next();
    }
    boolean known = !old.atEnd() && order == 0;
    CrawlDatum entry = merge.merge(url.toString(), known ? old.datum() : null, context.getValues());
    if (entry != null) {
      if (!known) {
        count(CrawlDbCounter.ADDED);
      }
      write(context, url, entry);
    }
    if (known) {
      old.next();
    }
  }

  private void write(Context context, Text url, CrawlDatum entry)
      throws IOException, InterruptedException {
    count(CrawlDbCounter.URLS);
    count(CrawlDbCounter.of(entry.getStatus()));
    context.write(url, entry);
  }

  private void count(CrawlDbCounter counter) {
    counters.get(counter).increment(1);
  }

  private static Path oldPart(Configuration conf) throws IOException {
    String crawlDb = conf.get(CRAWLDB);
    if (crawlDb == null) {
      return null;
    }
    Path folder = new Path(crawlDb);
    FileSystem fs = folder.getFileSystem(conf);
    return Parts.of(fs, folder).get(conf.getInt(JobContext.TASK_PARTITION, 0));
  }
}
