package org.orbweaver.crawler.links;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.schedule.PageVersions;

/** Hands on which segment has a version of a page. */
final class VersionMapper extends Mapper<Text, CrawlDatum, Text, LongWritable> {
  private final LongWritable segment = new LongWritable();
  private PageVersions versions;
  private String file = "";

  @Override
  protected void setup(Context context) {
    versions = PageVersions.of(context.getConfiguration());
  }

  @Override
  protected void map(Text url, CrawlDatum fetch, Context context)
      throws IOException, InterruptedException {
    String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE, "");
    if (!current.equals(file)) {
      file = current;
      segment.set(OutdatedJob.segmentOf(current));
    }
    if (versions.isVersion(fetch)) {
      context.write(url, segment);
    }
  }
}
