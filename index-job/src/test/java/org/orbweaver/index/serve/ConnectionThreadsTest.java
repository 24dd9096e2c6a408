package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionThreadsTest {
  private final ConnectionThreads threads = new ConnectionThreads(3);
  private final CountDownLatch end = new CountDownLatch(1);
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private void client(String name) {
    events.add("begin " + name);
    try {
      end.await();
    } catch (InterruptedException e) {
      events.add("closed " + name + " " + !threads.work());
    }
  }

  private void await(String event) throws InterruptedException {
    assertEquals(event, events.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void theOldestThatWaitsForItsClientGivesWay() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    threads.execute(
        () -> {
          assertTrue(threads.work());
          client("at work");
          threads.awaitClient();
          done.countDown();
        });
    await("begin at work");
    threads.execute(() -> client("first"));
    await("begin first");
    threads.execute(() -> client("second"));
    await("begin second");
    threads.execute(() -> client("third"));
    await("closed first true");
    await("begin third");
    threads.execute(() -> client("fourth"));
    await("closed second true");
    await("begin fourth");
    end.countDown();
    assertTrue(done.await(30, TimeUnit.SECONDS), "a thread at work is left alone");
    assertTrue(events.isEmpty(), events.toString());
  }
}
