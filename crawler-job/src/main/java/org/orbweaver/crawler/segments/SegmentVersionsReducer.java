package org.orbweaver.crawler.segments;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.schedule.PageVersions;

/** Hands on what {@link SegmentVersions} keeps of a page. */
final class SegmentVersionsReducer extends Reducer<BytesWritable, SegmentRecord, Text, Writable> {
  private final Text url = new Text();
  private SegmentVersions versions;

  @Override
  protected void setup(Context context) {
    versions = new SegmentVersions(PageVersions.of(context.getConfiguration()));
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<SegmentRecord> records, Context context)
      throws IOException, InterruptedException {
    SegmentKey.readUrl(key, url);
    versions.begin();
    SegmentPart last = SegmentPart.FETCH;
    for (SegmentRecord record : records) {
      // The key moves along with the values of its group.
      SegmentPart part = SegmentKey.part(key);
      int age = SegmentKey.age(key);
      Writable value = record.get();
      if (part == SegmentPart.FETCH) {
        versions.add((CrawlDatum) value, age);
        continue;
      }
      if (last == SegmentPart.FETCH) {
        writeFetch(context);
      }
      last = part;
      if (versions.isKept(age)) {
        context.write(url, value);
      }
      if (part == SegmentPart.CONTENT) {
        context
            .getCounter(versions.isKept(age) ? MergeCounter.PAGES : MergeCounter.DROPPED)
            .increment(1);
      }
    }
    if (last == SegmentPart.FETCH) {
      writeFetch(context);
    }
  }

  private void writeFetch(Context context) throws IOException, InterruptedException {
    if (versions.kept() != null) {
      context.write(url, versions.kept());
    }
  }
}
