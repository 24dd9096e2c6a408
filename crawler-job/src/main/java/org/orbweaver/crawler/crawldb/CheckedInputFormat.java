package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.cli.OrbException;

/**
 * Reads sequence files and MapFiles by URL as {@link SequenceFileInputFormat} does, but takes a
 * file that was cut short for corrupt instead of for a shorter one, and names it in every error.
 * Keys and values are used again for the next record.
 *
 * @param <V> the values; their class is the file's
 */
public final class CheckedInputFormat<V extends Writable> extends SequenceFileInputFormat<Text, V> {

  @Override
  public RecordReader<Text, V> createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new Reader<>();
  }

  private static final class Reader<V extends Writable> extends RecordReader<Text, V> {
    private final Text url = new Text();
    private V value;
    private Path file;
    private SequenceFile.Reader reader;
    private long start;
    private long end;
    private long length;
    private long wholeUpTo;
    private boolean more;

    @Override
    @SuppressWarnings("unchecked") // The file says of what class its values are.
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit part = (FileSplit) split;
      Configuration conf = context.getConfiguration();
      file = part.getPath();
      end = part.getStart() + part.getLength();
      try {
        reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
        if (part.getStart() > reader.getPosition()) {
          reader.sync(part.getStart());
        }
        value = (V) ReflectionUtils.newInstance(reader.getValueClass(), conf);
        start = reader.getPosition();
        wholeUpTo = start;
        length = file.getFileSystem(conf).getFileStatus(file).getLen();
        more = start < end;
      } catch (IOException | RuntimeException e) {
        throw corrupt(e);
      }
    }

    /** As SequenceFileRecordReader: a split ends with the first sync mark behind it. */
    @Override
    public boolean nextKeyValue() {
      if (!more) {
        return false;
      }
      try {
        long position = reader.getPosition();
        more = reader.next(url);
        if (!more) {
          Truncation.check(wholeUpTo, length);
        } else if (position >= end && reader.syncSeen()) {
          more = false;
        } else {
          reader.getCurrentValue(value);
          wholeUpTo = reader.getPosition();
        }
        return more;
      } catch (IOException | RuntimeException e) {
        throw corrupt(e);
      }
    }

    private OrbException corrupt(Exception e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return OrbException.failed(
          file
              + " is corrupt ("
              + reason.lines().findFirst().orElse("")
              + "); nothing was changed: restore it from a copy",
          e);
    }

    @Override
    public Text getCurrentKey() {
      return url;
    }

    @Override
    public V getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() throws IOException {
      return end == start
          ? 0f
          : Math.min(1f, (reader.getPosition() - start) / (float) (end - start));
    }

    @Override
    public void close() throws IOException {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
