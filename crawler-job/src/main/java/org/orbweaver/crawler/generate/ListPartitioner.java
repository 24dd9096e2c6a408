package org.orbweaver.crawler.generate;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;

/** Keeps the URLs of a host (or domain, or address) in one part. */
final class ListPartitioner extends Partitioner<BytesWritable, CrawlDatum> implements Configurable {
  private Configuration conf;
  private GenerateSettings settings;

  /** The part of a group. */
  static int part(String group, int parts) {
    return Math.floorMod(group.hashCode(), parts);
  }

  @Override
  public int getPartition(BytesWritable key, CrawlDatum datum, int parts) {
    return part(HostAddresses.groupOf(settings.divideBy(), SortKey.url(key), datum), parts);
  }

  @Override
  public void setConf(Configuration configuration) {
    conf = configuration;
    settings = GenerateSettings.of(configuration);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }
}
