package org.orbweaver.crawler.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The front end of the frontier: a prioritiser that gives each URL one of F levels, a
 * first-in-first-out queue for each level, and a selector that takes from a queue twice as often as
 * from the next lower one.
 *
 * <p>The level of a priority is its distance in powers of two from the highest seen, so any scale
 * works. The queues hold a window of the list; the rest is not read yet. So the queues order the
 * URLs within the window, and generate's sort by priority orders the list beyond it.
 */
final class FrontQueues {
  /** Bytes of an entry besides its content and its group's name: objects and references. */
  private static final int OVERHEAD = 120;

  private final long windowBytes;
  private final List<ArrayDeque<Frontier.Entry>> queues = new ArrayList<>();

  /**
   * The next turn of each queue: stride scheduling (C. Waldspurger, W. Weihl, 1995), which is a
   * biased random choice without randomness.
   */
  private final long[] turns;

  private long turn;
  private int best = Integer.MIN_VALUE;
  private long bytes;
  private long size;
  private boolean full;

  FrontQueues(int levels, long windowBytes) {
    if (levels < 1 || levels > Frontier.MAX_FRONT_QUEUES) {
      throw new IllegalArgumentException(
          levels + " front queues: 1 to " + Frontier.MAX_FRONT_QUEUES);
    }
    this.windowBytes = windowBytes;
    this.turns = new long[levels];
    for (int i = 0; i < levels; i++) {
      queues.add(new ArrayDeque<>());
    }
  }

  /** The prioritiser: 0 is the most urgent level. */
  int level(float priority) {
    int lowest = queues.size() - 1;
    if (!(priority > 0)) {
      return lowest;
    }
    int exponent = Math.getExponent(priority);
    best = Math.max(best, exponent);
    return Math.min(lowest, best - exponent);
  }

  void add(Frontier.Entry entry) {
    int level = level(entry.priority());
    ArrayDeque<Frontier.Entry> queue = queues.get(level);
    if (queue.isEmpty()) {
      turns[level] = Math.max(turns[level], turn + (1L << level));
    }
    queue.addLast(entry);
    bytes += weight(entry);
    size++;
    full |= bytes >= windowBytes;
  }

  private static long weight(Frontier.Entry entry) {
    return (long) OVERHEAD + entry.group().length() + entry.body().length;
  }

  /** The selector: the next URL, or null for none. */
  Frontier.Entry poll() {
    if (size == 0) {
      return null;
    }
    int chosen = -1;
    for (int i = 0; i < turns.length; i++) {
      if (!queues.get(i).isEmpty() && (chosen < 0 || turns[i] < turns[chosen])) {
        chosen = i;
      }
    }
    turn = turns[chosen];
    turns[chosen] += 1L << chosen;
    Frontier.Entry entry = queues.get(chosen).removeFirst();
    bytes -= weight(entry);
    size--;
    full &= bytes > windowBytes / 2;
    return entry;
  }

  /** Whether the window should be filled further: once full, it waits until half of it is gone. */
  boolean hasRoom() {
    return !full;
  }

  /** Number of URLs in the window. */
  long size() {
    return size;
  }
}
