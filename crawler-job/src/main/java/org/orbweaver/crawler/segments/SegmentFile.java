package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * The place of a segment's file in a crawl.
 *
 * @param segment its index in the list of segments
 * @param folder the part of the segment
 */
public record SegmentFile(int segment, String folder) {
  /**
   * Parses a path: {@code …/SEGMENT/folder/part-r-00000}, followed by {@code /data} if it is a
   * MapFile.
   *
   * @param segments names
   * @throws IOException if it is in none of them
   */
  public static SegmentFile of(String path, List<String> segments) throws IOException {
    for (Path at = new Path(path); at.getParent() != null; at = at.getParent()) {
      int segment = segments.indexOf(at.getParent().getName());
      if (segment >= 0) {
        return new SegmentFile(segment, at.getName());
      }
    }
    throw new IOException(path + " is in none of the segments of this job");
  }
}
