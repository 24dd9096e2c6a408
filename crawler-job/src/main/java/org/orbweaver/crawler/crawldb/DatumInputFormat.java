package org.orbweaver.crawler.crawldb;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
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
import org.orbweaver.common.cli.OrbException;

/**
 * Reads sequence files and MapFiles of (URL, CrawlDatum), each datum as a {@link Change}. An error
 * in a file names it.
 */
public final class DatumInputFormat extends SequenceFileInputFormat<Text, Change> {
  private static final String SEGMENTS = "orbweaver.internal.input.segments";
  private static final String WITHOUT_LINKS = "orbweaver.internal.input.without.links";
  private static final int REMEMBERED_TARGETS = 200_000;

  /** Names the segments among the inputs, from old to new: changes are numbered by them. */
  public static void setSegments(Configuration conf, List<String> names) {
    conf.setStrings(SEGMENTS, names.toArray(new String[0]));
  }

  /** Leaves links without metadata out. */
  public static void setWithoutLinks(Configuration conf) {
    conf.setBoolean(WITHOUT_LINKS, true);
  }

  @Override
  public RecordReader<Text, Change> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static int segmentOf(Path file, String[] segments) {
    String path = file.toUri().getPath();
    for (int i = 0; i < segments.length; i++) {
      if (path.contains("/segments/" + segments[i] + "/")) {
        return i;
      }
    }
    return 0;
  }

  /** Makes a change read itself as a CrawlDatum. */
  private static final class AsDatum implements Writable {
    private final int segment;
    private Change change = new Change();

    AsDatum(int segment) {
      this.segment = segment;
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      change.readDatum(in, segment);
    }

    @Override
    public void write(DataOutput out) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Reader extends RecordReader<Text, Change> {
    private final Text url = new Text();
    private final FoldedLinks links = new FoldedLinks(REMEMBERED_TARGETS);
    private boolean withoutLinks;
    private AsDatum value;
    private Path file;
    private SequenceFile.Reader reader;
    private long start;
    private long end;
    private long length;
    private long wholeUpTo;
    private boolean more;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit part = (FileSplit) split;
      Configuration conf = context.getConfiguration();
      file = part.getPath();
      value = new AsDatum(segmentOf(file, conf.getTrimmedStrings(SEGMENTS)));
      withoutLinks = conf.getBoolean(WITHOUT_LINKS, false);
      end = part.getStart() + part.getLength();
      try {
        reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
        if (part.getStart() > reader.getPosition()) {
          reader.sync(part.getStart());
        }
        start = reader.getPosition();
        wholeUpTo = start;
        length = file.getFileSystem(conf).getFileStatus(file).getLen();
        more = start < end;
      } catch (IOException | RuntimeException e) {
        throw corrupt(e);
      }
    }

    @Override
    public boolean nextKeyValue() {
      if (links.isEmptying() && takeLink()) {
        return true;
      }
      try {
        while (readRecord()) {
          if (value.change.datum() != null) {
            return true;
          }
          if (!withoutLinks) {
            links.add(url, value.change.score());
            if (links.isFull() && takeLink()) {
              return true;
            }
          }
        }
      } catch (IOException | RuntimeException e) {
        throw corrupt(e);
      }
      return takeLink();
    }

    private boolean takeLink() {
      Text target = links.take();
      if (target == null) {
        return false;
      }
      url.set(target);
      value.change.setLink(links.score());
      return true;
    }

    /** As SequenceFileRecordReader: a split ends with the first sync mark behind it. */
    private boolean readRecord() throws IOException {
      if (!more) {
        return false;
      }
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
    public Change getCurrentValue() {
      return value.change;
    }

    @Override
    public float getProgress() throws IOException {
      return end <= start
          ? 0
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
