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
 * Lets small files share a map task. A crawl produces several in each round, and a cluster takes
 * seconds to start a task, the time in which it could read a hundred such files.
 */
public final class CombinedSplits {
  private static final long CLUSTER_BYTES = 128L << 20;
  private static final long LEAST_LOCAL_BYTES = 2L << 20;

  private CombinedSplits() {}

  /** The bytes of input for one map task; in local mode small enough to give all cores work. */
  public static long targetBytes(Configuration conf, long inputBytes) {
    if (!JobRunner.isLocal(conf)) {
      return CLUSTER_BYTES;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.min(CLUSTER_BYTES, Math.max(LEAST_LOCAL_BYTES, inputBytes / cores + 1));
  }

  /**
   * Joins neighbouring splits up to the target size of a task.
   *
   * @param splits of files, in reading order
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
