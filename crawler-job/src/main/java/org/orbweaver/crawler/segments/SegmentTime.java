package org.orbweaver.crawler.segments;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The time of the segment whose file a mapper reads: segments are named by it. */
public final class SegmentTime {
  private String file = "";
  private long time;

  /**
   * The number that is the segment's name; later segments have larger ones; 0 if the file is in no
   * segment.
   *
   * @param conf of the task
   */
  public long of(Configuration conf) {
    String current = conf.get(MRJobConfig.MAP_INPUT_FILE, "");
    if (!current.equals(file)) {
      file = current;
      time = 0;
      for (Path path = new Path(current); path != null && time == 0; path = path.getParent()) {
        time = path.getName().matches("\\d{14}") ? Long.parseLong(path.getName()) : 0;
      }
    }
    return time;
  }
}
