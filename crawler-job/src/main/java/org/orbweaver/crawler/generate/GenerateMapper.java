package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.Schedule;

/** Takes the URLs that are due and gives each its part and its place in the order. */
final class GenerateMapper extends Mapper<Text, Change, BytesWritable, CrawlDatum> {
  /** Nutch's crawl.gen.delay: a URL marked as being in a fetch list is kept back for a week. */
  private static final long MARK_HOLDS_MILLIS = 7 * 86_400_000L;

  private final BytesWritable key = new BytesWritable();
  private GenerateSettings settings;
  private Schedule schedule;
  private int parts;

  @Override
  protected void setup(Context context) {
    settings = GenerateSettings.of(context.getConfiguration());
    schedule = Schedule.of(context.getConfiguration());
    parts = Math.max(1, context.getNumReduceTasks());
  }

  @Override
  protected void map(Text url, Change entry, Context context)
      throws IOException, InterruptedException {
    CrawlDatum datum = entry.datum();
    GenerateCounter fate = fate(datum);
    context.getCounter(fate).increment(1);
    if (fate == GenerateCounter.DUE) {
      int part =
          parts == 1
              ? 0
              : Math.floorMod(settings.divideBy().groupOf(url.toString()).hashCode(), parts);
      SortKey.set(key, part, datum.getScore(), url);
      context.write(key, datum);
    }
  }

  private GenerateCounter fate(CrawlDatum datum) {
    if (!schedule.isDue(datum, settings.now())) {
      return GenerateCounter.NOT_DUE;
    }
    Writable mark = datum.getMetaData().get(Nutch.WRITABLE_GENERATE_TIME_KEY);
    if (mark instanceof LongWritable time && time.get() + MARK_HOLDS_MILLIS > settings.now()) {
      return GenerateCounter.WAITING;
    }
    return datum.getScore() < settings.minScore() ? GenerateCounter.LOW_SCORE : GenerateCounter.DUE;
  }
}
