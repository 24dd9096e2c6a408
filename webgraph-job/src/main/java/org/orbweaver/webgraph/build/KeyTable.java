package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.orbweaver.common.error.OrbException;

/**
 * Numbers distinct byte strings in order of arrival, and sorts them. Memory: the bytes themselves,
 * at most 2³¹ of them, and about 16 bytes a key.
 */
public final class KeyTable {
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int[] ends;
  private int size;

  /** Open addressing: number + 1 of the key in a slot, 0 if the slot is free; at most half full. */
  private int[] slots;

  /** An empty table. */
  public KeyTable() {
    this(1 << 10, 1 << 16);
  }

  /** An empty table with room for {@code keys} of {@code length} bytes in total. */
  public KeyTable(int keys, long length) {
    bytes = new byte[(int) Math.min(MOST_BYTES, length)];
    ends = new int[Math.max(1, keys)];
    slots = new int[(int) Math.min(1 << 30, 4L * Integer.highestOneBit(Math.max(1, keys)))];
  }

  /**
   * The number of the key {@code from[offset, offset + length)}; a new key gets the next number.
   */
  public int add(byte[] from, int offset, int length) {
    int mask = slots.length - 1;
    int slot = hash(from, offset, length) & mask;
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (Arrays.equals(bytes, start(number), ends[number], from, offset, offset + length)) {
        return number;
      }
      slot = (slot + 1) & mask;
    }
    int begin = start(size);
    if (length > MOST_BYTES - begin) {
      throw OrbException.failed("node names exceed 2 GB in total");
    }
    int end = begin + length;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(end, 2L * bytes.length)));
    }
    System.arraycopy(from, offset, bytes, begin, length);
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size] = end;
    slots[slot] = size + 1;
    if (2 * ++size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** The number of distinct keys. */
  public int size() {
    return size;
  }

  /** The length of all keys together. */
  public int bytes() {
    return start(size);
  }

  /** A copy of a key. */
  public byte[] key(int number) {
    return Arrays.copyOfRange(bytes, start(number), ends[number]);
  }

  /** The keys' numbers in the order of their unsigned bytes. */
  public int[] sorted() {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    IntArrays.parallelQuickSort(
        order,
        (a, b) -> Arrays.compareUnsigned(bytes, start(a), ends[a], bytes, start(b), ends[b]));
    return order;
  }

  /** The position of each number in an order. */
  public static int[] inverse(int[] order) {
    int[] places = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      places[order[i]] = i;
    }
    return places;
  }

  /** Replaces each x of the list by {@code by[x]}. */
  public static void replace(IntArrayList list, int[] by) {
    int[] elements = list.elements();
    for (int i = 0; i < list.size(); i++) {
      elements[i] = by[elements[i]];
    }
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  private void rehash() {
    int[] larger = new int[2 * slots.length];
    int mask = larger.length - 1;
    for (int number = 0; number < size; number++) {
      int begin = start(number);
      int slot = hash(bytes, begin, ends[number] - begin) & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = number + 1;
    }
    slots = larger;
  }

  private static int hash(byte[] from, int offset, int length) {
    int h = 1;
    for (int i = offset; i < offset + length; i++) {
      h = 31 * h + from[i];
    }
    // The low bits choose the slot, so mix all bits into them.
    h *= 0x9e3779b9;
    return h ^ (h >>> 15);
  }
}
