package org.orbweaver.webgraph.kernel;

/**
 * A file with a stretch of a vector, or of several side by side: the rows {@code [first, end)},
 * each of {@code width} big-endian doubles.
 *
 * @param vector name of the vector, for instance {@code rank}
 * @param width number of vectors side by side: element k of a row belongs to the k-th
 * @param first id of its first row
 * @param end one past its last row
 * @param crc CRC-32C of the file
 * @param file its path, relative to the checkpoint
 */
public record Slice(String vector, int width, int first, int end, int crc, String file)
    implements Comparable<Slice> {

  /** A stretch of one vector. */
  public Slice(String vector, int first, int end, int crc, String file) {
    this(vector, 1, first, end, crc, file);
  }

  /** Length of the file in bytes. */
  public long bytes() {
    return 8L * width * (end - first);
  }

  /** The same slice in another file. */
  Slice as(String other) {
    return new Slice(vector, width, first, end, crc, other);
  }

  Slice under(String folder) {
    return as(folder + "/" + file);
  }

  /** Compares by vector, then by range, so that a vector's slices are in row order. */
  @Override
  public int compareTo(Slice other) {
    int byVector = vector.compareTo(other.vector);
    if (byVector != 0) {
      return byVector;
    }
    // An empty slice sorts before the one that begins at its end.
    int byFirst = Integer.compare(first, other.first);
    return byFirst != 0 ? byFirst : Integer.compare(end, other.end);
  }
}
