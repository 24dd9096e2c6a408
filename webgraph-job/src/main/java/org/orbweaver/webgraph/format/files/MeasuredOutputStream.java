package org.orbweaver.webgraph.format.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.CRC32C;

/** A buffered stream that counts its bytes and computes their CRC-32C. */
public final class MeasuredOutputStream extends OutputStream {
  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private final CRC32C crc = new CRC32C();
  private int filled;
  private long flushed;

  public MeasuredOutputStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    if (filled == buffer.length) {
      drain();
    }
    buffer[filled++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (filled == buffer.length) {
        drain();
      }
      int chunk = Math.min(left, buffer.length - filled);
      System.arraycopy(bytes, from, buffer, filled, chunk);
      filled += chunk;
      from += chunk;
      left -= chunk;
    }
  }

  private void drain() throws IOException {
    crc.update(buffer, 0, filled);
    out.write(buffer, 0, filled);
    flushed += filled;
    filled = 0;
  }

  @Override
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    drain();
    out.close();
  }

  /** Bytes written. */
  public long length() {
    return flushed + filled;
  }

  /** The checksum of the bytes written, once closed: 8 hexadecimal digits. */
  public String crc32c() {
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
