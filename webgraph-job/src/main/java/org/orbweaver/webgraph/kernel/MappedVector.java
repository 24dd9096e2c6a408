package org.orbweaver.webgraph.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A vector for random access, its slices memory-mapped: the tasks of one machine share the pages of
 * one copy, and no heap is taken. Where a slice is not a local file it is read into memory instead.
 *
 * <p>Columns of a row ascend, so the slice of the last access nearly always holds the next; only
 * otherwise are the slices searched. One thread at a time.
 */
public final class MappedVector {

  private final int[] ends;
  private final int[] firsts;
  private final DoubleBuffer[] slices;
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

  /**
   * Maps the slices of one vector.
   *
   * @param slices following one another
   */
  public static MappedVector open(List<Slice> slices, Locator locator, Loader loader)
      throws IOException {
    MappedVector vector = new MappedVector(slices.size());
    for (int i = 0; i < slices.size(); i++) {
      Slice slice = slices.get(i);
      File local = locator.locate(slice);
      vector.firsts[i] = slice.first();
      vector.ends[i] = slice.end();
      vector.slices[i] =
          local == null ? DoubleBuffer.wrap(loader.load(slice)) : map(local.toPath(), slice);
    }
    return vector;
  }

  private MappedVector(int count) {
    firsts = new int[count];
    ends = new int[count];
    slices = new DoubleBuffer[count];
  }

  private static DoubleBuffer map(Path file, Slice slice) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() != slice.bytes()) {
        throw new IOException(
            file + " has " + channel.size() + " bytes instead of " + slice.bytes());
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, slice.bytes()).asDoubleBuffer();
    }
  }

  /** Element {@code i}. */
  public double get(int i) {
    if (i < first || i >= end) {
      find(i);
    }
    return current.get(i - first);
  }

  private void find(int i) {
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] > i) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (i < 0 || low == ends.length) {
      throw new IndexOutOfBoundsException("no element " + i + " in the vector");
    }
    first = firsts[low];
    end = ends[low];
    current = slices[low];
  }

  /** Multiplies: one call of {@code sink} for each row that {@code rows} still has. */
  public void multiply(Rows rows, RowSink sink) throws IOException {
    for (int row = rows.first(); row < rows.end(); row++) {
      int degree = rows.next();
      int[] columns = rows.columns();
      double sum = 0;
      for (int j = 0; j < degree; j++) {
        sum += get(columns[j]);
      }
      sink.row(row, sum);
    }
  }
}
