package org.orbweaver.orb.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.orbweaver.common.job.UserThreads;

/** Serves the demo's hosts on a loopback address, distinguished by the Host header. */
public final class DemoWeb implements Closeable {
  /** The ports that {@link #start()} tries, so that a second run finds the URLs of the first. */
  private static final int FIRST_PORT = 8642;

  private static final int PORTS = 20;

  /** Addresses from 127.0.0.1 on that {@link #start(int)} tries. */
  private static final int ADDRESSES = 20;

  private final HttpServer server;
  private final ExecutorService threads;
  private final DemoLayout layout;
  private final Queue<String> served = new ConcurrentLinkedQueue<>();

  private DemoWeb(HttpServer server) {
    this.server = server;
    this.layout = new DemoLayout(server.getAddress().getPort());
    this.threads = Executors.newFixedThreadPool(4, UserThreads.named("demo-web"));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Starts on port 8642, one of the next few if it is taken, or any free port. */
  public static DemoWeb start() throws IOException {
    for (int port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
      try {
        return start(1, port);
      } catch (BindException e) {
        // in use by another program: try the next one
      }
    }
    return start(1, 0);
  }

  /**
   * Starts on this port, 0 for any free one: at 127.0.0.1, or, because the port is part of a
   * crawl's URLs, at another loopback address if the port is in use there.
   *
   * @throws BindException if it is in use at all of them
   */
  public static DemoWeb start(int port) throws IOException {
    for (int address = 1; address < ADDRESSES; address++) {
      try {
        return start(address, port);
      } catch (BindException e) {
        // in use at this address
      }
    }
    return start(ADDRESSES, port);
  }

  private static DemoWeb start(int address, int port) throws IOException {
    // without it each answer waits 40 ms for the client's delayed acknowledgement
    System.setProperty("sun.net.httpserver.nodelay", "true");
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address});
    return new DemoWeb(HttpServer.create(new InetSocketAddress(loopback, port), 256));
  }

  /** The address of all hosts. */
  public String address() {
    return server.getAddress().getAddress().getHostAddress();
  }

  /** The port of all hosts. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** The URL from which everything can be reached. */
  public List<String> seeds() {
    return List.of(url("docs.demo", "/"));
  }

  /** The URL of a path on a host. */
  public String url(String host, String path) {
    return layout.url(host, path);
  }

  /** URLs that a robots.txt forbids. */
  public List<String> forbidden() {
    return layout.forbidden();
  }

  DemoLayout layout() {
    return layout;
  }

  /** The URLs of the requests answered so far. */
  List<String> served() {
    return List.copyOf(served);
  }

  /**
   * Writes a hosts file, for {@code orbweaver.fetch.dns.hosts.file}.
   *
   * @return the file
   */
  public Path hostsFile(Path file) throws IOException {
    List<String> lines =
        layout.hosts().keySet().stream().map(host -> address() + " " + host).toList();
    return Files.write(file, lines, StandardCharsets.UTF_8);
  }

  /** Stops at once. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String host = exchange.getRequestHeaders().getFirst("Host");
      host = host == null ? "" : host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
      String query = exchange.getRequestURI().getRawQuery();
      String path = exchange.getRequestURI().getRawPath() + (query == null ? "" : "?" + query);
      DemoLayout.Resource resource = layout.get(host, path);
      if (resource == null) {
        resource = DemoLayout.error(404, "There is no such page.");
      }
      served.add(url(host, path));
      byte[] body = resource.bytes();
      exchange.getResponseHeaders().set("Content-Type", resource.type());
      if (!resource.location().isEmpty()) {
        exchange.getResponseHeaders().set("Location", resource.location());
      }
      boolean head = exchange.getRequestMethod().equals("HEAD");
      if (head) {
        exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      }
      exchange.sendResponseHeaders(resource.status(), head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }
}
