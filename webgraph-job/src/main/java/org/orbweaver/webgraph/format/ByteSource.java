package org.orbweaver.webgraph.format;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;

/** A file that can be read anywhere, wherever it lies. */
public interface ByteSource extends Closeable {
  /** In bytes. */
  long length();

  /**
   * Reads {@code length} bytes from {@code position}.
   *
   * @throws EOFException if the file ends before
   */
  void readFully(long position, byte[] into, int offset, int length) throws IOException;

  @Override
  default void close() throws IOException {}

  /** A file that is in memory. */
  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public void readFully(long position, byte[] into, int offset, int length) throws IOException {
        if (position < 0 || position > bytes.length - length) {
          throw new EOFException("byte " + (position + length) + " of " + bytes.length);
        }
        System.arraycopy(bytes, (int) position, into, offset, length);
      }
    };
  }
}
