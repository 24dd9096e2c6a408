package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Parts;

/**
 * Looks URLs up in the crawldb's parts, which are opened at the first look-up: many tasks never see
 * a redirect. One look-up at a time.
 */
final class CrawlDbUrls implements KnownUrls, Closeable {
  private final Configuration conf;
  private final Path crawlDb;
  private final HashPartitioner<Text, CrawlDatum> partitioner = new HashPartitioner<>();
  private List<MapFile.Reader> parts;

  CrawlDbUrls(Configuration conf, Path crawlDb) {
    this.conf = conf;
    this.crawlDb = crawlDb;
  }

  @Override
  public synchronized Optional<CrawlDatum> find(String url) throws IOException {
    if (parts == null) {
      parts = open();
    }
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    Text key = new Text(url);
    CrawlDatum datum = new CrawlDatum();
    MapFile.Reader part = parts.get(partitioner.getPartition(key, datum, parts.size()));
    return Optional.ofNullable((CrawlDatum) part.get(key, datum));
  }

  private List<MapFile.Reader> open() throws IOException {
    FileSystem fs = crawlDb.getFileSystem(conf);
    List<MapFile.Reader> readers = new ArrayList<>();
    try {
      for (Path part : Parts.of(fs, crawlDb)) {
        readers.add(new MapFile.Reader(part, conf));
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    return readers;
  }

  @Override
  public synchronized void close() throws IOException {
    if (parts != null) {
      for (MapFile.Reader part : parts) {
        part.close();
      }
    }
  }
}
