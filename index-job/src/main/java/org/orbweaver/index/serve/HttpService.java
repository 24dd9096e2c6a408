package org.orbweaver.index.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.conf.IndexKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server on the JDK's, for short requests and answers that fit in memory. It answers only
 * to its own host names, sends security headers with each answer, limits each client to some
 * seconds, and bounds the requests at work and those waiting.
 *
 * <p>A request has a connection thread until it is answered; a slow client holds only that. Costly
 * work goes through {@link #inTurn} or {@link #aside}. If no connection thread is left, further
 * connections wait in the operating system. The JDK answers malformed HTTP, and URLs with
 * characters that RFC 3986 requires percent-encoded, with a fixed text and status 400.
 */
final class HttpService implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);

  /** The paths for programs. */
  static final String API = "/api/";

  static final String BUSY = "the server is busy; try again in a moment";
  static final String PLAIN = "text/plain; charset=utf-8";
  static final String JSON = "application/json; charset=utf-8";

  /** Sent with each answer. Only a page's own style and script are loaded or run. */
  static final Map<String, String> SECURITY_HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
              + " img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  /**
   * Connection threads beyond those of {@link #inTurn}, for other requests and for slow clients.
   */
  static final int SPARE_THREADS = 64;

  /**
   * Bodies of the maximum size that may be in memory at a time; many more fit at the usual size.
   */
  private static final int LARGE_BODIES = 4;

  /** Most tasks that wait to run {@link #aside}. */
  static final int ASIDE_QUEUE = 16;

  /** The time in which clients that keep their connection learn from an answer that it closes. */
  private static final int DRAIN_GRACE_MILLIS = 250;

  private static final int DRAIN_MAX_SECONDS = 15;

  static {
    // The server reads these properties when its classes are loaded. Times are in seconds; that of
    // a response includes the wait for a turn.
    Map.of(
            // Otherwise the rest of an answer waits 40 ms for the acknowledgement of its head.
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.idleInterval", "30",
            "sun.net.httpserver.maxIdleConnections", "4096",
            "jdk.httpserver.maxConnections", "4096",
            "sun.net.httpserver.maxReqHeaderSize", "32768")
        .forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
  }

  /** Answers requests, in several threads at a time. */
  interface Handler {
    /** Answers a request; any exception is logged and answered with status 500. */
    Reply answer(Request request) throws IOException;

    /** Called before each answer is sent, also for those of the service itself. */
    default void answered(Request request, int status, long nanos) {}
  }

  /**
   * A request.
   *
   * @param path without the query string
   * @param origin scheme and host, as configured or as the client sent them
   * @param site the header Sec-Fetch-Site: the relation to the requesting page's site
   * @param isNavigation true if it is a navigation, such as following a link
   * @param caller the header Origin: the page of another site whose script sends this
   * @param languages the header Accept-Language; may be empty
   */
  record Request(
      String method,
      String path,
      String queryString,
      String origin,
      Optional<String> site,
      boolean isNavigation,
      Optional<String> caller,
      String languages,
      String body) {

    /**
     * True if a page of another site loads this without a navigation, as an image or by a script
     * (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>). Browsers send these
     * headers to loopback addresses and over TLS.
     */
    boolean isLoadedElsewhere() {
      return !isNavigation
          && site.filter(s -> s.equals("cross-site") || s.equals("same-site")).isPresent();
    }

    /**
     * The first value of each parameter.
     *
     * @throws OrbException (usage) if the query string is not percent-encoded UTF-8
     */
    Map<String, String> parameters() {
      return first(values(Request::decoded));
    }

    /**
     * All values of each parameter.
     *
     * @throws OrbException (usage) if the query string is not percent-encoded UTF-8
     */
    Map<String, List<String>> values() {
      return values(Request::decoded);
    }

    /** The same of a text that a person may have typed: octets that are not UTF-8 are marked. */
    Map<String, List<String>> typedValues() {
      return values(text -> URLDecoder.decode(text, UTF_8));
    }

    private Map<String, List<String>> values(UnaryOperator<String> decoding) {
      Map<String, List<String>> values = new LinkedHashMap<>();
      for (String pair : queryString.split("&")) {
        String[] parts = pair.split("=", 2);
        values
            .computeIfAbsent(decoding.apply(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoding.apply(parts[1]));
      }
      values.remove("");
      return values;
    }

    private static String decoded(String text) {
      try {
        return UTF_8
            .newDecoder()
            .decode(ISO_8859_1.encode(URLDecoder.decode(text, ISO_8859_1)))
            .toString();
      } catch (CharacterCodingException | IllegalArgumentException e) {
        LOG.debug("not a query string", e);
        throw OrbException.usage("the URL's query string is not percent-encoded UTF-8");
      }
    }
  }

  /** An answer, with headers in addition to the common ones. */
  record Reply(int status, String type, String body, Map<String, String> headers) {
    Reply(int status, String type, String body, String header, String value) {
      this(status, type, body, Map.of(header, value));
    }

    Reply with(String header, String value) {
      Map<String, String> all = new HashMap<>(headers);
      all.merge(header, value, (before, added) -> before + ", " + added);
      return new Reply(status, type, body, all);
    }

    static Reply of(int status, String type, String body) {
      return new Reply(status, type, body, "Cache-Control", "no-cache");
    }
  }

  /** The first value of each parameter. */
  static Map<String, String> first(Map<String, List<String>> values) {
    Map<String, String> first = new HashMap<>();
    values.forEach((name, all) -> first.put(name, all.get(0)));
    return first;
  }

  private final HttpServer http;
  private final Set<String> hosts = new HashSet<>();

  /** Public scheme and host; empty to use those that clients send. */
  private final String publicOrigin;

  private final int maxBodyBytes;

  /** The room left for the bodies of all requests being read or worked on. */
  private final Semaphore bodyBytes;

  private final TaskQueue turns;
  private final TaskQueue aside;
  private final TaskQueue looks;
  private final TaskQueue brief;
  private final ConnectionThreads connections;
  private volatile boolean draining;

  /**
   * Binds the port.
   *
   * @param port to listen on; 0 for any that is free
   * @param turns number of requests worked on at a time
   * @param maxBodyBytes of a request
   * @throws OrbException (failed) if the port is in use, or the address is not of this machine
   */
  HttpService(Configuration conf, InetAddress bind, int port, int turns, int maxBodyBytes) {
    try {
      http = HttpServer.create(new InetSocketAddress(bind, port), 0);
    } catch (IOException e) {
      String at = bind.getHostAddress() + ":" + port;
      throw OrbException.failed(
          "cannot listen on " + at + " (" + e.getMessage() + "); choose another --port or --bind",
          e);
    }
    IndexKeys.SERVE_HOSTS.get(conf).forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    publicOrigin = IndexKeys.SERVE_URL.get(conf).strip().replaceFirst("/$", "");
    if (bind.isLoopbackAddress()) {
      hosts.addAll(List.of("localhost", "127.0.0.1", "[::1]", bind.getHostAddress()));
    }
    if (!hosts.isEmpty() && !publicOrigin.isEmpty()) {
      hosts.add(name(URI.create(publicOrigin).getRawAuthority()));
    }
    this.maxBodyBytes = maxBodyBytes;
    bodyBytes = new Semaphore(LARGE_BODIES * maxBodyBytes);
    long maxWaitMillis = IndexKeys.SERVE_WAIT_MAX_MILLIS.get(conf);
    int queue = IndexKeys.SERVE_QUEUE_LENGTH.get(conf);
    this.turns = new TaskQueue(turns, queue, maxWaitMillis);
    aside = new TaskQueue(1, ASIDE_QUEUE, maxWaitMillis);
    looks = new TaskQueue(1, ASIDE_QUEUE, maxWaitMillis);
    brief = new TaskQueue(1, queue, maxWaitMillis);
    connections = new ConnectionThreads(turns + queue + SPARE_THREADS);
    http.setExecutor(connections);
  }

  void start(Handler handler) {
    http.createContext("/", exchange -> handle(exchange, handler));
    http.start();
  }

  /** The port that the server listens on. */
  int port() {
    return http.getAddress().getPort();
  }

  /** Number of requests being worked on. */
  int working() {
    return turns.working();
  }

  /** The room left for bodies, in bytes; for tests. */
  int bodyRoom() {
    return bodyBytes.availablePermits();
  }

  /** Number of requests waiting for their turn. */
  int waiting() {
    return turns.waiting();
  }

  /**
   * Runs a search or another costly task when its turn comes.
   *
   * @throws RejectedExecutionException if the queue is full, or its turn came too late
   */
  <T> T inTurn(Callable<T> task) throws IOException {
    return turns.take(task);
  }

  /** Runs a task that must not hold up searches: one at a time, and few wait. */
  <T> T aside(Callable<T> task) throws IOException {
    return aside.take(task);
  }

  /** Looks something up for a reader who waits: as {@link #aside}, but not behind that. */
  <T> T lookUp(Callable<T> task) throws IOException {
    return looks.take(task);
  }

  /** Runs what takes next to no time and is no search: behind none of the above. */
  <T> T briefly(Callable<T> task) throws IOException {
    return brief.take(task);
  }

  private void handle(HttpExchange exchange, Handler handler) {
    long start = System.nanoTime();
    ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    try (exchange) {
      URI target = exchange.getRequestURI();
      Headers headers = exchange.getRequestHeaders();
      String host = Optional.ofNullable(headers.getFirst("Host")).orElse("localhost:" + port());
      Optional<Reply> refusal = refusal(exchange, host);
      if (refusal.isEmpty()) {
        refusal = read(exchange.getRequestBody(), body);
      }
      Request request =
          new Request(
              exchange.getRequestMethod(),
              Optional.ofNullable(target.getPath()).orElse(""),
              Optional.ofNullable(target.getRawQuery()).orElse(""),
              publicOrigin.isEmpty() ? "http://" + host : publicOrigin,
              Optional.ofNullable(headers.getFirst("Sec-Fetch-Site")),
              "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
                  && "document".equals(headers.getFirst("Sec-Fetch-Dest")),
              Optional.ofNullable(headers.getFirst("Origin")),
              Optional.ofNullable(headers.getFirst("Accept-Language")).orElse(""),
              body.toString(UTF_8));
      if (!connections.work()) {
        return;
      }
      Reply reply = forReader(request, refusal.orElseGet(() -> reply(exchange, request, handler)));
      handler.answered(request, reply.status(), System.nanoTime() - start);
      connections.awaitClient();
      send(exchange, reply);
    } catch (IOException | RuntimeException e) {
      LOG.debug("a client went away", e);
    } finally {
      bodyBytes.release(body.size());
    }
  }

  /** Reads a body; refuses one that is too large, or that exceeds the room left for all bodies. */
  private Optional<Reply> read(InputStream in, ByteArrayOutputStream body) throws IOException {
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
      if (body.size() + n > maxBodyBytes) {
        return Optional.of(
            Reply.of(413, PLAIN, "The request has more than " + maxBodyBytes + " bytes.\n"));
      }
      if (!bodyBytes.tryAcquire(n)) {
        return Optional.of(new Reply(503, PLAIN, BUSY + "\n", "Retry-After", "1"));
      }
      body.write(buffer, 0, n);
    }
    return Optional.empty();
  }

  /**
   * Refuses a request that is not for this server. A page elsewhere could point its own host name
   * to a loopback address and read the answers; a browser sends that host in Host, whatever the
   * target (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112, 3.2</a>).
   */
  private Optional<Reply> refusal(HttpExchange exchange, String host) {
    int named = exchange.getRequestHeaders().getOrDefault("Host", List.of()).size();
    if (named > 1 || (named == 0 && !exchange.getProtocol().equals("HTTP/1.0"))) {
      return Optional.of(Reply.of(400, PLAIN, "A request needs one Host header.\n"));
    }
    URI target = exchange.getRequestURI();
    String scheme = target.getScheme();
    if (target.toString().startsWith("//") || (scheme != null && !scheme.matches("(?i)https?"))) {
      return Optional.of(Reply.of(400, PLAIN, "The request's target is not of this server.\n"));
    }
    boolean isOther = scheme != null && !host.equalsIgnoreCase(target.getRawAuthority());
    return isOther || (!hosts.isEmpty() && !hosts.contains(name(host)))
        ? Optional.of(
            Reply.of(
                421, PLAIN, "This server does not serve that host; see orbweaver.serve.hosts.\n"))
        : Optional.empty();
  }

  private static String name(String authority) {
    return authority.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
  }

  private static Reply reply(HttpExchange exchange, Request request, Handler handler) {
    try {
      return handler.answer(request);
    } catch (Throwable e) {
      // Such as a stack overflow; without an answer the client would wait.
      LOG.error("cannot answer {}", exchange.getRequestURI(), e);
      return Reply.of(500, PLAIN, "failed; the server's log says why\n");
    }
  }

  /** Programs read JSON, also where something is wrong. */
  private static Reply forReader(Request request, Reply reply) {
    boolean isSentence = reply.status() >= 400 && reply.type().equals(PLAIN);
    return isSentence && request.path().startsWith(API)
        ? new Reply(
            reply.status(), JSON, Json.line(Map.of("error", reply.body().strip())), reply.headers())
        : reply;
  }

  private void send(HttpExchange exchange, Reply reply) throws IOException {
    var headers = exchange.getResponseHeaders();
    SECURITY_HEADERS.forEach(headers::set);
    headers.set("Content-Type", reply.type());
    reply.headers().forEach(headers::set);
    if (draining) {
      headers.set("Connection", "close");
    }
    byte[] body = reply.body().getBytes(UTF_8);
    if (exchange.getRequestMethod().equals("HEAD") || body.length == 0) {
      headers.set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(reply.status(), -1);
    } else {
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /**
   * Answers accepted requests, and stops. For a moment it answers all requests, and closes each
   * connection with its answer; then it accepts no more connections.
   */
  @Override
  public void close() {
    draining = true;
    try {
      Thread.sleep(DRAIN_GRACE_MILLIS);
      // Closes the port at once, but then waits longer than needed.
      Thread closing = new Thread(() -> http.stop(DRAIN_MAX_SECONDS), "http-drain");
      closing.setDaemon(true);
      closing.start();
      long until = System.nanoTime() + SECONDS.toNanos(DRAIN_MAX_SECONDS);
      do {
        Thread.sleep(20);
      } while (connections.getActiveCount() > 0 && System.nanoTime() < until);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop();
  }

  /** Stops at once. */
  void stop() {
    http.stop(0);
    connections.shutdown();
    turns.close();
    aside.close();
    looks.close();
    brief.close();
  }
}
