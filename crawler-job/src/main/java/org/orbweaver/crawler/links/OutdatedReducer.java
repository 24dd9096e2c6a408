package org.orbweaver.crawler.links;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Keeps the newest segment of pages of which several have a version. */
final class OutdatedReducer extends Reducer<Text, LongWritable, Text, LongWritable> {
  private final LongWritable newest = new LongWritable();

  @Override
  protected void reduce(Text url, Iterable<LongWritable> segments, Context context)
      throws IOException, InterruptedException {
    long oldest = Long.MAX_VALUE;
    newest.set(0);
    for (LongWritable segment : segments) {
      oldest = Math.min(oldest, segment.get());
      newest.set(Math.max(newest.get(), segment.get()));
    }
    if (oldest < newest.get()) {
      context.getCounter(LinksCounter.OUTDATED_PAGES).increment(1);
      context.write(url, newest);
    }
  }
}
