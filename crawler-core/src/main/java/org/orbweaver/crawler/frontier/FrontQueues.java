package org.orbweaver.crawler.frontier;

import java.io.IOException;
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

  private final FetchList list;
  private final long windowBytes;
  private final List<ArrayDeque<FetchList.Entry>> queues = new ArrayList<>();

  /**
   * When each queue's turn is: stride scheduling (C. Waldspurger, W. Weihl, 1995), which is a
   * biased random choice without the chance.
   */
  private final long[] turns;

  private long turn;
  private int best = Integer.MIN_VALUE;
  private long bytes;
  private long size;
  private boolean ended;

  FrontQueues(FetchList list, int levels, long windowBytes) {
    if (levels < 1 || levels > Frontier.MAX_FRONT_QUEUES) {
      throw new IllegalArgumentException(
          levels + " front queues: 1 to " + Frontier.MAX_FRONT_QUEUES);
    }
    this.list = list;
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

  private void fill() throws IOException {
    // Read on in long strides: the window is filled when half of it is gone.
    if (ended || (size > 0 && bytes >= windowBytes / 2)) {
      return;
    }
    while (size == 0 || bytes < windowBytes) {
      FetchList.Entry entry = list.next();
      if (entry == null) {
        ended = true;
        return;
      }
      int level = level(entry.priority());
      ArrayDeque<FetchList.Entry> queue = queues.get(level);
      if (queue.isEmpty()) {
        turns[level] = Math.max(turns[level], turn + (1L << level));
      }
      queue.addLast(entry);
      bytes += weight(entry);
      size++;
    }
  }

  private static long weight(FetchList.Entry entry) {
    return (long) OVERHEAD + entry.group().length() + entry.body().length;
  }

  /** The selector: the next URL, or null when the list has come to its end. */
  FetchList.Entry poll() throws IOException {
    fill();
    int chosen = -1;
    for (int i = 0; i < turns.length; i++) {
      if (!queues.get(i).isEmpty() && (chosen < 0 || turns[i] < turns[chosen])) {
        chosen = i;
      }
    }
    if (chosen < 0) {
      return null;
    }
    turn = turns[chosen];
    turns[chosen] += 1L << chosen;
    FetchList.Entry entry = queues.get(chosen).removeFirst();
    bytes -= weight(entry);
    size--;
    return entry;
  }

  /** Whether a URL is left; looks into the list if it must. */
  boolean isEmpty() throws IOException {
    fill();
    return size == 0;
  }

  /** URLs in the window. */
  long size() {
    return size;
  }

  /** Whether all of the list has been read. */
  boolean isRead() {
    return ended;
  }
}
