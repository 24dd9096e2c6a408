package org.orbweaver.orb.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import org.orbweaver.common.cli.Console;
import org.orbweaver.crawler.frontier.Frontier;

/**
 * Passes ten million URLs of a million hosts through a frontier, in an order without order, on a
 * simulated clock; a program of its own, so that the JVM's memory is the frontier's.
 */
public final class FrontierPassage {
  private static final int HOSTS = 1_000_000;
  private static final int URLS = 10_000_000;
  private static final int UNDER_WAY = 500;
  private static final long DELAY = 5_000_000_000L;

  /** Bytes of an item: a URL and what the crawldb says of it. */
  private static final int ITEM_BYTES = 150;

  private FrontierPassage() {}

  private static int host(int url) {
    int h = url * 0x9e3779b9;
    h = (h ^ (h >>> 15)) * 0x85ebca6b;
    return ((h ^ (h >>> 13)) & 0x7fffffff) % HOSTS;
  }

  /** Arguments: a folder for what does not fit, and the number of back queues. */
  public static void main(String[] args) throws IOException {
    long memory = Runtime.getRuntime().maxMemory() / 8;
    BitSet served = new BitSet(URLS);
    long start = System.nanoTime();
    Frontier.Limits limits =
        new Frontier.Limits(16, Integer.parseInt(args[1]), memory, Path.of(args[0]));
    long now = 0;
    int read = 0;
    try (Frontier frontier = new Frontier(limits)) {
      ArrayDeque<Frontier.Lease> underWay = new ArrayDeque<>();
      while (!frontier.isFinished()) {
        while (read < URLS && frontier.hasRoom()) {
          byte[] item = ByteBuffer.allocate(ITEM_BYTES).putInt(read).array();
          frontier.add(new Frontier.Entry("www.host" + host(read) + ".example", 1, item), now);
          if (++read == URLS) {
            frontier.endList();
          }
        }
        Frontier.Lease lease = underWay.size() < UNDER_WAY ? frontier.poll(now) : null;
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
      double seconds = (System.nanoTime() - start) / 1e9;
      if (served.cardinality() != URLS) {
        throw new IllegalStateException("lost: " + (URLS - served.cardinality()));
      }
      long heap =
          ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
              .mapToLong(pool -> pool.getPeakUsage().getUsed())
              .sum();
      Console console = Console.system();
      console.linef("%d %.3f %d %d", served.cardinality(), seconds, heap, frontier.onDisk());
      console.flush();
    }
  }
}
