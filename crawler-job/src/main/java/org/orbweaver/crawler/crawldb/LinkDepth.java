package org.orbweaver.crawler.crawldb;

import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.orbweaver.common.store.MetadataKeys;

/** How many links a page is from the nearest seed, in its records; 0 without a mark. */
public final class LinkDepth {
  private static final Text KEY = new Text(MetadataKeys.DEPTH);

  private LinkDepth() {}

  /** The depth of a record. */
  public static int of(CrawlDatum datum) {
    return datum.getMetaData().get(KEY) instanceof IntWritable depth ? depth.get() : 0;
  }

  /** Marks a record; a seed's needs no mark. */
  public static void putOn(CrawlDatum datum, int depth) {
    if (depth > 0) {
      datum.getMetaData().put(new Text(KEY), new IntWritable(depth));
    } else {
      datum.getMetaData().remove(KEY);
    }
  }

  /** Takes the mark off a record. */
  public static int takeFrom(CrawlDatum datum) {
    int depth = of(datum);
    datum.getMetaData().remove(KEY);
    return depth;
  }

  /** Hands the depth of a page on to its parse. */
  public static void pass(CrawlDatum datum, Metadata content) {
    int depth = of(datum);
    if (depth > 0) {
      content.set(MetadataKeys.DEPTH, Integer.toString(depth));
    }
  }

  /** Takes the depth that a fetch has passed. */
  public static int takeFrom(Metadata content) {
    String depth = content.get(MetadataKeys.DEPTH);
    content.remove(MetadataKeys.DEPTH);
    // Segments of others may contain anything.
    return depth != null && depth.matches("[0-9]{1,9}") ? Integer.parseInt(depth) : 0;
  }
}
