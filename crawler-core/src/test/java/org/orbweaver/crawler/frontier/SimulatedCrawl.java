package org.orbweaver.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * A crawl on a simulated clock that checks the frontier's guarantees at each step. Items are
 * numbered; the number's group, priority and response time are functions, so that a crawl of
 * millions needs no list of them.
 */
final class SimulatedCrawl {
  /** The n-th contact with a group. */
  interface OfContact {
    long of(int group, int contact);
  }

  /**
   * The web.
   *
   * @param grouping group of an item, 0 to groups - 1
   * @param latencies milliseconds that a contact takes
   * @param gaps milliseconds from the end of a contact to the next
   */
  record Web(
      int items, int groups, IntUnaryOperator grouping, OfContact latencies, OfContact gaps) {
    /** With a second between contacts. */
    Web(int items, int groups, IntUnaryOperator grouping, OfContact latencies) {
      this(items, groups, grouping, latencies, (group, contact) -> 1000);
    }

    int group(int i) {
      return grouping.applyAsInt(i);
    }

    long latency(int group, int contact) {
      return latencies.of(group, contact);
    }

    long gap(int group, int contact) {
      return gaps.of(group, contact);
    }
  }

  private record End(long time, Frontier.Lease lease, int group) {}

  private static final long MS = 1_000_000;

  private final Web web;
  private final int backQueues;
  private final Frontier frontier;
  private final int[] left;
  private final int[] contacts;
  private final long[] freeAt;
  private final int[] lastItem;
  private final BitSet served = new BitSet();
  private final BitSet leased = new BitSet();
  private final PriorityQueue<End> running =
      new PriorityQueue<>((a, b) -> Long.signum(a.time() - b.time()));
  private long now;
  private int groupsLeft;
  private int read;
  long peakMemory;

  /** Position in the order of service of the first item of each of the first thousand groups. */
  SimulatedCrawl(Web web, Frontier.Limits limits, long start) {
    this.web = web;
    backQueues = limits.backQueues();
    now = start;
    left = new int[web.groups()];
    contacts = new int[web.groups()];
    freeAt = new long[web.groups()];
    lastItem = new int[web.groups()];
    java.util.Arrays.fill(freeAt, start);
    java.util.Arrays.fill(lastItem, -1);
    for (int i = 0; i < web.items(); i++) {
      if (left[web.group(i)]++ == 0) {
        groupsLeft++;
      }
    }
    frontier = new Frontier(limits);
  }

  /** Adds entries as long as the frontier has room. */
  private void feed() throws IOException {
    while (read < web.items() && frontier.hasRoom()) {
      frontier.add(entry(read++), now);
    }
    if (read == web.items()) {
      frontier.endList();
    }
  }

  private Frontier.Entry entry(int i) {
    byte[] body = new byte[40];
    ByteBuffer.wrap(body).putInt(0, i);
    return new Frontier.Entry("host" + web.group(i) + ".example", 1, body);
  }

  /**
   * Runs to the end.
   *
   * @param takers fetches at a time
   * @param inOrder whether the items of a group must come in the list's order
   * @return simulated milliseconds
   */
  long run(int takers, boolean inOrder) throws IOException {
    long start = now;
    feed();
    checkQueues();
    int steps = 0;
    while (!frontier.isFinished()) {
      if (running.size() < takers) {
        Frontier.Lease lease = frontier.poll(now);
        if (lease != null) {
          serve(lease, inOrder);
          continue;
        }
      }
      if (running.size() < takers
          && frontier.hasNext()
          && (running.isEmpty() || frontier.nextTime() - running.element().time() < 0)) {
        assertTrue(frontier.nextTime() - now > 0, "due, and not handed out");
        now = frontier.nextTime();
        continue;
      }
      assertFalse(running.isEmpty(), "nothing runs, nothing is due, and items are left");
      end(running.remove());
      if (++steps % 64 == 0) {
        peakMemory = Math.max(peakMemory, frontier.memory());
      }
    }
    assertEquals(web.items(), served.cardinality());
    assertEquals(0, frontier.waiting());
    assertEquals(0, frontier.backQueues());
    frontier.close();
    return (now - start) / MS;
  }

  private void serve(Frontier.Lease lease, boolean inOrder) {
    int item = ByteBuffer.wrap(lease.item()).getInt(0);
    int group = web.group(item);
    assertEquals("host" + group + ".example", lease.group());
    assertFalse(served.get(item), "handed out twice");
    assertFalse(leased.get(group), "two takers of one group");
    assertTrue(now - freeAt[group] >= 0, "sooner than t_e");
    if (inOrder) {
      assertTrue(item > lastItem[group], "out of order");
    }
    lastItem[group] = item;
    served.set(item);
    leased.set(group);
    running.add(new End(now + MS * web.latency(group, contacts[group]), lease, group));
  }

  private void end(End end) throws IOException {
    now = end.time();
    int group = end.group();
    leased.clear(group);
    freeAt[group] = now + MS * web.gap(group, contacts[group]++);
    if (--left[group] == 0) {
      groupsLeft--;
    }
    frontier.release(end.lease(), freeAt[group], now);
    feed();
    checkQueues();
  }

  private void checkQueues() {
    assertEquals(Math.min(backQueues, groupsLeft), frontier.backQueues(), "live back queues");
  }

  /** Bytes that overflowed to disk. */
  long onDisk() {
    return frontier.onDisk();
  }
}
