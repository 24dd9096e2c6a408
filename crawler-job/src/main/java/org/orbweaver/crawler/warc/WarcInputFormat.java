package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.orbweaver.crawler.fetch.task.FetchPolicy;

/** Reads the records of WARC files, each file in one task. */
final class WarcInputFormat extends InputFormat<NullWritable, WarcFile.WarcEntry> {
  private static final String FILES = "orbweaver.internal.warc.files";

  /** Gives a job these files. Unlike in FileInputFormat, their names may contain any character. */
  static void read(Job job, List<Path> files) {
    job.setInputFormatClass(WarcInputFormat.class);
    // One address a line: an address has no line feeds.
    String all = String.join("\n", files.stream().map(file -> file.toUri().toString()).toList());
    job.getConfiguration().set(FILES, all);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<InputSplit> splits = new ArrayList<>();
    for (String name : conf.getRaw(FILES).split("\n", -1)) {
      Path path = new Path(java.net.URI.create(name));
      FileSystem fs = path.getFileSystem(conf);
      FileStatus status = fs.getFileStatus(path);
      BlockLocation[] blocks = fs.getFileBlockLocations(status, 0, 1);
      String[] hosts = blocks.length == 0 ? new String[0] : blocks[0].getHosts();
      splits.add(new FileSplit(path, 0, status.getLen(), hosts));
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, WarcFile.WarcEntry> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new WarcEntryReader();
  }

  private static final class WarcEntryReader
      extends RecordReader<NullWritable, WarcFile.WarcEntry> {
    private long length;
    private WarcFile file;
    private PageRecords records;
    private WarcFile.WarcEntry entry;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      Path path = ((FileSplit) split).getPath();
      length = split.getLength();
      file =
          new WarcFile(path.getFileSystem(conf).open(path), length, FetchPolicy.contentLimit(conf));
      records = new PageRecords(file);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      entry = records.next();
      return entry != null;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public WarcFile.WarcEntry getCurrentValue() {
      return entry;
    }

    @Override
    public float getProgress() throws IOException {
      return length == 0 ? 1 : (float) file.position() / length;
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }
}
