package org.orbweaver.common.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Small files share a map task. A crawl has several a round, and to start a task takes a cluster
 * seconds, in which it could read what a hundred of them hold.
 */
public final class CombinedSplits {
  private static final long CLUSTER_BYTES = 128L << 20;
  private static final long LEAST_LOCAL_BYTES = 2L << 20;

  private CombinedSplits() {}

  /** How much of an input a map task should read: locally all cores get something to do. */
  public static long targetBytes(Configuration conf, long inputBytes) {
    if (!JobRunner.isLocal(conf)) {
      return CLUSTER_BYTES;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.min(CLUSTER_BYTES, Math.max(LEAST_LOCAL_BYTES, inputBytes / cores + 1));
  }

  /**
   * Joins neighbours as long as they are not too much for a task.
   *
   * @param splits of files, in the order in which they shall be read
   * @return {@link CombineFileSplit}s
   */
  public static List<InputSplit> combine(Configuration conf, List<InputSplit> splits)
      throws IOException {
    long bytes = 0;
    for (InputSplit split : splits) {
      bytes += ((FileSplit) split).getLength();
    }
    long target = targetBytes(conf, bytes);
    List<InputSplit> combined = new ArrayList<>();
    List<FileSplit> together = new ArrayList<>();
    long size = 0;
    for (InputSplit split : splits) {
      FileSplit slice = (FileSplit) split;
      if (size > 0 && size + slice.getLength() > target) {
        combined.add(join(together));
        together.clear();
        size = 0;
      }
      together.add(slice);
      size += slice.getLength();
    }
    if (!together.isEmpty()) {
      combined.add(join(together));
    }
    return combined;
  }

  private static CombineFileSplit join(List<FileSplit> slices) throws IOException {
    FileSplit largest = slices.get(0);
    for (FileSplit slice : slices) {
      if (slice.getLength() > largest.getLength()) {
        largest = slice;
      }
    }
    return new CombineFileSplit(
        slices.stream().map(FileSplit::getPath).toArray(Path[]::new),
        slices.stream().mapToLong(FileSplit::getStart).toArray(),
        slices.stream().mapToLong(FileSplit::getLength).toArray(),
        largest.getLocations());
  }
}
