package org.orbweaver.webgraph.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A vector, or several side by side, for random access, its slices memory-mapped: the tasks of one
 * machine share the pages of one copy, and no heap is taken. Where a slice is not a local file it
 * is read into memory instead.
 *
 * <p>Columns of a row ascend, so the slice of the last access nearly always holds the next; only
 * otherwise are the slices searched. One thread at a time.
 */
public final class MappedVector implements Operand {

  /** Elements of one map: a buffer's index is an int. */
  private static final int MOST_ELEMENTS = 1 << 27;

  private final int width;
  private final List<Piece> pieces = new ArrayList<>();
  private int first;
  private int end;
  private DoubleBuffer current;

  /** Where a task finds the local copy of a slice. */
  public interface Locator {
    /** The local file with {@code slice}, or null if there is none. */
    File locate(Slice slice);
  }

  /** Reads a slice that has no local file. */
  public interface Loader {
    /** All elements of {@code slice}. */
    double[] load(Slice slice) throws IOException;
  }

  private record Piece(int first, int end, DoubleBuffer elements) {}

  /**
   * Maps the slices of one vector.
   *
   * @param slices following one another
   */
  public static MappedVector open(List<Slice> slices, Locator locator, Loader loader)
      throws IOException {
    MappedVector vector = new MappedVector(slices.isEmpty() ? 1 : slices.get(0).width());
    for (Slice slice : slices) {
      File local = locator.locate(slice);
      if (local == null) {
        DoubleBuffer loaded = DoubleBuffer.wrap(loader.load(slice));
        vector.pieces.add(new Piece(slice.first(), slice.end(), loaded));
      } else {
        vector.map(local.toPath(), slice);
      }
    }
    return vector;
  }

  private MappedVector(int width) {
    this.width = width;
  }

  private void map(Path file, Slice slice) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() != slice.bytes()) {
        throw new IOException(
            file + " has " + channel.size() + " bytes instead of " + slice.bytes());
      }
      int most = MOST_ELEMENTS / width;
      int from = slice.first();
      do {
        int to = (int) Math.min(slice.end(), (long) from + most);
        long position = 8L * width * (from - slice.first());
        long length = 8L * width * (to - from);
        pieces.add(
            new Piece(
                from,
                to,
                channel.map(FileChannel.MapMode.READ_ONLY, position, length).asDoubleBuffer()));
        from = to;
      } while (from < slice.end());
    }
  }

  /** The first element of row {@code i}. */
  public double get(int i) {
    return current(i).get((i - first) * width);
  }

  private DoubleBuffer current(int i) {
    if (i < first || i >= end) {
      find(i);
    }
    return current;
  }

  private void find(int i) {
    int low = 0;
    int high = pieces.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pieces.get(middle).end > i) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (i < 0 || low == pieces.size()) {
      throw new IndexOutOfBoundsException("no element " + i + " in the vector");
    }
    first = pieces.get(low).first;
    end = pieces.get(low).end;
    current = pieces.get(low).elements;
  }

  @Override
  public void multiply(Rows rows, RowSink sink) throws IOException {
    for (int row = rows.first(); row < rows.end(); row++) {
      int degree = rows.next();
      int[] columns = rows.columns();
      float[] weights = rows.weights();
      double sum = 0;
      for (int j = 0; j < degree; j++) {
        double x = get(columns[j]);
        sum += weights == null ? x : weights[j] * x;
      }
      sink.row(row, sum);
    }
  }

  @Override
  public void multiply(Rows rows, int[] active, WideRowSink sink) throws IOException {
    double[] sums = new double[width];
    for (int row = rows.first(); row < rows.end(); row++) {
      int degree = rows.next();
      int[] columns = rows.columns();
      float[] weights = rows.weights();
      for (int a : active) {
        sums[a] = 0;
      }
      for (int j = 0; j < degree; j++) {
        DoubleBuffer elements = current(columns[j]);
        int at = (columns[j] - first) * width;
        double weight = weights == null ? 1 : weights[j];
        for (int a : active) {
          sums[a] += weight * elements.get(at + a);
        }
      }
      sink.row(row, sums);
    }
  }
}
