package org.orbweaver.webgraph.kernel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** One partition of a graph, by its number, or {@link #WHOLE} of it. */
final class PartitionSplit extends InputSplit implements Writable {

  /** Stands for all partitions. */
  static final int WHOLE = -1;

  private int partition;
  private long length;
  private String[] hosts = {};

  /** For Hadoop, which fills it by {@link #readFields}. */
  PartitionSplit() {}

  /**
   * A split.
   *
   * @param length in bytes; longer ones are scheduled first
   * @param hosts that have the partition's file
   */
  PartitionSplit(int partition, long length, String[] hosts) {
    this.partition = partition;
    this.length = length;
    this.hosts = hosts;
  }

  int partition() {
    return partition;
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(partition);
    out.writeLong(length);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    partition = in.readInt();
    length = in.readLong();
  }
}
