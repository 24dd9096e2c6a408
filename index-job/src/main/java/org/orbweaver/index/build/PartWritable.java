package org.orbweaver.index.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.Writable;

/** Carries a {@link PagePart} through the shuffle: its kind, then its fields. */
final class PartWritable implements Writable {
  private PagePart part;

  /** For Hadoop. */
  PartWritable() {}

  PartWritable(PagePart part) {
    this.part = part;
  }

  PagePart get() {
    return part;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(part.kind());
    part.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    part = PagePart.read(in.readByte(), in);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartWritable that && Objects.equals(part, that.part);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(part);
  }

  @Override
  public String toString() {
    return String.valueOf(part);
  }
}
