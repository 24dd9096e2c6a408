package org.orbweaver.crawler.generate;

import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.BlockCompression;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.hosts.ListHosts;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * Writes a part's candidates, of which the best become its part of the list:
 *
 * <ul>
 *   <li>{@code part-r-N}: (sort key, CrawlDatum), best first;
 *   <li>{@code histogram-N}: every {@value #INTERVAL}th candidate, an equi-depth histogram of the
 *       order: its position in that file and its sort key;
 *   <li>{@code hosts-N}: each host and group at its first candidate: that one's number (long) and
 *       the fingerprint (long).
 * </ul>
 */
final class CandidateWriter implements SelectedUrls {
  static final int INTERVAL = 1000;
  static final String HISTOGRAM = "histogram-";
  static final String HOSTS = "hosts-";

  private final int part;
  private final SequenceFile.Writer candidates;
  private final DataOutputStream histogram;
  private final DataOutputStream firsts;
  private final ListHosts hosts = new ListHosts();
  private long count;
  private long groups;

  CandidateWriter(Configuration conf, Path folder, int part) throws IOException {
    this.part = part;
    FileSystem fs = folder.getFileSystem(conf);
    candidates =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new Path(folder, Parts.name(part))),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(CrawlDatum.class),
            SequenceFile.Writer.compression(CompressionType.BLOCK, BlockCompression.codec(conf)));
    histogram = fs.create(new Path(folder, HISTOGRAM + part), false);
    firsts = fs.create(new Path(folder, HOSTS + part), false);
  }

  @Override
  public void add(BytesWritable key, String url, String group, CrawlDatum datum)
      throws IOException {
    if (count % INTERVAL == 0) {
      // Ends the block, so that a reader can begin here.
      candidates.sync();
      histogram.writeLong(candidates.getLength());
      key.write(histogram);
    }
    candidates.append(key, datum);
    if (hosts.add(group, part)) {
      groups++;
      writeFirst(group);
    }
    if (hosts.addHostOf(url, group, part)) {
      writeFirst(Hosts.host(url));
    }
    count++;
  }

  private void writeFirst(String name) throws IOException {
    firsts.writeLong(count);
    firsts.writeLong(Fingerprint.of(name));
  }

  @Override
  public long finish() {
    return groups;
  }

  @Override
  public void close() throws IOException {
    candidates.close();
    histogram.close();
    firsts.close();
  }
}
