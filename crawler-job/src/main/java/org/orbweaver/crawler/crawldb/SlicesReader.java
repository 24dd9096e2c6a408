package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.orbweaver.common.cli.Failure;
import org.orbweaver.common.cli.OrbException;

/**
 * Reads the slices of files that a map task has, one after the other. The file at hand is told by
 * {@link MRJobConfig#MAP_INPUT_FILE}; an error names it.
 */
abstract class SlicesReader<V> extends RecordReader<Text, V> {
  private final Text url = new Text();
  private Configuration conf;
  private CombineFileSplit slices;
  private int opened;
  private long bytesBefore;
  private Path file;
  private WholeReader reader;
  private Writable value;

  /** What the records of a file are read into. */
  abstract Writable begin(Path begun, Class<?> valueClass, Configuration settings);

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    conf = context.getConfiguration();
    slices =
        split instanceof FileSplit one
            ? new CombineFileSplit(
                new Path[] {one.getPath()},
                new long[] {one.getStart()},
                new long[] {one.getLength()},
                new String[0])
            : (CombineFileSplit) split;
    open();
  }

  /** Opens the next slice; none is left where the reader is null then. */
  private void open() throws IOException {
    if (reader != null) {
      bytesBefore += slices.getLength(opened - 1);
      reader.close();
      reader = null;
    }
    if (opened == slices.getNumPaths()) {
      return;
    }
    file = slices.getPath(opened);
    try {
      reader = new WholeReader(conf, file, slices.getOffset(opened), slices.getLength(opened));
      value = begin(file, reader.valueClass(), conf);
    } catch (IOException | RuntimeException e) {
      throw corrupt(e);
    }
    conf.set(MRJobConfig.MAP_INPUT_FILE, file.toString());
    opened++;
  }

  /** Reads the next record of any slice. */
  final boolean readRecord() throws IOException {
    while (reader != null) {
      try {
        if (reader.next(url, value)) {
          return true;
        }
      } catch (IOException | RuntimeException e) {
        throw corrupt(e);
      }
      open();
    }
    return false;
  }

  private OrbException corrupt(Exception e) {
    String reason = Failure.reason(e);
    return OrbException.failed(
        file
            + " is corrupt ("
            + reason.lines().findFirst().orElse("")
            + "); nothing was changed; restore it from a backup",
        e);
  }

  @Override
  public final Text getCurrentKey() {
    return url;
  }

  @Override
  public float getProgress() throws IOException {
    long bytes = bytesBefore + (reader == null ? 0 : reader.bytesRead());
    return slices.getLength() == 0 ? 0 : Math.min(1f, bytes / (float) slices.getLength());
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
