package org.orbweaver.common.sorted;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the first few of many elements in a given order. Memory: the elements kept. */
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

  /** Offers an element. */
  public void add(T element) {
    if (!isFull()) {
      lastFirst.add(element);
    } else if (size > 0 && order.compare(element, last()) < 0) {
      lastFirst.poll();
      lastFirst.add(element);
    }
  }

  /** True if the list is full, so that a new element must replace the last. */
  public boolean isFull() {
    return lastFirst.size() >= size;
  }

  /** The last element kept; null if there is none. */
  public T last() {
    return lastFirst.peek();
  }

  /** The elements kept, in order. */
  public List<T> list() {
    List<T> list = new ArrayList<>(lastFirst);
    list.sort(order);
    return list;
  }
}
