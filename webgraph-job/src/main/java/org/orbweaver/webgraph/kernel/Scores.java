package org.orbweaver.webgraph.kernel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The scores of one page, one a list; lives in the shuffle only. */
final class Scores implements Writable {

  private double[] values;

  /** For Hadoop, which fills it by {@link #readFields}. */
  Scores() {
    this(0);
  }

  /** Zeros for {@code lists} lists. */
  Scores(int lists) {
    values = new double[lists];
  }

  /** The scores by list; writing to it sets them. */
  double[] values() {
    return values;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int lists = in.readInt();
    if (lists != values.length) {
      values = new double[lists];
    }
    for (int j = 0; j < lists; j++) {
      values[j] = in.readDouble();
    }
  }
}
