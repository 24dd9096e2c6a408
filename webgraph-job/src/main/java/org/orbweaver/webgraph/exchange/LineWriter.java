package org.orbweaver.webgraph.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers and words, buffered. */
final class LineWriter implements Closeable {
  private static final int LONGEST_NUMBER = 11;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int size;

  LineWriter(OutputStream out) {
    this.out = out;
  }

  /** Writes a number that is not negative. */
  LineWriter number(int value) throws IOException {
    if (size > buffer.length - LONGEST_NUMBER) {
      flush();
    }
    int digits = 1;
    for (int rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = value;
    for (int i = size + digits - 1; i >= size; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  LineWriter symbol(char ascii) throws IOException {
    if (size == buffer.length) {
      flush();
    }
    buffer[size++] = (byte) ascii;
    return this;
  }

  LineWriter word(byte[] bytes) throws IOException {
    if (bytes.length > buffer.length - size) {
      flush();
    }
    if (bytes.length > buffer.length) {
      out.write(bytes);
    } else {
      System.arraycopy(bytes, 0, buffer, size, bytes.length);
      size += bytes.length;
    }
    return this;
  }

  LineWriter word(String text) throws IOException {
    return word(text.getBytes(StandardCharsets.UTF_8));
  }

  private void flush() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }
}
