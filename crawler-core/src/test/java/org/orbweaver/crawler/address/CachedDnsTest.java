package org.orbweaver.crawler.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedDnsTest {
  private static final long MINUTE = 60_000_000_000L;

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - MINUTE);
  private final CachedDns dns = new CachedDns(this::lookUp, now::get, 3);

  private InetAddress[] lookUp(String host) throws UnknownHostException {
    asked.add(host);
    if (host.startsWith("no")) {
      throw new UnknownHostException(host + " is not there");
    }
    return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {1, 1, 1, 1})};
  }

  @Test
  void answersAreKeptForHalfAnHourAndFailuresForFiveMinutes() throws Exception {
    // The clock overflows on its way.
    for (int i = 0; i < 2; i++) {
      assertEquals("1.1.1.1", dns.resolve("A.test")[0].getHostAddress());
      UnknownHostException e =
          assertThrows(UnknownHostException.class, () -> dns.resolve("no.test"));
      assertEquals("no.test is not there", e.getMessage());
    }
    assertEquals(List.of("a.test", "no.test"), asked);
    now.addAndGet(6 * MINUTE);
    dns.resolve("a.test");
    assertThrows(UnknownHostException.class, () -> dns.resolve("no.test"));
    assertEquals(List.of("a.test", "no.test", "no.test"), asked);
    now.addAndGet(25 * MINUTE);
    dns.resolve("a.test");
    assertEquals(4, asked.size());
  }

  @Test
  void itHoldsNoMoreNamesThanItMay() throws Exception {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 100; i++) {
        dns.resolve("host" + i + ".test");
      }
    }
    assertTrue(asked.size() >= 197, "asked " + asked.size());
  }

  @Test
  void oneQuestionForAllThatAskAtOnce() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    CachedDns slow =
        new CachedDns(
            host -> {
              InetAddress[] found = lookUp(host);
              try {
                assertTrue(answer.await(60, TimeUnit.SECONDS));
              } catch (InterruptedException e) {
                throw new UnknownHostException("interrupted");
              }
              return found;
            },
            now::get,
            10);
    List<Thread> started = new CopyOnWriteArrayList<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            8,
            task -> {
              Thread thread = new Thread(task);
              started.add(thread);
              return thread;
            });
    try {
      List<Future<InetAddress[]>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String host = i % 2 == 0 ? "a.test" : "b.test";
        answers.add(threads.submit(() -> slow.resolve(host)));
      }
      while (started.size() < 8 || started.stream().anyMatch(thread -> !waits(thread))) {
        Thread.sleep(1);
      }
      answer.countDown();
      for (Future<InetAddress[]> found : answers) {
        assertEquals("1.1.1.1", found.get(60, TimeUnit.SECONDS)[0].getHostAddress());
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(2, asked.size());
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  @Test
  void aLookUpThatBreaksIsNotWaitedForForever() {
    CachedDns broken =
        new CachedDns(
            host -> {
              throw new IllegalArgumentException("broken");
            },
            now::get,
            10);
    for (int i = 0; i < 2; i++) {
      assertThrows(IllegalArgumentException.class, () -> broken.resolve("a.test"));
    }
  }

  @Test
  void theCallersCopyIsTheirs() throws Exception {
    dns.resolve("a.test")[0] = null;
    assertEquals("1.1.1.1", dns.resolve("a.test")[0].getHostAddress());
  }
}
