package org.orbweaver.webgraph.kernel;

import java.util.Arrays;

/**
 * Lists in an array of bytes, coded as {@link org.orbweaver.webgraph.format.AdjacencyWriter} codes
 * them, for going over them many times. Nothing is checked: only a {@link Writer} makes the bytes.
 */
final class CodedLists {

  private static final int MAX_VARINT_BYTES = 5;

  private final byte[] bytes;
  private final int[] columns;
  private int position;

  /**
   * Stands before the first list.
   *
   * @param longest most entries of a list
   */
  CodedLists(byte[] bytes, int longest) {
    this.bytes = bytes;
    this.columns = new int[longest];
  }

  /** Where {@link #next} puts a list; the same array at every call. */
  int[] columns() {
    return columns;
  }

  /** Decodes the next list, which is that of {@code row}, and returns its length. */
  int next(int row) {
    byte[] from = bytes;
    int[] into = columns;
    int p = position;
    int degree = from[p++];
    if (degree < 0) {
      degree &= 0x7f;
      int shift = 7;
      int b;
      do {
        b = from[p++];
        degree |= (b & 0x7f) << shift;
        shift += 7;
      } while (b < 0);
    }
    int column = 0;
    for (int j = 0; j < degree; j++) {
      int gap = from[p++];
      if (gap < 0) {
        gap &= 0x7f;
        int shift = 7;
        int b;
        do {
          b = from[p++];
          gap |= (b & 0x7f) << shift;
          shift += 7;
        } while (b < 0);
      }
      column = j == 0 ? row + ((gap >>> 1) ^ -(gap & 1)) : column + gap + 1;
      into[j] = column;
    }
    position = p;
    return degree;
  }

  /** Codes lists, one after another. */
  static final class Writer {
    private byte[] bytes = new byte[1 << 16];
    private int length;

    /** Begins anew. */
    void clear() {
      length = 0;
    }

    /** Appends the list of {@code row}: the first {@code degree} of {@code columns}. */
    void add(int row, int degree, int[] columns) {
      long most = length + (long) MAX_VARINT_BYTES * (degree + 1);
      if (most > bytes.length) {
        long wanted = Math.max(most, 2L * bytes.length);
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, wanted));
      }
      put(degree);
      for (int j = 0; j < degree; j++) {
        int distance = columns[j] - row;
        put(j == 0 ? (distance << 1) ^ (distance >> 31) : columns[j] - columns[j - 1] - 1);
      }
    }

    private void put(int value) {
      int left = value;
      while ((left & ~0x7f) != 0) {
        bytes[length++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[length++] = (byte) left;
    }

    /** The lists since {@link #clear}. */
    byte[] toBytes() {
      return Arrays.copyOf(bytes, length);
    }
  }
}
