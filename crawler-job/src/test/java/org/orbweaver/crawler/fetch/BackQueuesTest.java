package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackQueuesTest {
  private record End(long time, BackQueues.Lease<String> lease) {}

  /**
   * A crawl on a simulated clock that starts shortly before System.nanoTime() would overflow: 40
   * hosts, 8 takers, random response times.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 5_000})
  void oneTakerAHostGapKeptNothingLost(long gap) {
    Random random = new Random(17);
    BackQueues<String> queues = new BackQueues<>();
    long now = Long.MAX_VALUE - 20_000;
    long start = now;
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < 2000; i++) {
      String host = "h" + random.nextInt(40);
      queues.add(host, host + "/" + i, now);
      expected.merge(host, 1, Integer::sum);
    }
    Map<String, Long> freeAt = new HashMap<>();
    Map<String, Integer> lastIndex = new HashMap<>();
    PriorityQueue<End> running = new PriorityQueue<>((a, b) -> Long.signum(a.time() - b.time()));
    int served = 0;
    while (!queues.isFinished()) {
      BackQueues.Lease<String> lease = running.size() < 8 ? queues.poll(now) : null;
      if (lease != null) {
        String host = lease.host();
        assertTrue(lease.item().startsWith(host + "/"));
        assertTrue(now - freeAt.getOrDefault(host, start) >= 0, "too early: " + host);
        int index = Integer.parseInt(lease.item().substring(host.length() + 1));
        assertTrue(index > lastIndex.getOrDefault(host, -1), "out of order");
        lastIndex.put(host, index);
        served++;
        // Until it ends the host is out of bounds.
        freeAt.put(host, Long.MAX_VALUE + now);
        running.add(new End(now + 1 + random.nextInt(300), lease));
        continue;
      }
      if (running.size() < 8 && queues.hasNext()) {
        long due = queues.nextTime();
        if (running.isEmpty() || due - running.element().time() < 0) {
          now = due;
          continue;
        }
      }
      End end = running.remove();
      now = end.time();
      freeAt.put(end.lease().host(), now + gap);
      queues.release(end.lease(), now + gap);
    }
    assertEquals(2000, served);
    assertEquals(0, queues.hostsLeft());
  }

  @Test
  void parkedHostServesItsUrgentLaneOnly() {
    BackQueues<String> queues = new BackQueues<>();
    queues.add("a", "page", 0);
    queues.park("a", 0);
    assertNull(queues.poll(10));
    assertFalse(queues.isFinished());
    queues.addUrgent("a", "robots", 10);
    BackQueues.Lease<String> lease = queues.poll(10);
    assertNotNull(lease);
    assertEquals("robots", lease.item());
    queues.release(lease, 30);
    assertFalse(queues.hasNext());
    queues.unpark("a");
    assertNull(queues.poll(29));
    assertEquals("page", queues.poll(30).item());
  }

  @Test
  void hostsDueAtOnceTakeTurns() {
    BackQueues<String> queues = new BackQueues<>();
    for (int i = 0; i < 3; i++) {
      queues.add("a", "a" + i, 0);
      queues.add("b", "b" + i, 0);
    }
    List<String> order = new ArrayList<>();
    for (BackQueues.Lease<String> l = queues.poll(5); l != null; l = queues.poll(5)) {
      order.add(l.item());
      queues.release(l, 5);
    }
    assertEquals(List.of("a0", "b0", "a1", "b1", "a2", "b2"), order);
  }

  @Test
  void releasingTwiceIsAnError() {
    BackQueues<String> queues = new BackQueues<>();
    queues.add("a", "1", 0);
    BackQueues.Lease<String> lease = queues.poll(0);
    queues.release(lease, 0);
    assertThrows(IllegalStateException.class, () -> queues.release(lease, 0));
  }

  @Test
  void dispatcherServesEveryItemOnceToManyThreads() throws Exception {
    Dispatcher<String> dispatcher = new Dispatcher<>(System::nanoTime);
    int hosts = 30;
    int each = 60;
    dispatcher.change(
        (q, now) -> {
          for (int i = 0; i < hosts * each; i++) {
            q.add("h" + i % hosts, "i" + i, now);
          }
        });
    Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
    Map<String, AtomicInteger> busy = new ConcurrentHashMap<>();
    AtomicInteger faults = new AtomicInteger();
    long gap = 200_000;
    Map<String, Long> free = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  BackQueues.Lease<String> lease = dispatcher.next(null, 0);
                  while (lease != null) {
                    String host = lease.host();
                    Long freeAt = free.get(host);
                    if (busy.computeIfAbsent(host, h -> new AtomicInteger()).incrementAndGet() != 1
                        || (freeAt != null && System.nanoTime() - freeAt < 0)) {
                      faults.incrementAndGet();
                    }
                    served
                        .computeIfAbsent(lease.item(), i -> new AtomicInteger())
                        .incrementAndGet();
                    busy.get(host).decrementAndGet();
                    long notBefore = System.nanoTime() + gap;
                    free.put(host, notBefore);
                    lease = dispatcher.next(lease, notBefore);
                  }
                } catch (InterruptedException e) {
                  faults.incrementAndGet();
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join(20_000);
      assertFalse(thread.isAlive());
    }
    assertEquals(0, faults.get());
    assertEquals(hosts * each, served.size());
    assertTrue(served.values().stream().allMatch(n -> n.get() == 1));
  }
}
