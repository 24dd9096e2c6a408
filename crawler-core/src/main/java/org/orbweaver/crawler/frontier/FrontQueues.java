package org.orbweaver.crawler.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The front end of the frontier: a prioritiser that gives each URL one of F levels, a
 * first-in-first-out queue for each level, and a selector that takes from a queue twice as often as
 * from the next lower one.
 *
 * <p>Priorities are judged by their distance in powers of two to the highest seen, so that any
 * scale will do. The queues hold a window of the list; the rest stays where it is. So the order
 * within the window is the queues', and beyond it the list's, which generate has sorted by
 * priority.
 */
final class FrontQueues {
  /** What an entry takes besides its bytes and its group's name: objects and references. */
  private static final int OVERHEAD = 120;

  private final long windowBytes;
  private final List<ArrayDeque<Frontier.Entry>> queues = new ArrayList<>();

  /**
   * When each queue's turn is: stride scheduling (C. Waldspurger, W. Weihl, 1995), which is a
   * biased random choice without the chance.
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

  /** Whether the window is to be filled on: once full, it waits until half of it is gone. */
  boolean hasRoom() {
    return !full;
  }

  /** URLs in the window. */
  long size() {
    return size;
  }
}
