package org.orbweaver.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;

/**
 * The listening sockets, and one thread with a selector: it accepts, reads, writes and keeps the
 * timers of the connections.
 */
final class FakeWebServer {
  private static final int BACKLOG = 4_096;

  private record Timer(long time, long sequence, FakeWebConnection connection)
      implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(time - other.time, 0); // nanoTime may overflow: compare differences
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  private final List<ServerSocketChannel> sockets;
  private final int port;
  private final RequestLog log;

  /** Null without TLS. */
  private final TlsAuthority authority;

  private final Selector selector = Selector.open();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private Thread thread;
  private Function<Request, Response> responses;
  private long accepted;
  private long sequence;
  private volatile boolean running = true;

  FakeWebServer(int addresses, int port, RequestLog log, TlsAuthority authority)
      throws IOException {
    this.authority = authority;
    this.sockets = bind(addresses, port);
    this.port = ((InetSocketAddress) sockets.get(0).getLocalAddress()).getPort();
    this.log = log;
  }

  /** Address number i: 127.0.0.1, 127.0.0.2 … 127.0.0.200, 127.0.1.1 … */
  static String address(int i) {
    return "127." + i / 40_000 + "." + i / 200 % 200 + "." + (i % 200 + 1);
  }

  void start(Function<Request, Response> answers) throws IOException {
    responses = answers;
    for (ServerSocketChannel socket : sockets) {
      socket.register(selector, SelectionKey.OP_ACCEPT, socket);
    }
    thread = new Thread(this::run, "fake-web-" + port);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return port;
  }

  /** Wakes the connection at a time of {@link System#nanoTime()}. */
  void wake(FakeWebConnection connection, long time) {
    timers.add(new Timer(time, sequence++, connection));
  }

  void close() {
    running = false;
    selector.wakeup();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeAll(sockets);
  }

  private void run() {
    try {
      while (running) {
        selector.select(this::ready, untilNextTimer());
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
    }
  }

  /** Milliseconds to wait, rounded up: a timer never fires early. 0 waits without a limit. */
  private long untilNextTimer() {
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
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(
            new FakeWebConnection(channel, tls(channel), key, ++accepted, responses, log, this));
      }
    } catch (IOException e) {
      // the client gave up before it was accepted, or the server is closing
    }
  }

  private TlsChannel tls(SocketChannel channel) {
    if (authority == null) {
      return null;
    }
    SSLEngine engine = authority.accept();
    return new TlsChannel(channel, engine, () -> log.handshake(authority.wasFull(engine)));
  }

  private void fireTimers() {
    for (Timer next; (next = timers.peek()) != null && next.time - System.nanoTime() <= 0; ) {
      timers.remove();
      next.connection.wake(next.time);
    }
  }

  private static List<ServerSocketChannel> bind(int addresses, int port) throws IOException {
    BindException taken = null;
    // a port that is free on the first address may be taken on another: then try the next one
    for (int attempt = 0; attempt < (port == 0 ? 20 : 1); attempt++) {
      List<ServerSocketChannel> sockets = new ArrayList<>();
      int common = port;
      try {
        for (int i = 0; i < addresses; i++) {
          ServerSocketChannel socket = ServerSocketChannel.open();
          sockets.add(socket);
          socket.configureBlocking(false);
          socket.bind(new InetSocketAddress(InetAddress.getByName(address(i)), common), BACKLOG);
          common = ((InetSocketAddress) socket.getLocalAddress()).getPort();
        }
        return sockets;
      } catch (BindException e) {
        closeAll(sockets);
        taken = e;
      }
    }
    throw new IOException(
        "cannot listen on "
            + addresses
            + " loopback addresses, port "
            + port
            + ": "
            + taken.getMessage(),
        taken);
  }

  private static void closeAll(List<ServerSocketChannel> sockets) {
    for (ServerSocketChannel socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // nothing is lost with a listening socket
      }
    }
  }
}
