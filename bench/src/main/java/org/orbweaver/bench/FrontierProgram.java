package org.orbweaver.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.PriorityQueue;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.frontier.Frontier;

/** The measurements of {@link FrontierBenchCommand}, each run in its own process. */
public final class FrontierProgram {
  static final int HOSTS = 1_000_000;
  private static final int URLS = 10_000_000;
  private static final int UNDER_WAY = 200;
  private static final long DELAY = 5_000_000_000L;
  private static final int PICKS = 5_000_000;
  private static final int ROUNDS = 6;

  /** Bytes of an item: a URL and its crawldb record. */
  private static final int ITEM_BYTES = 150;

  private FrontierProgram() {}

  /** Arguments: {@code pick}, or {@code pass} with a folder and a number of back queues. */
  public static void main(String[] args) throws IOException {
    Console console = Console.system();
    if (args[0].equals("pick")) {
      pick(console);
    } else {
      pass(console, Path.of(args[1]), Integer.parseInt(args[2]));
    }
    console.flush();
  }

  private interface Picker {
    /** Picks the next host; returns the time then. */
    long pick(long now) throws IOException;
  }

  /**
   * Measures taking the next URL of a million waiting hosts, and returning the host for its delay
   * after {@value #UNDER_WAY} more were taken; all on a simulated clock. The peer does the same
   * with a PriorityQueue of objects. The two take turns, the first two rounds warm up the compiler,
   * and the fastest of the others counts.
   */
  private static void pick(Console console) throws IOException {
    Picker frontier = withFrontier();
    Picker queue = withPriorityQueue();
    double frontierNs = Double.MAX_VALUE;
    double queueNs = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      double ours = nanos(frontier, round);
      double peer = nanos(queue, round);
      if (round >= 2) {
        frontierNs = Math.min(frontierNs, ours);
        queueNs = Math.min(queueNs, peer);
      }
    }
    console.linef("frontier %.1f", frontierNs);
    console.linef("priorityQueue %.1f", queueNs);
  }

  private static double nanos(Picker picker, int round) throws IOException {
    // The time between two picks, so that each host has its turn once in a delay.
    long step = DELAY / HOSTS;
    long now = 2L * round * PICKS * step;
    long begin = System.nanoTime();
    for (int i = 0; i < PICKS; i++) {
      now = picker.pick(now + step);
    }
    return (System.nanoTime() - begin) / (double) PICKS;
  }

  /** An endless list: each host has a next URL whenever its turn comes. */
  private static Picker withFrontier() throws IOException {
    Frontier frontier = new Frontier(new Frontier.Limits(16, HOSTS, 1L << 30, Path.of("unused")));
    byte[] item = new byte[60];
    for (int i = 0; i < HOSTS; i++) {
      frontier.add(new Frontier.Entry("www.host" + i + ".example", 1, item), 0);
    }
    ArrayDeque<Frontier.Lease> underWay = new ArrayDeque<>();
    return time -> {
      long now = time;
      if (underWay.size() == UNDER_WAY) {
        Frontier.Lease ended = underWay.removeFirst();
        frontier.add(ended, item);
        frontier.release(ended, now + DELAY, now);
      }
      Frontier.Lease lease = frontier.poll(now);
      while (lease == null) {
        now = frontier.nextTime();
        lease = frontier.poll(now);
      }
      underWay.addLast(lease);
      return now;
    };
  }

  /** The same by host, without queues, lists and names. */
  private static Picker withPriorityQueue() {
    record Host(long notBefore, int number) {}
    PriorityQueue<Host> heap =
        new PriorityQueue<>((a, b) -> Long.compare(a.notBefore(), b.notBefore()));
    for (int i = 0; i < HOSTS; i++) {
      heap.add(new Host(0, i));
    }
    ArrayDeque<Host> underWay = new ArrayDeque<>();
    return now -> {
      if (underWay.size() == UNDER_WAY) {
        heap.add(new Host(now + DELAY, underWay.removeFirst().number()));
      }
      Host host = heap.remove();
      underWay.addLast(host);
      return Math.max(now, host.notBefore());
    };
  }

  /** Passes ten million URLs of a million hosts, in random order, through a frontier. */
  private static void pass(Console console, Path folder, int backQueues) throws IOException {
    long memory = Runtime.getRuntime().maxMemory() / 8;
    BitSet served = new BitSet(URLS);
    long start = System.nanoTime();
    long now = 0;
    int read = 0;
    try (Frontier frontier = new Frontier(new Frontier.Limits(16, backQueues, memory, folder))) {
      ArrayDeque<Frontier.Lease> underWay = new ArrayDeque<>();
      while (!frontier.isFinished()) {
        while (read < URLS && frontier.hasRoom()) {
          byte[] item = ByteBuffer.allocate(ITEM_BYTES).putInt(read).array();
          frontier.add(new Frontier.Entry("www.host" + host(read) + ".example", 1, item), now);
          if (++read == URLS) {
            frontier.endList();
          }
        }
        Frontier.Lease lease = underWay.size() < 500 ? frontier.poll(now) : null;
        if (lease != null) {
          int url = ByteBuffer.wrap(lease.item()).getInt();
          if (served.get(url)) {
            throw new IllegalStateException("handed out twice: " + url);
          }
          served.set(url);
          underWay.addLast(lease);
        } else if (!underWay.isEmpty()) {
          now += 1_000_000;
          frontier.release(underWay.removeFirst(), now + DELAY, now);
        } else {
          now = frontier.nextTime();
        }
      }
      if (served.cardinality() != URLS) {
        throw new IllegalStateException("lost: " + (URLS - served.cardinality()));
      }
      long heap =
          ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(pool -> pool.getType() == MemoryType.HEAP)
              .mapToLong(pool -> pool.getPeakUsage().getUsed())
              .sum();
      console.linef("urls %d", URLS);
      console.linef("seconds %.3f", (System.nanoTime() - start) / 1e9);
      console.linef("heapMb %d", heap >> 20);
      console.linef("diskMb %d", frontier.onDisk() >> 20);
    }
  }

  private static int host(int url) {
    int h = url * 0x9e3779b9;
    h = (h ^ (h >>> 15)) * 0x85ebca6b;
    return ((h ^ (h >>> 13)) & 0x7fffffff) % HOSTS;
  }
}
