package org.orbweaver.webgraph.kernel;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads a range of a vector (or of several side by side, row by row) from front to back, across
 * slices.
 */
public final class VectorReader implements Closeable {

  private final FileSystem fs;
  private final Path folder;
  private final List<Slice> slices;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).limit(0);
  private int slice = -1;
  private final int width;
  private long next;
  private FSDataInputStream in;
  private long left;

  /**
   * Opens the vector before row {@code from}.
   *
   * @param slices of one vector, in row order
   */
  public VectorReader(FileSystem fs, Path folder, List<Slice> slices, int from) {
    this.fs = fs;
    this.folder = folder;
    this.slices = slices;
    this.width = slices.isEmpty() ? 1 : slices.get(0).width();
    this.next = (long) from * width;
  }

  /**
   * The next element.
   *
   * @throws EOFException if there is none, or its file is too short
   */
  public double next() throws IOException {
    if (!buffer.hasRemaining()) {
      fill();
    }
    next++;
    return buffer.getDouble();
  }

  /** The next {@code count} elements. */
  public double[] next(int count) throws IOException {
    double[] values = new double[count];
    next(values, count);
    return values;
  }

  /** Reads the next row into {@code row}: as many elements as fit. */
  public void next(double[] row) throws IOException {
    next(row, row.length);
  }

  /** Reads the next {@code count} elements into {@code values}. */
  void next(double[] values, int count) throws IOException {
    for (int done = 0; done < count; ) {
      if (!buffer.hasRemaining()) {
        fill();
      }
      int more = Math.min(count - done, buffer.remaining() / Double.BYTES);
      buffer.asDoubleBuffer().get(values, done, more);
      buffer.position(buffer.position() + Double.BYTES * more);
      done += more;
      next += more;
    }
  }

  private void fill() throws IOException {
    if (left == 0) {
      openNext();
    }
    int length = (int) Math.min(left, buffer.capacity());
    in.readFully(buffer.array(), 0, length);
    left -= length;
    buffer.clear().limit(length);
  }

  private void openNext() throws IOException {
    close();
    do {
      if (++slice == slices.size()) {
        throw new EOFException("no element " + next + " in the vector under " + folder);
      }
    } while ((long) slices.get(slice).end() * width <= next);
    Slice found = slices.get(slice);
    in = fs.open(new Path(folder, found.file()));
    long skip = 8 * (next - (long) found.first() * width);
    in.seek(skip);
    left = found.bytes() - skip;
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
