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

/** Writes all parts of a fetch list, and the records about its hosts. Without URLs, no file. */
final class FetchListWriter implements SelectedUrls {
  private final Configuration conf;
  private final Path segment;
  private final int parts;
  private final Progressable progress;
  private final ListHosts hosts = new ListHosts();
  private final List<SequenceFile.Writer> writers = new ArrayList<>();
  private final Text key = new Text();
  private long groups;

  FetchListWriter(Configuration conf, Path segment, int parts, Progressable progress) {
    this.conf = conf;
    this.segment = segment;
    this.parts = parts;
    this.progress = progress;
  }

  @Override
  public void add(BytesWritable sortKey, String url, String group, CrawlDatum datum)
      throws IOException {
    while (writers.size() < parts) {
      Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
      Path file = new Path(list, Parts.name(writers.size()));
      writers.add(StoreFiles.sequenceFile(conf, file, CrawlDatum.class));
    }
    int part = ListPartitioner.part(group, parts);
    SortKey.url(sortKey, key);
    writers.get(part).append(key, datum);
    groups += hosts.add(group, part) ? 1 : 0;
    hosts.addHostOf(url, group, part);
  }

  @Override
  public long finish() throws IOException {
    if (!writers.isEmpty()) {
      hosts.writeRecords(conf, new Path(segment, ListHosts.FOLDER), parts, progress);
    }
    return groups;
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
