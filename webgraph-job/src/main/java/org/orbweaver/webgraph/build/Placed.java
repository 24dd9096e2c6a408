package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** One end of a link: where its key stands. Lives in shuffles and staging only. */
final class Placed implements Writable {
  private long place;
  private int units;
  private long group;

  /** Filled by {@link #readFields}. */
  Placed() {}

  /**
   * @param place part · 2⁴⁰ + place in the part, later the id
   * @param units of the link, if it is one's target
   * @param group of the key's host or domain, where links within one do not count; else 0
   */
  Placed(long place, int units, long group) {
    this.place = place;
    this.units = units;
    this.group = group;
  }

  long place() {
    return place;
  }

  int id() {
    return (int) place;
  }

  int units() {
    return units;
  }

  long group() {
    return group;
  }

  /** The same at another place. */
  Placed at(long other) {
    return new Placed(other, units, group);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, place);
    WritableUtils.writeVInt(out, units);
    out.writeBoolean(group != 0);
    if (group != 0) {
      out.writeLong(group);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    place = WritableUtils.readVLong(in);
    units = WritableUtils.readVInt(in);
    group = in.readBoolean() ? in.readLong() : 0;
  }
}
