package org.orbweaver.common.sorted;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The first few of many, in a given order. Memory: what is kept. */
public final class TopList<T> {
  private final Comparator<? super T> order;
  private final int size;
  private final PriorityQueue<T> lastFirst;

  /**
   * An empty list.
   *
   * @param size maximum length
   */
  public TopList(Comparator<? super T> order, int size) {
    this.order = order;
    this.size = size;
    lastFirst = new PriorityQueue<>(order.reversed());
  }

  /** Looks at one more. */
  public void add(T element) {
    if (!isFull()) {
      lastFirst.add(element);
    } else if (size > 0 && order.compare(element, last()) < 0) {
      lastFirst.poll();
      lastFirst.add(element);
    }
  }

  /** Whether one more can enter only in the place of the last. */
  public boolean isFull() {
    return lastFirst.size() >= size;
  }

  /** The last one kept; null if there is none. */
  public T last() {
    return lastFirst.peek();
  }

  /** All that are kept, in order. */
  public List<T> list() {
    List<T> list = new ArrayList<>(lastFirst);
    list.sort(order);
    return list;
  }
}
