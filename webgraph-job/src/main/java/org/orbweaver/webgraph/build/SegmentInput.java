package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineSequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.orbweaver.common.job.CombinedSplits;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;

/**
 * The data files of all segments' {@code parse_data} and {@code crawl_fetch}. Many small files
 * share a map task: a crawl has several a round.
 */
final class SegmentInput {
  private final List<Path> files;
  private final List<String> segments;
  private final long bytes;

  private SegmentInput(List<Path> files, List<String> segments, long bytes) {
    this.files = files;
    this.segments = segments;
    this.bytes = bytes;
  }

  static SegmentInput of(CrawlDir dir) throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> segments = new ArrayList<>();
    long bytes = 0;
    for (Path segment : dir.segmentList()) {
      boolean any = false;
      for (String store : new String[] {"crawl_fetch", "parse_data"}) {
        for (Path part : Parts.of(dir.fs(), new Path(segment, store))) {
          Path file = dataFile(dir.fs(), part);
          files.add(file);
          bytes += dir.fs().getFileStatus(file).getLen();
          any = true;
        }
      }
      if (any) {
        segments.add(segment.getName());
      }
    }
    return new SegmentInput(files, segments, bytes);
  }

  private static Path dataFile(FileSystem fs, Path part) throws IOException {
    return fs.getFileStatus(part).isDirectory() ? new Path(part, MapFile.DATA_FILE_NAME) : part;
  }

  /** The segment that a data file belongs to: {@code …/SEGMENT/store/part/data}. */
  static String segmentOf(Path file) {
    Path part = file.getName().equals(MapFile.DATA_FILE_NAME) ? file.getParent() : file;
    return part.getParent().getParent().getName();
  }

  boolean isEmpty() {
    return files.isEmpty();
  }

  /** On disk, compressed. */
  long bytes() {
    return bytes;
  }

  /** The segments that have something to read, oldest first. */
  List<String> segments() {
    return segments;
  }

  void addTo(Job job) throws IOException {
    job.setInputFormatClass(CombineSequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, files.toArray(new Path[0]));
    long split = CombinedSplits.targetBytes(job.getConfiguration(), bytes);
    FileInputFormat.setMaxInputSplitSize(job, split);
  }
}
