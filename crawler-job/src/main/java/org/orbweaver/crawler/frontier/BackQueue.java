package org.orbweaver.crawler.frontier;

import java.util.ArrayDeque;

/**
 * The URLs of one group, first in, first out: a head in memory, a middle on disk (a chain of {@link
 * Overflow}'s chunks), a tail in memory that waits to be written.
 */
final class BackQueue {
  /** What an item takes besides its bytes: this node and the array's header. */
  static final int OVERHEAD = 48;

  static final long NOWHERE = -1;

  /** A singly linked list of items. */
  static final class Items {
    private static final class Node {
      private final byte[] item;
      private Node next;

      Node(byte[] item) {
        this.item = item;
      }
    }

    private Node first;
    private Node last;

    boolean isEmpty() {
      return first == null;
    }

    void addLast(byte[] item) {
      Node node = new Node(item);
      if (last == null) {
        first = node;
      } else {
        last.next = node;
      }
      last = node;
    }

    void addFirst(byte[] item) {
      Node node = new Node(item);
      node.next = first;
      first = node;
      if (last == null) {
        last = node;
      }
    }

    byte[] peek() {
      return first.item;
    }

    byte[] removeFirst() {
      byte[] item = first.item;
      first = first.next;
      if (first == null) {
        last = null;
      }
      return item;
    }
  }

  final String group;
  Items head = new Items();
  Items tail = new Items();

  long tailBytes;

  /** Whether it is on the list of queues whose tails are to be written. */
  boolean dirty;

  /** Where the chain on disk begins and ends. */
  long firstChunk = NOWHERE;

  long lastChunk = NOWHERE;

  /** Items that may be asked for even while the queue is parked, and come first; null: none. */
  ArrayDeque<byte[]> urgent;

  /** Items, whichever place they are in. */
  long size;

  long notBefore;
  boolean parked;
  boolean leased;
  boolean inHeap;

  BackQueue(String group, long notBefore) {
    this.group = group;
    this.notBefore = notBefore;
  }

  boolean hasUrgent() {
    return urgent != null && !urgent.isEmpty();
  }

  boolean hasEligible() {
    return hasUrgent() || (!parked && size > 0);
  }

  boolean isEmpty() {
    return size == 0 && !hasUrgent();
  }

  static long weight(byte[] item) {
    return (long) OVERHEAD + item.length;
  }
}
