package org.orbweaver.index.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.io.Writable;
import org.orbweaver.index.store.RecordIO;

/**
 * Carries a record of one of several types: a byte, the type's place in a list, then its fields.
 */
abstract class TaggedRecord<T> implements Writable {
  private final List<Class<? extends T>> types;
  private T record;

  TaggedRecord(List<Class<? extends T>> types) {
    this.types = types;
  }

  TaggedRecord(List<Class<? extends T>> types, T record) {
    this.types = types;
    this.record = record;
  }

  T get() {
    return record;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(types.indexOf(record.getClass()));
    RecordIO.write(record, out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    byte type = in.readByte();
    if (type < 0 || type >= types.size()) {
      throw new IOException("unknown kind of record in a plan: " + type);
    }
    record = RecordIO.read(types.get(type), in);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaggedRecord<?> that && Objects.equals(record, that.record);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(record);
  }

  @Override
  public String toString() {
    return String.valueOf(record);
  }
}
