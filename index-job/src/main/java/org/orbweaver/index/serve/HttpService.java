package org.orbweaver.index.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.bootstrap.AsyncServerBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncResponseProducer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.nio.entity.AbstractBinAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AbstractServerExchangeHandler;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.ResponseConnControl;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.apache.hc.core5.http.protocol.ResponseDate;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.ListenerEndpoint;
import org.apache.hc.core5.util.Timeout;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.conf.IndexKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server on Apache HttpCore, for short requests and answers that fit in memory. It answers
 * only to its own host names, sends security headers with each answer, and bounds connections, the
 * requests at work and those waiting.
 *
 * <p>Input and output do not block: a request has a thread from its last byte until its answer is
 * ready, and a slow client has none. Costly work goes through {@link #inTurn} or {@link #aside}.
 * Malformed HTTP gets HttpCore's answer; a URL with any characters is read.
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

  /** Threads beyond those of {@link #inTurn}, for other requests. */
  static final int SPARE_THREADS = 64;

  private static final int THREAD_IDLE_SECONDS = 30;

  /**
   * Bodies of the maximum size that may be in memory at a time; many more fit at the usual size.
   */
  private static final int LARGE_BODIES = 4;

  /** Most tasks that wait to run {@link #aside}. */
  static final int ASIDE_QUEUE = 16;

  /** The time in which clients that keep their connection learn from an answer that it closes. */
  private static final int DRAIN_GRACE_MILLIS = 250;

  private static final int DRAIN_MAX_SECONDS = 15;

  /** Without a byte from or to the client; that of an answer includes the wait for a turn. */
  private static final int IDLE_SECONDS = 60;

  private static final int MAX_HEADER_LINE = 32 << 10;
  private static final int MAX_HEADERS = 200;

  /** A percent sign that begins no octet. */
  private static final Pattern STRAY_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

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

    /** The same of a text that a person may have typed: any is read, octets not UTF-8 marked. */
    Map<String, List<String>> typedValues() {
      return values(text -> typed(text.replace('+', ' ')));
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

  /** A text with its octets decoded; what is none stands for itself. */
  private static String typed(String text) {
    String octets = STRAY_PERCENT.matcher(text).replaceAll("%25").replace("+", "%2B");
    return new String(URLDecoder.decode(octets, ISO_8859_1).getBytes(ISO_8859_1), UTF_8);
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

  private final HttpAsyncServer http;
  private final ListenerEndpoint endpoint;
  private final OpenConnections connections = new OpenConnections();
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
  private final ThreadPoolExecutor threads;
  private volatile Handler handler;
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
    threads =
        new ThreadPoolExecutor(
            0,
            turns + queue + SPARE_THREADS,
            THREAD_IDLE_SECONDS,
            SECONDS,
            new SynchronousQueue<>(),
            task -> new Thread(task, "http"));
    http = server();
    endpoint = listen(bind, port);
  }

  private HttpAsyncServer server() {
    HttpAsyncServer server =
        AsyncServerBootstrap.bootstrap()
            .setIOReactorConfig(
                IOReactorConfig.custom()
                    .setTcpNoDelay(true)
                    .setSoReuseAddress(true)
                    .setSoTimeout(Timeout.ofSeconds(IDLE_SECONDS))
                    .build())
            .setHttp1Config(
                Http1Config.custom()
                    .setMaxLineLength(MAX_HEADER_LINE)
                    .setMaxHeaderCount(MAX_HEADERS)
                    .build())
            // Not its check of Host: refusal() has its own.
            .setHttpProcessor(
                HttpProcessorBuilder.create()
                    .addAll(new ResponseDate(), new ResponseContent(), new ResponseConnControl())
                    .build())
            .setRequestRouter((request, context) -> Exchange::new)
            .setIOSessionListener(connections)
            .setExceptionCallback(e -> LOG.debug("a client went away", e))
            .create();
    server.start();
    return server;
  }

  private ListenerEndpoint listen(InetAddress bind, int port) {
    try {
      return http.listen(new InetSocketAddress(bind, port), URIScheme.HTTP).get();
    } catch (ExecutionException e) {
      stop();
      String at = bind.getHostAddress() + ":" + port;
      throw OrbException.failed(
          "cannot listen on "
              + at
              + " ("
              + e.getCause().getMessage()
              + "); choose another --port or --bind",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Until then all requests are refused as if it were busy. */
  void start(Handler answers) {
    handler = answers;
  }

  /** The port that the server listens on. */
  int port() {
    return ((InetSocketAddress) endpoint.getAddress()).getPort();
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

  /** A request being read and answered. */
  private final class Exchange extends AbstractServerExchangeHandler<Message<HttpRequest, Body>> {
    @Override
    protected AsyncRequestConsumer<Message<HttpRequest, Body>> supplyConsumer(
        HttpRequest head, EntityDetails entity, HttpContext context) {
      return new BasicRequestConsumer<>(entity == null ? null : new Body());
    }

    @Override
    protected void handle(
        Message<HttpRequest, Body> message, ResponseTrigger trigger, HttpContext context)
        throws HttpException, IOException {
      try {
        threads.execute(() -> answer(message, trigger, context));
      } catch (RejectedExecutionException e) {
        LOG.debug("all threads are at work", e);
        trigger.submitResponse(producer(busy()), context);
      }
    }
  }

  /** The body of a request; one that is too large, or for which there is no room, is refused. */
  private final class Body extends AbstractBinAsyncEntityConsumer<Body> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
    private Reply refusal;

    @Override
    protected void streamStart(ContentType type) {}

    @Override
    protected int capacityIncrement() {
      return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer source, boolean isLast) {
      int n = source.remaining();
      if (refusal == null && bytes.size() + n > maxBodyBytes) {
        refusal = Reply.of(413, PLAIN, "The request has more than " + maxBodyBytes + " bytes.\n");
      } else if (refusal == null && !bodyBytes.tryAcquire(n)) {
        refusal = busy();
      }
      byte[] part = new byte[n];
      source.get(part);
      if (refusal == null) {
        bytes.writeBytes(part);
      }
    }

    @Override
    protected Body generateContent() {
      return this;
    }

    @Override
    public synchronized void releaseResources() {
      bodyBytes.release(bytes.size());
      bytes.reset();
    }

    synchronized String text() {
      return bytes.toString(UTF_8);
    }
  }

  private static Reply busy() {
    return new Reply(503, PLAIN, BUSY + "\n", "Retry-After", "1");
  }

  private void answer(
      Message<HttpRequest, Body> message, ResponseTrigger trigger, HttpContext context) {
    long start = System.nanoTime();
    try {
      HttpRequest head = message.getHead();
      Body body = message.getBody();
      String host = Optional.ofNullable(value(head, "Host")).orElse("localhost:" + port());
      Optional<Reply> refusal =
          refusal(head, host)
              .or(() -> Optional.ofNullable(body == null ? null : body.refusal))
              .or(() -> Optional.ofNullable(handler == null ? busy() : null));
      String[] target = head.getPath().split("\\?", 2);
      Request request =
          new Request(
              head.getMethod(),
              typed(target[0]),
              target.length == 1 ? "" : target[1],
              publicOrigin.isEmpty() ? "http://" + host : publicOrigin,
              Optional.ofNullable(value(head, "Sec-Fetch-Site")),
              "navigate".equals(value(head, "Sec-Fetch-Mode"))
                  && "document".equals(value(head, "Sec-Fetch-Dest")),
              Optional.ofNullable(value(head, "Origin")),
              Optional.ofNullable(value(head, "Accept-Language")).orElse(""),
              body == null ? "" : body.text());
      Reply reply = forReader(request, refusal.orElseGet(() -> reply(request)));
      if (handler != null) {
        handler.answered(request, reply.status(), System.nanoTime() - start);
      }
      trigger.submitResponse(producer(reply), context);
    } catch (IOException | HttpException | RuntimeException e) {
      LOG.debug("a client went away", e);
    }
  }

  private static String value(HttpRequest head, String name) {
    Header header = head.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  /**
   * Refuses a request that is not for this server. A page elsewhere could point its own host name
   * to a loopback address and read the answers; a browser sends that host in Host, whatever the
   * target (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112, 3.2</a>).
   */
  private Optional<Reply> refusal(HttpRequest head, String host) {
    int named = head.countHeaders("Host");
    if (named > 1 || (named == 0 && !HttpVersion.HTTP_1_0.equals(head.getVersion()))) {
      return Optional.of(Reply.of(400, PLAIN, "A request needs one Host header.\n"));
    }
    String authority = head.getAuthority() == null ? null : head.getAuthority().toString();
    if (!head.getScheme().matches("(?i)https?") || !head.getPath().startsWith("/")) {
      return Optional.of(Reply.of(400, PLAIN, "The request's target is not of this server.\n"));
    }
    boolean isOther = authority != null && !host.equalsIgnoreCase(authority);
    return isOther || (!hosts.isEmpty() && !hosts.contains(name(host)))
        ? Optional.of(
            Reply.of(
                421, PLAIN, "This server does not serve that host; see orbweaver.serve.hosts.\n"))
        : Optional.empty();
  }

  private static String name(String authority) {
    return authority.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
  }

  private Reply reply(Request request) {
    try {
      return handler.answer(request);
    } catch (Throwable e) {
      // Such as a stack overflow; without an answer the client would wait.
      LOG.error("cannot answer {}?{}", request.path(), request.queryString(), e);
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

  private AsyncResponseProducer producer(Reply reply) {
    AsyncResponseBuilder response = AsyncResponseBuilder.create(reply.status());
    SECURITY_HEADERS.forEach(response::setHeader);
    reply.headers().forEach(response::setHeader);
    if (draining) {
      response.setHeader("Connection", "close");
    }
    return response
        .setEntity(reply.body().getBytes(UTF_8), ContentType.parse(reply.type()))
        .build();
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
      Closer.closeQuietly(endpoint);
      long until = System.nanoTime() + SECONDS.toNanos(DRAIN_MAX_SECONDS);
      while (threads.getActiveCount() > 0 && System.nanoTime() < until) {
        Thread.sleep(20);
      }
      http.close(CloseMode.GRACEFUL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop();
  }

  /** Stops at once. */
  void stop() {
    http.close(CloseMode.IMMEDIATE);
    threads.shutdown();
    turns.close();
    aside.close();
    looks.close();
    brief.close();
  }
}
