package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Hands on the records of segments, seeds and lists of duplicates as changes; the targets of links
 * are normalised.
 */
public final class ChangeMapper extends Mapper<Text, Change, Text, Change> {
  private final UrlNormalizer normalizer = new UrlNormalizer();
  private final Text target = new Text();

  @Override
  protected void map(Text url, Change change, Context context)
      throws IOException, InterruptedException {
    if (change.status() != CrawlDatum.STATUS_LINKED) {
      context.write(url, change);
      return;
    }
    String text = url.toString();
    String normal = normalizer.normalize(text);
    if (normal == null) {
      return;
    }
    if (normal.equals(text)) {
      context.write(url, change);
    } else {
      target.set(normal);
      context.write(target, change);
    }
  }
}
