package org.orbweaver.crawler.frontier;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The frontier; see the package's description.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Each item, of the list or added later, is handed out once.
 *   <li>A group is leased to one taker at a time, and never before the time t_e set at the end of
 *       its last lease, even if it had no items for a while.
 *   <li>Between calls there are min(B, groups left) back queues, as far as the list has been added,
 *       none of them empty except leased ones: refill takes URLs from the front queues; a URL of a
 *       group with a back queue goes there, and the first of any other group gets the free one.
 *   <li>Items of a group come in the order in which the front queues released them.
 *   <li>Memory: a window of the list and the heads of the back queues within the budget, about 350
 *       bytes for each back queue and its group's name, and the items of {@link #addUrgent}.
 * </ul>
 *
 * <p>A group has two lanes. Items of the urgent lane come first, and are handed out even while the
 * group is parked, that is, while its ordinary items wait for an answer from elsewhere (robots.txt
 * by way of another host).
 *
 * <p>Time is nanoseconds of any monotonic clock. Not thread-safe. Each call takes time logarithmic
 * in B, plus reads from disk, amortised over the items.
 */
public final class Frontier implements Closeable {

  /**
   * Its size limits.
   *
   * @param frontQueues F
   * @param backQueues B
   * @param memoryBytes for items: a quarter for the window of the list, the rest for back queues
   * @param folder on a local disk, for items that do not fit
   */
  public record Limits(int frontQueues, int backQueues, long memoryBytes, Path folder) {}

  /**
   * A URL of the list.
   *
   * @param group the unit that must not be contacted twice at once, such as the URL's host
   * @param priority the higher, the earlier
   * @param body the fetcher's data, opaque here
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  public record Entry(String group, float priority, byte[] body) {}

  /** The right to contact a group, with an item of it. Ends with {@link #release}. */
  public static final class Lease {
    private final BackQueue queue;
    private final byte[] item;

    private Lease(BackQueue queue, byte[] item) {
      this.queue = queue;
      this.item = item;
    }

    /** The group. */
    public String group() {
      return queue.group;
    }

    /** The item. */
    public byte[] item() {
      return item;
    }
  }

  /** The largest possible number of front queues. */
  public static final int MAX_FRONT_QUEUES = 32;

  private final FrontQueues front;
  private final int maxBackQueues;
  private final Overflow overflow;
  private final Map<String, BackQueue> groups = new HashMap<>();
  private final TimeHeap<BackQueue> heap = new TimeHeap<>();

  /** Groups without a back queue whose time has not come yet; their times must be kept. */
  private final Map<String, Long> resting = new HashMap<>();

  private final TimeHeap<String> restingByTime = new TimeHeap<>();

  private Consumer<String> retired = group -> {};
  private long waiting;
  private int leases;
  private boolean listRead;

  /** A frontier without URLs; {@link #add(Entry, long)} fills it. */
  public Frontier(Limits limits) {
    if (limits.backQueues() < 1) {
      throw new IllegalArgumentException(
          limits.backQueues() + " back queues: at least 1 is needed");
    }
    front = new FrontQueues(limits.frontQueues(), limits.memoryBytes() / 4);
    maxBackQueues = limits.backQueues();
    overflow = new Overflow(limits.folder(), limits.memoryBytes() / 4 * 3);
  }

  /**
   * Sets a listener for groups that lose their back queue because they have no items at present.
   */
  public void onRetire(Consumer<String> listener) {
    retired = listener;
  }

  /** Whether the window has room; if not, the list must not be read further. */
  public boolean hasRoom() {
    return front.hasRoom();
  }

  /** Adds the next entry of the list. */
  public void add(Entry entry, long now) throws IOException {
    front.add(entry);
    refill(now);
  }

  /** Marks the end of the list: all of it has been given to {@link #add(Entry, long)}. */
  public void endList() {
    listRead = true;
  }

  /** Fills the free back queues, as far as there are groups. */
  private void refill(long now) throws IOException {
    while (!restingByTime.isEmpty() && restingByTime.time() - now <= 0) {
      String group = restingByTime.remove();
      Long until = resting.get(group);
      if (until != null && until - now <= 0) {
        resting.remove(group);
      }
    }
    while (groups.size() < maxBackQueues) {
      Entry entry = front.poll();
      if (entry == null) {
        return;
      }
      enqueue(entry, now);
    }
  }

  private BackQueue queue(String group, long now) {
    BackQueue queue = groups.get(group);
    if (queue == null) {
      Long until = resting.isEmpty() ? null : resting.remove(group);
      queue = new BackQueue(group, until == null ? now : until);
      groups.put(group, queue);
    }
    return queue;
  }

  private void enqueue(Entry entry, long now) throws IOException {
    BackQueue queue = queue(entry.group(), now);
    overflow.addLast(queue, entry.body(), groups.size());
    waiting++;
    offer(queue);
  }

