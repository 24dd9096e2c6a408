package org.orbweaver.crawler.fetch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The back queues of the Mercator frontier (A. Heydon, M. Najork: "Mercator: A scalable, extensible
 * web crawler", 1999): one first-in-first-out queue for each host, and a heap with one entry for
 * each host that may be contacted, by the earliest time t_e at which it may be.
 *
 * <p>What it guarantees: a host is handed out to one taker at a time, never before its t_e, and
 * every item added is handed out once.
 *
 * <p>A host has two lanes. Items of the urgent lane come first, and come even while the host is
 * parked, that is, while its ordinary items wait for an answer from elsewhere (robots.txt by way of
 * another host).
 *
 * <p>Time is a parameter of every call, nanoseconds of any monotonic clock. Not safe for use by
 * several threads: {@link Dispatcher} is. Each call takes time logarithmic in the number of hosts.
 */
final class BackQueues<T> {

  /** The right to contact a host, with the item it is for. Ends with {@link #release}. */
  static final class Lease<T> {
    private final HostQueue<T> queue;
    private final T item;

    private Lease(HostQueue<T> queue, T item) {
      this.queue = queue;
      this.item = item;
    }

    String host() {
      return queue.host;
    }

    T item() {
      return item;
    }
  }

  private static final class HostQueue<T> {
    private final String host;
    private final ArrayDeque<T> urgent = new ArrayDeque<>(1);
    private final ArrayDeque<T> ordinary = new ArrayDeque<>();
    private boolean parked;
    private boolean leased;
    private boolean inHeap;
    private long notBefore;
    private long turn;

    HostQueue(String host, long now) {
      this.host = host;
      notBefore = now;
    }

    boolean hasEligible() {
      return !urgent.isEmpty() || (!parked && !ordinary.isEmpty());
    }
  }

  // Differences, not values, are compared: System.nanoTime() may overflow. Hosts that are due
  // at the same time take turns.
  private final PriorityQueue<HostQueue<T>> heap = new PriorityQueue<>(BackQueues::compareTimes);

  private final Map<String, HostQueue<T>> hosts = new HashMap<>();
  private long turns;
  private long waiting;
  private int leases;
  private int hostsLeft;

  /** Puts an item at the end of its host's queue. */
  void add(String host, T item, long now) {
    HostQueue<T> queue = queue(host, now);
    queue.ordinary.addLast(item);
    added(queue);
  }

  /** Puts an item at the head of its host's queue, to be asked for again first. */
  void addFirst(String host, T item, long now) {
    HostQueue<T> queue = queue(host, now);
    queue.ordinary.addFirst(item);
    added(queue);
  }

  /** Puts an item into the urgent lane of a host. */
  void addUrgent(String host, T item, long now) {
    HostQueue<T> queue = queue(host, now);
    queue.urgent.addLast(item);
    added(queue);
  }

  private static int compareTimes(HostQueue<?> a, HostQueue<?> b) {
    int byTime = Long.signum(a.notBefore - b.notBefore);
    return byTime != 0 ? byTime : Long.compare(a.turn, b.turn);
  }

  private HostQueue<T> queue(String host, long now) {
    return hosts.computeIfAbsent(host, h -> new HostQueue<>(h, now));
  }

  private void added(HostQueue<T> queue) {
    waiting++;
    if (queue.urgent.size() + queue.ordinary.size() == 1) {
      hostsLeft++;
    }
    offer(queue);
  }

  private void offer(HostQueue<T> queue) {
    if (!queue.leased && !queue.inHeap && queue.hasEligible()) {
      queue.inHeap = true;
      queue.turn = turns++;
      heap.add(queue);
    }
  }

  /** The host due first, leased, or null when none is due at {@code now}. */
  Lease<T> poll(long now) {
    HostQueue<T> queue = heap.peek();
    if (queue == null || queue.notBefore - now > 0) {
      return null;
    }
    heap.remove();
    queue.inHeap = false;
    T item = queue.urgent.isEmpty() ? queue.ordinary.pollFirst() : queue.urgent.pollFirst();
    waiting--;
    if (queue.urgent.isEmpty() && queue.ordinary.isEmpty()) {
      hostsLeft--;
    }
    queue.leased = true;
    leases++;
    return new Lease<>(queue, item);
  }

  /** Gives a host back; it may be contacted again at {@code notBefore}. */
  void release(Lease<T> lease, long notBefore) {
    HostQueue<T> queue = lease.queue;
    if (!queue.leased) {
      throw new IllegalStateException("released twice: " + queue.host);
    }
    queue.leased = false;
    leases--;
    queue.notBefore = notBefore;
    offer(queue);
  }

  /** Holds back a host's ordinary items until {@link #unpark}. */
  void park(String host, long now) {
    HostQueue<T> queue = queue(host, now);
    queue.parked = true;
    if (queue.inHeap && !queue.hasEligible()) {
      heap.remove(queue);
      queue.inHeap = false;
    }
  }

  /** Ends {@link #park}; does nothing to a host that is not parked. */
  void unpark(String host) {
    HostQueue<T> queue = hosts.get(host);
    if (queue != null && queue.parked) {
      queue.parked = false;
      offer(queue);
    }
  }

  /** True when some host may be contacted, now or later, without another being released. */
  boolean hasNext() {
    return !heap.isEmpty();
  }

  /** The earliest time at which a host may be contacted; only when {@link #hasNext}. */
  long nextTime() {
    return heap.element().notBefore;
  }

  /** True when nothing is queued and nothing leased. */
  boolean isFinished() {
    return waiting == 0 && leases == 0;
  }

  /** Items queued. */
  long waiting() {
    return waiting;
  }

  /** Hosts leased. */
  int leases() {
    return leases;
  }

  /** Hosts with items queued. */
  int hostsLeft() {
    return hostsLeft;
  }
}
