package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A mapper of a {@link SegmentsJob}, which knows the segment and the folder of the file that it
 * reads.
 *
 * @param <K> the keys of the shuffle
 */
public abstract class SegmentMapper<K> extends Mapper<Text, Writable, K, SegmentRecord> {
  /** For the records of the shuffle, one after the other. */
  protected final SegmentRecord record = new SegmentRecord();

  private List<String> segments;
  private String file = "";
  private int segment;

  @Override
  protected void setup(Context context) {
    segments = SegmentsJob.names(context.getConfiguration());
  }

  /**
   * Finds the place of the file that is read: {@code …/SEGMENT/folder/part-r-00000}, followed by
   * {@code /data} if it is a MapFile. Call it with each record, before {@link #segment}.
   *
   * @throws IOException if it is in none of the job's segments
   */
  protected final void locate(Context context) throws IOException {
    String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE);
    if (current.equals(file)) {
      return;
    }
    for (Path at = new Path(current); at.getParent() != null; at = at.getParent()) {
      segment = segments.indexOf(at.getParent().getName());
      if (segment >= 0) {
        file = current;
        begin(at.getName());
        return;
      }
    }
    throw new IOException(current + " is in none of the segments of this job");
  }

  /** The index of the segment in the job's list. */
  protected final int segment() {
    return segment;
  }

  /** Called before the first record of a file, with the name of the segment's folder. */
  protected void begin(String folder) {}
}
