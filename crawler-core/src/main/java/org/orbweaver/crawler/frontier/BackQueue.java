package org.orbweaver.crawler.frontier;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The URLs of one group, first in, first out: a head in memory, a middle on disk (a chain of {@link
 * Overflow}'s chunks), and a tail in memory that waits to be written.
 */
final class BackQueue {
  /** Bytes of an item besides its content: its reference, its array's header and padding. */
  static final int OVERHEAD = 48;

  static final long NOWHERE = -1;

  final String group;

  /** Its first items. */
  ArrayDeque<byte[]> head = new ArrayDeque<>(1);

  /** Its last items, unless they are in the head or on disk; null: none. */
  private ArrayDeque<byte[]> tail;

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

  boolean hasTail() {
    return tail != null && !tail.isEmpty();
  }

  void addToTail(byte[] item) {
    if (tail == null) {
      tail = new ArrayDeque<>(1);
    }
    tail.addLast(item);
  }

  byte[] peekTail() {
    return tail.element();
  }

  byte[] removeTail() {
    return tail.removeFirst();
  }

  /** Makes the tail the new head; the head must be empty. */
  void tailBecomesHead() {
    head = tail;
    tail = null;
  }

  /** The first items in memory, up to the given number. */
  List<byte[]> peek(int most) {
    return Stream.concat(head.stream(), tail == null ? Stream.empty() : tail.stream())
        .limit(most)
        .toList();
  }
}
