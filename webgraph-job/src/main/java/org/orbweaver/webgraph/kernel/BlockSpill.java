package org.orbweaver.webgraph.kernel;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The lists of a stripe of rows, cut at the borders of blocks of columns: a file a block.
 *
 * <p>A file holds for each row with columns in its block, in ascending order, as varints: the row
 * less the one before, how many columns, the first column less the block's, and of each further one
 * its gap to the one before less 1; a weight follows each column as 4 bytes, big-endian, where the
 * rows have any.
 */
final class BlockSpill implements Closeable {

  private static final int BUFFER_BYTES = 1 << 13;

  private final Path folder;
  private final int block;
  private final int blocks;
  private final boolean weighted;
  private final OutputStream[] out;
  private final int[] lastRow;

  /** Takes the entries of a file. */
  interface Visitor {
    /**
     * Called once an entry, rows ascending and in each the columns.
     *
     * @param row of the stripe
     * @param column of the block
     * @param weight 1 in rows without weights
     */
    void entry(int row, int column, float weight);
  }

  /**
   * Opens a file for each block of columns that has entries.
   *
   * @param folder exists
   * @param columns in all
   */
  BlockSpill(Path folder, int columns, int block, boolean weighted) {
    this.weighted = weighted;
    this.folder = folder;
    this.block = block;
    this.blocks = (int) (((long) columns + block - 1) / block);
    this.out = new OutputStream[blocks];
    this.lastRow = new int[blocks];
  }

  int blocks() {
    return blocks;
  }

  private Path file(int b) {
    return folder.resolve(Integer.toString(b));
  }

  /** Adds a row: the first {@code degree} of {@code columns}, ascending, and of {@code weights}. */
  void add(int row, int degree, int[] columns, float[] weights) throws IOException {
    int i = 0;
    while (i < degree) {
      int b = columns[i] / block;
      long end = (b + 1L) * block;
      int to = i + 1;
      while (to < degree && columns[to] < end) {
        to++;
      }
      if (out[b] == null) {
        out[b] = new BufferedOutputStream(Files.newOutputStream(file(b)), BUFFER_BYTES);
      }
      write(out[b], row - lastRow[b]);
      lastRow[b] = row;
      write(out[b], to - i);
      for (int j = i; j < to; j++) {
        write(out[b], j == i ? columns[i] - b * block : columns[j] - columns[j - 1] - 1);
        if (weighted) {
          int bits = Float.floatToRawIntBits(weights[j]);
          for (int shift = 24; shift >= 0; shift -= 8) {
            out[b].write(bits >>> shift);
          }
        }
      }
      i = to;
    }
  }

  private static void write(OutputStream to, int value) throws IOException {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      to.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    to.write(rest);
  }

  /** Goes over the entries of block {@code b}, once; nothing can be added afterwards. */
  void read(int b, Visitor visitor) throws IOException {
    if (out[b] == null) {
      return;
    }
    out[b].close();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file(b)), 1 << 16)) {
      int row = 0;
      for (int step = in.read(); step >= 0; step = in.read()) {
        row += readRest(in, step);
        int count = readVarint(in);
        int column = -1;
        for (int j = 0; j < count; j++) {
          column += readVarint(in) + 1;
          visitor.entry(row, column, weighted ? readFloat(in) : 1);
        }
      }
    }
    Files.delete(file(b));
    out[b] = null;
  }

  private float readFloat(InputStream in) throws IOException {
    int bits = 0;
    for (int i = 0; i < Float.BYTES; i++) {
      int b = in.read();
      if (b < 0) {
        throw shorter();
      }
      bits = (bits << 8) | b;
    }
    return Float.intBitsToFloat(bits);
  }

  private EOFException shorter() {
    return new EOFException(folder + ": a file has become shorter");
  }

  private int readVarint(InputStream in) throws IOException {
    return readRest(in, in.read());
  }

  private int readRest(InputStream in, int first) throws IOException {
    int value = first & 0x7f;
    int b = first;
    for (int shift = 7; b >= 0x80; shift += 7) {
      b = in.read();
      value |= (b & 0x7f) << shift;
    }
    if (b < 0) {
      throw shorter();
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    for (int b = 0; b < blocks; b++) {
      if (out[b] != null) {
        out[b].close();
        Files.deleteIfExists(file(b));
      }
    }
  }
}
