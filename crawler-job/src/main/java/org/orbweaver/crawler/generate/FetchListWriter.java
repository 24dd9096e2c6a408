package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.Progressable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.hosts.ListHosts;
import org.orbweaver.crawler.url.Hosts;

/**
 * Writes all parts of a fetch list, and the records about its hosts. Without URLs it writes no
 * file.
 */
final class FetchListWriter implements Closeable {
  private final Configuration conf;
  private final Path segment;
  private final int parts;
  private final ListHosts hosts = new ListHosts();
  private final List<SequenceFile.Writer> writers = new ArrayList<>();
  private final Text key = new Text();

  FetchListWriter(Configuration conf, Path segment, int parts) {
    this.conf = conf;
    this.segment = segment;
    this.parts = parts;
  }

  /**
   * Writes the next URL.
   *
   * @param group the group that is never divided among parts
   */
  void add(BytesWritable sortKey, String url, String group, CrawlDatum datum) throws IOException {
    while (writers.size() < parts) {
      Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
      Path file = new Path(list, Parts.name(writers.size()));
      writers.add(StoreFiles.sequenceFile(conf, file, CrawlDatum.class));
    }
    int part = ListPartitioner.part(group, parts);
    SortKey.url(sortKey, key);
    writers.get(part).append(key, datum);
    hosts.add(group, part);
    hosts.add(Hosts.host(url), part);
  }

  /** Writes the records of the hosts of all URLs added. */
  void writeHosts(Progressable progress) throws IOException {
    if (!writers.isEmpty()) {
      hosts.writeRecords(conf, new Path(segment, ListHosts.FOLDER), parts, progress);
    }
  }

  @Override
  public void close() throws IOException {
    List<Closeable> open = new ArrayList<>(writers);
    writers.clear();
    for (Closeable writer : open) {
      writer.close();
    }
  }
}
