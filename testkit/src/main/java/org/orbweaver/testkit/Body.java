package org.orbweaver.testkit;

import java.nio.ByteBuffer;

/** The bytes of a response after its head, as sent over the wire (after any encoding). */
interface Body {
  /** For a body that goes on until the client leaves. */
  long ENDLESS = Long.MAX_VALUE;

  /** Bytes in all, or {@link #ENDLESS}. */
  long length();

  /** A read-only view of at least one byte and at most {@code max}, from {@code position} on. */
  ByteBuffer chunk(long position, int max);

  /** A body with these bytes. The array is not copied: do not change it. */
  static Body of(byte[] bytes) {
    return new Body() {
      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public ByteBuffer chunk(long position, int max) {
        int from = (int) position;
        return ByteBuffer.wrap(bytes, from, Math.min(max, bytes.length - from));
      }
    };
  }

  /** A pattern over and over, {@code length} bytes in all: memory for one pattern only. */
  static Body repeat(byte[] pattern, long length) {
    return new Body() {
      @Override
      public long length() {
        return length;
      }

      @Override
      public ByteBuffer chunk(long position, int max) {
        int from = (int) Math.floorMod(position, (long) pattern.length);
        long most = Math.min(pattern.length - from, length - position);
        return ByteBuffer.wrap(pattern, from, (int) Math.min(max, most));
      }
    };
  }
}
