package org.orbweaver.testkit;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One thread with a selector: accepts, reads, writes and keeps the timers of its connections. */
final class FakeWebLoop implements Runnable {
  private record Arrival(SocketChannel channel, long number) {}

  private record Timer(long time, long sequence, FakeWebConnection connection)
      implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(time - other.time, 0); // nanoTime may overflow: compare differences
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  private final FakeWebServer server;
  private final Function<Request, Response> responses;
  private final RequestLog log;
  private final Selector selector = Selector.open();
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private long sequence;
  private volatile boolean running = true;

  FakeWebLoop(FakeWebServer server, Function<Request, Response> responses, RequestLog log)
      throws IOException {
    this.server = server;
    this.responses = responses;
    this.log = log;
  }

  void listen(ServerSocketChannel socket) throws ClosedChannelException {
    socket.register(selector, SelectionKey.OP_ACCEPT, socket);
  }

  /** Wakes the connection at a time of {@link System#nanoTime()}. */
  void wake(FakeWebConnection connection, long time) {
    timers.add(new Timer(time, sequence++, connection));
  }

  void stop() {
    running = false;
    selector.wakeup();
    try {
      stopped.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      while (running) {
        selector.select(this::ready, untilNextTimer());
        register();
        fireTimers();
      }
    } catch (IOException e) {
      throw new IllegalStateException("the fake web's selector failed", e);
    } finally {
      for (SelectionKey key : new ArrayList<>(selector.keys())) {
        if (key.attachment() instanceof FakeWebConnection connection) {
          connection.close();
        }
      }
      try {
        selector.close();
      } catch (IOException e) {
        // nothing depends on it any more
      }
      stopped.countDown();
    }
  }

  /** Milliseconds to wait, rounded up: a timer never fires early. 0 waits without a limit. */
  private long untilNextTimer() {
    if (!arrivals.isEmpty()) {
      return 1;
    }
    Timer next = timers.peek();
    if (next == null) {
      return 0;
    }
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(next.time - System.nanoTime() + 999_999));
  }

  private void ready(SelectionKey key) {
    if (key.attachment() instanceof FakeWebConnection connection) {
      connection.ready();
    } else {
      accept((ServerSocketChannel) key.attachment());
    }
  }

  private void accept(ServerSocketChannel socket) {
    try {
      for (SocketChannel channel; (channel = socket.accept()) != null; ) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        long number = server.accepted();
        FakeWebLoop loop = server.loopFor(number);
        loop.arrivals.add(new Arrival(channel, number));
        if (loop != this) {
          loop.selector.wakeup();
        }
      }
    } catch (IOException e) {
      // the client gave up before it was accepted, or the server is closing
    }
  }

  private void register() throws ClosedChannelException {
    for (Arrival arrival; (arrival = arrivals.poll()) != null; ) {
      SelectionKey key = arrival.channel.register(selector, SelectionKey.OP_READ);
      key.attach(
          new FakeWebConnection(
              arrival.channel, key, arrival.number, responses, log, this, server::closed));
    }
  }

  private void fireTimers() {
    for (Timer next; (next = timers.peek()) != null && next.time - System.nanoTime() <= 0; ) {
      timers.remove();
      next.connection.wake(next.time);
    }
  }
}
