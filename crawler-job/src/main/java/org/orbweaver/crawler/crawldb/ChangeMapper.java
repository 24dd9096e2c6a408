package org.orbweaver.crawler.crawldb;

import it.unimi.dsi.fastutil.objects.Object2FloatMap;
import it.unimi.dsi.fastutil.objects.Object2FloatOpenHashMap;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Makes changes of the records of segments, seeds and lists of duplicates. Links are many, most of
 * them to URLs seen just before: of each target the best score is kept in memory, and normalised
 * and written once.
 */
public final class ChangeMapper extends Mapper<Text, Change, Text, Change> {
  /** Targets in memory, at some 200 bytes each. */
  private static final int REMEMBERED = 200_000;

  private final Object2FloatOpenHashMap<Text> links = new Object2FloatOpenHashMap<>();
  private final UrlNormalizer normalizer = new UrlNormalizer();
  private final Text target = new Text();

  /** A map task's input is of one segment. */
  private int segment;

  @Override
  protected void setup(Context context) {
    links.defaultReturnValue(Float.NaN);
  }

  @Override
  protected void map(Text url, Change change, Context context)
      throws IOException, InterruptedException {
    if (change.status() != CrawlDatum.STATUS_LINKED) {
      context.write(url, change);
    } else if (change.datum() != null) {
      // With metadata: scoring plugins of Nutch's pass things on with links.
      if (normalize(url)) {
        context.write(target, change);
      }
    } else {
      segment = change.segment();
      float best = links.getFloat(url);
      if (Float.isNaN(best)) {
        links.put(new Text(url), change.score());
        if (links.size() >= REMEMBERED) {
          writeLinks(context);
        }
      } else if (change.score() > best) {
        links.put(url, change.score());
      }
    }
  }

  private boolean normalize(Text url) {
    String text = url.toString();
    String normal = normalizer.normalize(text);
    if (normal == null) {
      return false;
    }
    if (normal.equals(text)) {
      target.set(url);
    } else {
      target.set(normal);
    }
    return true;
  }

  private void writeLinks(Context context) throws IOException, InterruptedException {
    for (Object2FloatMap.Entry<Text> link : links.object2FloatEntrySet()) {
      if (normalize(link.getKey())) {
        context.write(target, Change.link(segment, link.getFloatValue()));
      }
    }
    links.clear();
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    writeLinks(context);
  }
}
