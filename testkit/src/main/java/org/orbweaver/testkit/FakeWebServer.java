package org.orbweaver.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The listening sockets and the loops behind them. */
final class FakeWebServer {
  private static final int BACKLOG = 4_096;

  private final List<ServerSocketChannel> sockets;
  private final List<FakeWebLoop> loops = new ArrayList<>();
  private final int port;
  private final RequestLog log;
  private final int threads;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong accepted = new AtomicLong();

  FakeWebServer(int addresses, int port, int threads, RequestLog log) throws IOException {
    this.sockets = bind(addresses, port);
    this.port = ((InetSocketAddress) sockets.get(0).getLocalAddress()).getPort();
    this.threads = threads;
    this.log = log;
  }

  /** Address number i: 127.0.0.1, 127.0.0.2 … 127.0.0.200, 127.0.1.1 … */
  static String address(int i) {
    return "127." + i / 40_000 + "." + i / 200 % 200 + "." + (i % 200 + 1);
  }

  void start(Function<Request, Response> responses) throws IOException {
    for (int i = 0; i < threads; i++) {
      loops.add(new FakeWebLoop(this, responses, log));
    }
    for (int i = 0; i < sockets.size(); i++) {
      loops.get(i % threads).listen(sockets.get(i));
    }
    for (FakeWebLoop loop : loops) {
      Thread thread = new Thread(loop, "fake-web-" + port);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** The loop that takes the next connection, in turn; and the connection's number. */
  long accepted() {
    open.incrementAndGet();
    return accepted.incrementAndGet();
  }

  FakeWebLoop loopFor(long connection) {
    return loops.get((int) (connection % loops.size()));
  }

  void closed() {
    open.decrementAndGet();
  }

  int port() {
    return port;
  }

  int openConnections() {
    return open.get();
  }

  long connections() {
    return accepted.get();
  }

  void close() {
    for (FakeWebLoop loop : loops) {
      loop.stop();
    }
    closeAll(sockets);
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
