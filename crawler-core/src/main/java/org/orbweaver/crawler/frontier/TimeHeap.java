package org.orbweaver.crawler.frontier;

import java.util.Arrays;

/**
 * A heap of values by time: four children a node, times side by side in a separate array. With a
 * million entries a binary heap of objects misses the cache at each of twenty levels; this one at
 * most of ten. Entries of equal time are removed in the order in which they were added.
 *
 * <p>Times are compared by their difference: {@code System.nanoTime()} may overflow.
 */
final class TimeHeap<T> {
  private static final int FIRST_CAPACITY = 64;

  private long[] times = new long[FIRST_CAPACITY];
  private long[] orders = new long[FIRST_CAPACITY];
  private Object[] things = new Object[FIRST_CAPACITY];
  private int size;
  private long added;

  boolean isEmpty() {
    return size == 0;
  }

  /** The earliest time; only if not empty. */
  long time() {
    return times[0];
  }

  void add(long time, T thing) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      things = Arrays.copyOf(things, 2 * size);
    }
    long order = added++;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (times[parent] - time <= 0) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, time, order, thing);
  }

  /** Removes the value with the earliest time; only if not empty. */
  T remove() {
    @SuppressWarnings("unchecked")
    T first = (T) things[0];
    size--;
    long time = times[size];
    long order = orders[size];
    Object thing = things[size];
    things[size] = null;
    int at = 0;
    while (true) {
      int child = 4 * at + 1;
      if (child >= size) {
        break;
      }
      int least = child;
      int end = Math.min(child + 4, size);
      for (int i = child + 1; i < end; i++) {
        if (isBefore(times[i], orders[i], times[least], orders[least])) {
          least = i;
        }
      }
      if (!isBefore(times[least], orders[least], time, order)) {
        break;
      }
      move(least, at);
      at = least;
    }
    if (size > 0) {
      put(at, time, order, thing);
    }
    return first;
  }

  private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
    long difference = time - otherTime;
    return difference < 0 || (difference == 0 && order < otherOrder);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    orders[to] = orders[from];
    things[to] = things[from];
  }

  private void put(int at, long time, long order, Object thing) {
    times[at] = time;
    orders[at] = order;
    things[at] = thing;
  }
}
