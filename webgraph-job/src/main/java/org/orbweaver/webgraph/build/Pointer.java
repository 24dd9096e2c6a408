package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** From a page to one that it really is, some hops on. Lives in shuffles and staging only. */
final class Pointer implements Writable {
  private byte[] key;
  private boolean canonical;
  private boolean decided;

  /** Filled by {@link #readFields}. */
  Pointer() {
    this(new byte[0], false, false);
  }

  /**
   * @param key of the page some hops on
   * @param canonical whether the page at the beginning names its next as canonical
   * @param decided whether the chain ends here
   */
  Pointer(byte[] key, boolean canonical, boolean decided) {
    this.key = key;
    this.canonical = canonical;
    this.decided = decided;
  }

  byte[] key() {
    return key;
  }

  boolean canonical() {
    return canonical;
  }

  boolean decided() {
    return decided;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    PageLinks.writeBytes(out, key);
    out.writeBoolean(canonical);
    out.writeBoolean(decided);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    key = PageLinks.readBytes(in);
    canonical = in.readBoolean();
    decided = in.readBoolean();
  }
}
