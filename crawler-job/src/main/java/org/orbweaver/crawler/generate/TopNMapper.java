package org.orbweaver.crawler.generate;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.hosts.ListHosts;

/**
 * Copies the beginning of a part's candidates to that part of the fetch list, or, where its input
 * is of the store of hosts, sends the records that the list needs to the reducers of its parts.
 */
final class TopNMapper extends Mapper<Text, BytesWritable, Text, BytesWritable> {
  static final String LENGTHS = "orbweaver.internal.generate.lengths";
  static final String CANDIDATES = "orbweaver.internal.generate.candidates";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    String[] lengths = conf.getTrimmedStrings(LENGTHS);
    Path candidates = new Path(conf.get(CANDIDATES));
    Path file = ((FileSplit) context.getInputSplit()).getPath();
    if (file.getParent().equals(candidates)) {
      int part = Parts.number(file);
      copy(context, file, part, Long.parseLong(lengths[part]));
    } else {
      join(context, candidates, lengths);
    }
  }

  private static void copy(Context context, Path file, int part, long length)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    Path list = new Path(new Path(folder, CrawlDatum.GENERATE_DIR_NAME), Parts.name(part));
    var key = new BytesWritable();
    var datum = new CrawlDatum();
    Text url = new Text();
    try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
        SequenceFile.Writer out = StoreFiles.sequenceFile(conf, list, CrawlDatum.class)) {
      for (long i = 0; i < length; i++) {
        if (!in.next(key, datum)) {
          throw new IOException(file + " ends before record " + length);
        }
        SortKey.url(key, url);
        out.append(url, datum);
        context.progress();
      }
    }
  }

  private static void join(Context context, Path candidates, String[] lengths)
      throws IOException, InterruptedException {
    ListHosts hosts = new ListHosts();
    for (int part = 0; part < lengths.length; part++) {
      read(context.getConfiguration(), candidates, part, Long.parseLong(lengths[part]), hosts);
    }
    Text key = new Text();
    while (context.nextKeyValue()) {
      int part = hosts.partOf(context.getCurrentKey().toString());
      if (part >= 0) {
        key.set(HostsReducer.key(part, context.getCurrentKey().toString()));
        context.write(key, context.getCurrentValue());
      }
      context.progress();
    }
  }

  /** Adds the hosts of a part's first candidates. */
  private static void read(
      Configuration conf, Path candidates, int part, long length, ListHosts hosts)
      throws IOException {
    Path file = new Path(candidates, CandidateWriter.HOSTS + part);
    FileSystem fs = file.getFileSystem(conf);
    long bytes = fs.getFileStatus(file).getLen();
    try (FSDataInputStream open = fs.open(file);
        DataInputStream in = new DataInputStream(new BufferedInputStream(open, 1 << 16))) {
      for (long i = 0; i < bytes; i += 2 * Long.BYTES) {
        if (in.readLong() >= length) {
          return;
        }
        hosts.add(in.readLong(), part);
      }
    }
  }
}
