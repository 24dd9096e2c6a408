package org.orbweaver.webgraph.kernel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** A score with the number of the list it belongs to; lives in the shuffle only. */
final class TaggedScore implements Writable {

  private byte list;
  private double score;

  /** For Hadoop, which fills it by {@link #readFields}. */
  TaggedScore() {}

  TaggedScore(int list, double score) {
    this.list = (byte) list;
    this.score = score;
  }

  int list() {
    return list;
  }

  double score() {
    return score;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(list);
    out.writeDouble(score);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    list = in.readByte();
    score = in.readDouble();
  }
}
