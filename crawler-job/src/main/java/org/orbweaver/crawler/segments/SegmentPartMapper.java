package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;

/** Says of which part and which segment a record is; links by target are left out. */
final class SegmentPartMapper extends Mapper<Text, Writable, BytesWritable, SegmentRecord> {
  private final BytesWritable key = new BytesWritable();
  private final SegmentRecord record = new SegmentRecord();
  private List<String> newestFirst;
  private String file = "";
  private SegmentPart part;
  private int age;

  @Override
  protected void setup(Context context) {
    newestFirst = Arrays.asList(context.getConfiguration().getStrings(MergeSegmentsJob.SEGMENTS));
  }

  @Override
  protected void map(Text url, Writable value, Context context)
      throws IOException, InterruptedException {
    String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE);
    if (!current.equals(file)) {
      file = current;
      open(new Path(current));
    }
    if (part == SegmentPart.CRAWL_PARSE
        && ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED) {
      return;
    }
    SegmentKey.set(key, url, part, age);
    record.set(value);
    context.write(key, record);
  }

  /** {@code …/SEGMENT/folder/part-r-00000}, with a {@code /data} where it is a MapFile. */
  private void open(Path path) throws IOException {
    for (Path at = path; at.getParent() != null; at = at.getParent()) {
      age = newestFirst.indexOf(at.getParent().getName());
      if (age >= 0) {
        part = SegmentPart.of(at.getName());
        return;
      }
    }
    throw new IOException(path + " is in none of the segments of this job");
  }
}
