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
}
