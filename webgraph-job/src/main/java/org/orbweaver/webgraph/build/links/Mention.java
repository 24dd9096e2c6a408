package org.orbweaver.webgraph.build.links;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A mention of a key: by the page itself or by a link to it. Used in shuffles and staging only.
 *
 * <p>Has the temporary number of the page or of the link's source · 2 + tag, and a link's weight;
 * or else the resolution of the key, which is empty in a mention.
 */
public final class Mention implements Writable {
  /** The lowest bit of a record about the page itself, which sorts before its links. */
  public static final int SELF = 0;

  /** The lowest bit of a record about a link's target. */
  public static final int TARGET = 1;

  private long tagged;
  private int units;
  private byte[] end;

  /** Filled by {@link #readFields}. */
  public Mention() {
    this(0, 0, new byte[0]);
  }

  public Mention(long tagged, int units, byte[] end) {
    this.tagged = tagged;
    this.units = units;
    this.end = end;
  }

  public long tagged() {
    return tagged;
  }

  /** The weight of the link. */
  public int units() {
    return units;
  }

  /** The page that the key resolves to. */
  public byte[] end() {
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
