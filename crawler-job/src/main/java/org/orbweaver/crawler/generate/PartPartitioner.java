package org.orbweaver.crawler.generate;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.nutch.crawl.CrawlDatum;

/** The part is in the key. */
final class PartPartitioner extends Partitioner<BytesWritable, CrawlDatum> {
  @Override
  public int getPartition(BytesWritable key, CrawlDatum datum, int parts) {
    return SortKey.part(key);
  }
}
