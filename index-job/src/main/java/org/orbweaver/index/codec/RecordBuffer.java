package org.orbweaver.index.codec;

import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;

/** Bytes of a record in the making. */
final class RecordBuffer extends DataOutput {
  /** A record is cut behind the value that reaches this. */
  static final int TARGET_BYTES = 1 << 15;

  private byte[] bytes = new byte[64];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isFull() {
    return length >= TARGET_BYTES;
  }

  void clear() {
    length = 0;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = ArrayUtil.grow(bytes, length + more);
    }
  }

  @Override
  public void writeByte(byte b) {
    reserve(1);
    bytes[length++] = b;
  }

  @Override
  public void writeBytes(byte[] b, int offset, int count) {
    reserve(count);
    System.arraycopy(b, offset, bytes, length, count);
    length += count;
  }

  /** As {@link #writeVInt}, which is final and checks the room for each byte. */
  void vInt(int value) {
    reserve(5);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }
}