  /** Puts an item at the end of the leased group's queue, past the front queues. */
  public void add(Lease lease, byte[] item) throws IOException {
    overflow.addLast(leased(lease), item, groups.size());
    waiting++;
  }

  /** Puts an item at the head of the leased group's queue, to be requested again first. */
  public void addFirst(Lease lease, byte[] item) {
    overflow.addFirst(leased(lease), item);
    waiting++;
  }

  private static BackQueue leased(Lease lease) {
    if (!lease.queue.leased) {
      throw new IllegalStateException("not leased: " + lease.group());
    }
    return lease.queue;
  }

  /** Puts an item into the urgent lane of a group; this may exceed B. */
  public void addUrgent(String group, byte[] item, long now) {
    BackQueue queue = queue(group, now);
    if (queue.urgent == null) {
      queue.urgent = new ArrayDeque<>(1);
    }
    queue.urgent.addLast(item);
    waiting++;
    offer(queue);
  }

  private void offer(BackQueue queue) {
    if (!queue.leased && !queue.inHeap && queue.hasEligible()) {
      queue.inHeap = true;
      heap.add(queue.notBefore, queue);
    }
  }

  /** Leases the group due first; null if none is due at {@code now}. */
  public Lease poll(long now) throws IOException {
    if (groups.size() < maxBackQueues) {
      refill(now);
    }
    if (heap.isEmpty() || heap.time() - now > 0) {
      return null;
    }
    return lease();
  }

  /** Leases any group with an item, due or not; for callers that contact no host. */
  public Lease pollAny() throws IOException {
    return heap.isEmpty() ? null : lease();
  }

  private Lease lease() throws IOException {
    BackQueue queue = heap.remove();
    queue.inHeap = false;
    queue.leased = true;
    leases++;
    waiting--;
    return new Lease(
        queue, queue.hasUrgent() ? queue.urgent.removeFirst() : overflow.removeFirst(queue));
  }

  /** Gives a group back; it may be contacted again at {@code notBefore}. */
  public void release(Lease lease, long notBefore, long now) throws IOException {
    BackQueue queue = lease.queue;
    if (!queue.leased) {
      throw new IllegalStateException("released twice: " + queue.group);
    }
    queue.leased = false;
    leases--;
    queue.notBefore = notBefore;
    keepOrRetire(queue, now);
  }

  private void keepOrRetire(BackQueue queue, long now) throws IOException {
    if (queue.leased || queue.parked || !queue.isEmpty()) {
      offer(queue);
      return;
    }
    groups.remove(queue.group);
    retired.accept(queue.group);
    if (queue.notBefore - now > 0) {
      resting.put(queue.group, queue.notBefore);
      restingByTime.add(queue.notBefore, queue.group);
    }
    refill(now);
  }

  /** Holds a leased group's ordinary items back until {@link #unpark}. */
  public void park(Lease lease) {
    leased(lease).parked = true;
  }

  /** Ends {@link #park}; has no effect on a group that is not parked. */
  public void unpark(String group, long now) throws IOException {
    BackQueue queue = groups.get(group);
    if (queue != null && queue.parked) {
      queue.parked = false;
      keepOrRetire(queue, now);
    }
  }

  /** {@link #unpark} for all groups. */
  public void unparkAll(long now) throws IOException {
    for (String group : List.copyOf(groups.keySet())) {
      unpark(group, now);
    }
  }

  /** Whether some group may be contacted, now or later, without another being released. */
  public boolean hasNext() {
    return !heap.isEmpty();
  }

  /** The earliest time at which a group may be contacted; only valid if {@link #hasNext}. */
  public long nextTime() {
    return heap.time();
  }

  /** Whether nothing is left: in the list, in queues, or leased. */
  public boolean isFinished() {
    return listRead && waiting() == 0 && leases == 0;
  }

  /** Number of leased groups. */
  public int leases() {
    return leases;
  }

  /** Number of back queues, including those of leased groups. */
  public int backQueues() {
    return groups.size();
  }

  /** Number of items added and not yet handed out. */
  public long waiting() {
    return waiting + front.size();
  }

  /** Whether all of the list has been read. */
  public boolean isListRead() {
    return listRead;
  }

  /** Receives a group and the number of items in its back queue. */
  @FunctionalInterface
  public interface QueueVisitor {
    void visit(String group, long size);
  }

  /** Visits all back queues. */
  public void forEachQueue(QueueVisitor visitor) {
    groups.forEach((group, queue) -> visitor.visit(group, queue.size));
  }

  /** The first items of a group's back queue that are in memory. */
  public List<byte[]> peek(String group, int most) {
    BackQueue queue = groups.get(group);
    return queue == null ? List.of() : queue.peek(most);
  }

  /** Bytes of items in back queues in memory. */
  long memory() {
    return overflow.inMemory();
  }

  /** Bytes written to disk so far. */
  public long onDisk() {
    return overflow.onDisk();
  }

  @Override
  public void close() throws IOException {
    overflow.close();
  }
}
