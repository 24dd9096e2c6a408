package org.orbweaver.common.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;

/**
 * A sample of distinct keys: those with the smallest hashes. It does not depend on the order of
 * arrival or on how often a key occurs, and samples can be merged.
 */
public final class KeySample {
  private final int limit;
  private final TreeMap<Long, byte[]> kept = new TreeMap<>();

  /** An empty sample of at most so many keys. */
  public KeySample(int limit) {
    this.limit = limit;
  }

  /** Adds the first bytes of an array. */
  public void add(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    // If two keys have one hash, the sample does not need the second.
    long hash = crc.getValue() * 0x9e3779b97f4a7c15L;
    if (kept.size() == limit && hash >= kept.lastKey()) {
      return;
    }
    kept.putIfAbsent(hash, Arrays.copyOf(bytes, length));
    if (kept.size() > limit) {
      kept.pollLastEntry();
    }
  }

  /** The keys, ascending. */
  public List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>(kept.values());
    keys.sort(Arrays::compareUnsigned);
    return keys;
  }

  /** At most {@code ranges} - 1 keys, ascending, that cut the sample evenly. */
  public List<byte[]> cuts(int ranges) {
    List<byte[]> keys = keys();
    List<byte[]> cuts = new ArrayList<>();
    for (int i = 1; i < ranges; i++) {
      int place = (int) ((long) i * keys.size() / ranges);
      if (place > 0 && (cuts.isEmpty() || keys.get(place) != cuts.get(cuts.size() - 1))) {
        cuts.add(keys.get(place));
      }
    }
    return cuts;
  }

  /**
   * Cuts the total order of a job's keys, so that each reducer has a range; sets their number.
   *
   * @param cuts ascending
   * @param key makes a key of the job
   * @param file for the cuts, which the caller deletes
   */
  public static <K extends WritableComparable<?>> void partition(
      Job job, List<byte[]> cuts, Function<byte[], K> key, Path file) throws IOException {
    job.setNumReduceTasks(cuts.size() + 1);
    if (cuts.isEmpty()) {
      return;
    }
    Configuration conf = job.getConfiguration();
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(job.getMapOutputKeyClass()),
            SequenceFile.Writer.valueClass(NullWritable.class))) {
      for (byte[] cut : cuts) {
        writer.append(key.apply(cut), NullWritable.get());
      }
    }
    job.setPartitionerClass(TotalOrderPartitioner.class);
    TotalOrderPartitioner.setPartitionFile(conf, file);
  }
}
