package org.orbweaver.crawler.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The URLs of one group, first in, first out: a head in memory, a middle on disk (a chain of {@link
 * Overflow}'s chunks), and a tail in memory that waits to be written.
 */
final class BackQueue {
  /** Bytes of an item besides its content: this node and the array's header. */
  static final int OVERHEAD = 48;

  static final long NOWHERE = -1;

  /** An item and a reference to the next. */
  private static final class Node {
    private final byte[] item;
    private Node next;

    Node(byte[] item) {
      this.item = item;
    }
  }

  final String group;

  // Two lists in the queue's own fields: with a million queues each further object is a cache miss.
  private Node headFirst;
  private Node headLast;
  private Node tailFirst;
  private Node tailLast;

  long tailBytes;

  /** Whether it is on the list of queues with tails to be written. */
  boolean dirty;

  /** Start and end of the chain on disk. */
  long firstChunk = NOWHERE;

  long lastChunk = NOWHERE;

  /** Items that come first and may be requested even while the queue is parked; null: none. */
  ArrayDeque<byte[]> urgent;

  /** Number of items, in memory and on disk. */
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

  boolean hasHead() {
    return headFirst != null;
  }

  boolean hasTail() {
    return tailFirst != null;
  }

  void addToHead(byte[] item) {
    Node node = new Node(item);
    if (headLast == null) {
      headFirst = node;
    } else {
      headLast.next = node;
    }
    headLast = node;
  }

  void addBeforeHead(byte[] item) {
    Node node = new Node(item);
    node.next = headFirst;
    headFirst = node;
    if (headLast == null) {
      headLast = node;
    }
  }

  byte[] removeHead() {
    byte[] item = headFirst.item;
    headFirst = headFirst.next;
    if (headFirst == null) {
      headLast = null;
    }
    return item;
  }

  /** The first items in memory, up to the given number. */
  List<byte[]> peek(int most) {
    List<byte[]> items = new ArrayList<>();
    for (Node start : new Node[] {headFirst, tailFirst}) {
      for (Node node = start; node != null && items.size() < most; node = node.next) {
        items.add(node.item);
      }
    }
    return items;
  }

  void addToTail(byte[] item) {
    Node node = new Node(item);
    if (tailLast == null) {
      tailFirst = node;
    } else {
      tailLast.next = node;
    }
    tailLast = node;
  }

  byte[] peekTail() {
    return tailFirst.item;
  }

  byte[] removeTail() {
    byte[] item = tailFirst.item;
    tailFirst = tailFirst.next;
    if (tailFirst == null) {
      tailLast = null;
    }
    return item;
  }

  /** Makes the tail the new head; the head must be empty. */
  void tailBecomesHead() {
    headFirst = tailFirst;
    headLast = tailLast;
    tailFirst = null;
    tailLast = null;
  }
}
