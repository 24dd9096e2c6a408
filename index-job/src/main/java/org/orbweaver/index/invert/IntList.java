package org.orbweaver.index.invert;

import java.util.ArrayList;
import java.util.List;

/**
 * An append-only list of numbers, in blocks: a long array that grows leaves garbage of several
 * times its size, too much for a small heap.
 */
final class IntList {
  private static final int BITS = 12;
  private static final int BLOCK = 1 << BITS;

  private final List<int[]> blocks = new ArrayList<>();
  private int[] last = {};
  private int inLast;

  void add(int number) {
    if (inLast == last.length) {
      last = new int[BLOCK];
      blocks.add(last);
      inLast = 0;
    }
    last[inLast++] = number;
  }

  int size() {
    return (blocks.size() << BITS) - last.length + inLast;
  }

  int get(int i) {
    return blocks.get(i >> BITS)[i & (BLOCK - 1)];
  }

  long ramBytesUsed() {
    return 4L * BLOCK * blocks.size();
  }
}
