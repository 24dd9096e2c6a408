package org.orbweaver.webgraph.format.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/** A file with random access, on any file system. */
public interface ByteSource extends Closeable {
  /** Opens the files of a graph. */
  @FunctionalInterface
  interface Opener {
    ByteSource open(GraphMeta.Part file) throws IOException;
  }

  /** The name of the file, for messages. */
  String name();

  /** The length in bytes. */
  long length();

  /**
   * Reads {@code length} bytes from {@code position}.
   *
   * @throws EOFException if the file ends earlier
   */
  void readFully(long position, byte[] into, int offset, int length) throws IOException;

  /**
   * The {@code length} bytes from {@code position}.
   *
   * @throws OrbException if the file ends earlier
   */
  default byte[] read(long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    try {
      readFully(position, bytes, 0, length);
    } catch (EOFException e) {
      throw OrbException.failed(
          name() + ": truncated at byte " + length() + "; build the graph again", e);
    }
    return bytes;
  }

  @Override
  default void close() throws IOException {}

  /** A file in memory. */
  static ByteSource of(byte[] bytes, String name) {
    return new ByteSource() {
      @Override
      public String name() {
        return name;
      }

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
