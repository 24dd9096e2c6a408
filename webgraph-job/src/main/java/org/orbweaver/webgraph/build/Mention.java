package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * What mentions a key: the page itself or a link to it, by the tagged temporary number of the page
 * or of the link's source. Or else what the key really is. Lives in shuffles and staging only.
 */
final class Mention implements Writable {
  private long tagged;
  private int units;
  private byte[] end;

  /** Filled by {@link #readFields}. */
  Mention() {
    this(0, 0, new byte[0]);
  }

  private Mention(long tagged, int units, byte[] end) {
    this.tagged = tagged;
    this.units = units;
    this.end = end;
  }

  /** By the page itself. */
  static Mention self(long number) {
    return new Mention(number << 1 | NumberJob.SELF, 0, new byte[0]);
  }

  /** By a link of the page of that number, with its weight. */
  static Mention link(long number, int units) {
    return new Mention(number << 1 | NumberJob.TARGET, units, new byte[0]);
  }

  /** No mention, but word that the key is another. */
  static Mention end(byte[] key) {
    return new Mention(0, 0, key);
  }

  long tagged() {
    return tagged;
  }

  int units() {
    return units;
  }

  /** What the key really is; empty in a mention. */
  byte[] end() {
    return end;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, tagged);
    WritableUtils.writeVInt(out, units);
    PageLinks.writeBytes(out, end);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    tagged = WritableUtils.readVLong(in);
    units = WritableUtils.readVInt(in);
    end = PageLinks.readBytes(in);
  }
}
