package org.orbweaver.crawler.segments;

import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparator;

/** Groups keys of bytes by all but their tail of fixed length, which orders the values. */
public abstract class UrlGrouping extends WritableComparator {
  private final int tail;

  /** A grouping without the last bytes of the keys. */
  protected UrlGrouping(int tail) {
    super(BytesWritable.class);
    this.tail = tail;
  }

  @Override
  public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
    int length = Integer.BYTES; // A BytesWritable begins with its length.
    return Arrays.compareUnsigned(b1, s1 + length, s1 + l1 - tail, b2, s2 + length, s2 + l2 - tail);
  }
}
