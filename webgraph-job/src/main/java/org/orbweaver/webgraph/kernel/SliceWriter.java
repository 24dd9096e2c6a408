package org.orbweaver.webgraph.kernel;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes one {@link Slice}, element after element. */
public final class SliceWriter implements Closeable {

  private final OutputStream out;
  private final String vector;
  private final String file;
  private final int first;
  private final int width;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
  private final CRC32C crc = new CRC32C();
  private long written;
  private boolean open = true;

  /**
   * Creates {@code folder/VECTOR-NUMBER}.
   *
   * @param number distinguishes the vector's slices
   * @param first id of the first row
   * @param width elements of a row
   */
  public SliceWriter(FileSystem fs, Path folder, String vector, int number, int first, int width)
      throws IOException {
    this.width = width;
    this.vector = vector;
    this.first = first;
    this.file = vector + "-" + number;
    this.out = fs.create(new Path(folder, file), false);
  }

  /** Appends one element. */
  public void write(double value) throws IOException {
    if (!buffer.hasRemaining()) {
      flush();
    }
    buffer.putDouble(value);
    written++;
  }

  /** Appends the elements of {@code values} in {@code [from, to)}. */
  public void write(double[] values, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      write(values[i]);
    }
  }

  private void flush() throws IOException {
    crc.update(buffer.array(), 0, buffer.position());
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  /** Closes the file and describes it. */
  public Slice finish() throws IOException {
    flush();
    close();
    return new Slice(
        vector, width, first, (int) (first + written / width), (int) crc.getValue(), file);
  }

  /** Closes the file; after {@link #finish} this does nothing. */
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      out.close();
    }
  }
}
