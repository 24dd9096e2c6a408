package org.orbweaver.index.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.build.IndexMeta;
import org.orbweaver.index.search.ShardIndex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves some shards of a crawl's newest two builds to brokers: {@code GET /status} is its {@link
 * Status}, {@code POST /best} and so on take a {@link ShardIndex.Question} and give the answer for
 * that {@link ShardIndex.Part}, all in JSON. Two builds, so that what was begun on the older one
 * can be finished on it.
 *
 * <p>Statuses: 400 for a query that cannot be read, 410 for a build or shard that is not served
 * here, 500 for the rest. It has neither page nor login: it belongs into a network of its own.
 */
public final class ShardServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ShardServer.class);
  private static final int MAX_BODY_BYTES = 16 << 20;
  private static final int BUILDS = 2;
  private static final long DRAIN_MAX_MILLIS = 15_000;

  static {
    // Otherwise the rest of an answer waits for the acknowledgement of its head: 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /**
   * What a server has.
   *
   * @param isDraining whether it is about to stop; it still answers
   */
  record Status(boolean isDraining, List<Build> builds) {}

  /**
   * A build.
   *
   * @param docs pages in all of its shards
   * @param shards names of all
   * @param served names of those here
   */
  record Build(String build, String created, long docs, List<String> shards, List<String> served) {}

  private record Opened(Build about, Map<String, ShardIndex> shards, Users users) {}

  private final Configuration conf;
  private final CrawlDir dir;
  private final Set<Integer> numbers;
  private final Set<String> hosts;
  private final HttpServer http;
  private final ThreadPoolExecutor searchers;
  private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger active = new AtomicInteger();
  private final Retries retries = new Retries();
  private volatile SortedMap<String, Opened> builds = new TreeMap<>();
  private volatile boolean draining;

  /**
   * Starts a server.
   *
   * @param numbers of the shards to serve, from 0
   * @throws OrbException (failed) where there is no index, a shard is damaged, or the port is in
   *     use; (usage) where there are no such shards
   */
  public static ShardServer start(
      Configuration conf, CrawlDir dir, Set<Integer> numbers, InetAddress bind, int port)
      throws IOException {
    HttpServer http;
    try {
      http = HttpServer.create(new InetSocketAddress(bind, port), 0);
    } catch (IOException e) {
      throw SearchServer.cannotListen(bind, port, e);
    }
    ShardServer server = new ShardServer(conf, dir, numbers, http);
    try {
      server.takeUp(
          dir.latest(dir.indexes())
              .orElseThrow(
                  () ->
                      OrbException.failed(
                          "no index in " + dir + " ('orb index " + dir + "' creates one)")));
      http.start();
      long poll = IndexKeys.SERVE_POLL_MILLIS.get(conf);
      var unused =
          server.watcher.scheduleWithFixedDelay(server::refresh, poll, poll, TimeUnit.MILLISECONDS);
      return server;
    } catch (IOException | RuntimeException e) {
      server.stop();
      throw e;
    }
  }

  private ShardServer(Configuration conf, CrawlDir dir, Set<Integer> numbers, HttpServer http) {
    this.conf = conf;
    this.dir = dir;
    this.numbers = numbers;
    this.http = http;
    hosts = SearchServer.hosts(conf, http.getAddress().getAddress());
    int threads = Runtime.getRuntime().availableProcessors();
    searchers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(IndexKeys.SERVE_QUEUE_LENGTH.get(conf)));
    http.setExecutor(searchers);
    http.createContext("/", this::handle);
  }

  private void refresh() {
    try {
      Optional<Path> newest = dir.latest(dir.indexes());
      if (newest.isPresent()
          && !builds.containsKey(newest.get().getName())
          && retries.isDue(newest.get().getName())) {
        takeUp(newest.get());
        LOG.info("serving the index {}", newest.get().getName());
      }
    } catch (IOException | RuntimeException e) {
      retries.failed();
      LOG.warn("cannot open a newer index; {} are kept", builds.keySet(), e);
    }
  }

  private synchronized void takeUp(Path build) throws IOException {
    IndexMeta meta = IndexMeta.read(dir.fs(), build);
    if (builds.containsKey(meta.build())) {
      return;
    }
    Map<String, ShardIndex> shards = new LinkedHashMap<>();
    try {
      for (String name : meta.shards().keySet()) {
        if (numbers.contains(number(name))) {
          shards.put(name, ShardIndex.open(conf, dir, build, meta, name));
        }
      }
    } catch (Throwable e) {
      IOUtils.closeWhileHandlingException(shards.values());
      throw e;
    }
    if (shards.isEmpty()) {
      throw OrbException.usage(
          "--shards: the index "
              + meta.build()
              + " has none of these; its shards are "
              + String.join(", ", meta.shards().keySet()));
    }
    Build about =
        new Build(
            meta.build(),
            meta.created(),
            meta.docs(),
            List.copyOf(meta.shards().keySet()),
            List.copyOf(shards.keySet()));
    SortedMap<String, Opened> all = new TreeMap<>(builds);
    Users users = new Users(() -> IOUtils.close(shards.values()));
    all.put(meta.build(), new Opened(about, shards, users));
    Opened oldest = all.size() > BUILDS ? all.remove(all.firstKey()) : null;
    builds = all;
    if (oldest != null) {
      oldest.users().release();
    }
  }

  /** The number at a shard's end; an incremental build has several of a number. */
  private static int number(String shard) {
    return Integer.parseInt(shard.substring(shard.lastIndexOf('-') + 1));
  }

  private void handle(HttpExchange exchange) {
    active.incrementAndGet();
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      String host = exchange.getRequestHeaders().getFirst("Host");
      if (!hosts.isEmpty()
          && host != null
          && !hosts.contains(host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT))) {
        send(exchange, 421, new Fields().with("error", "not the name of this server"));
      } else if (path.equals("status")) {
        List<Build> about = builds.values().stream().map(Opened::about).toList();
        send(exchange, 200, new Status(draining, about));
      } else if (!exchange.getRequestMethod().equals("POST")) {
        send(exchange, 405, new Fields().with("error", "only POST, and GET /status"));
      } else {
        answer(exchange, path);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a broker went away", e);
    } finally {
      active.decrementAndGet();
    }
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
      ShardIndex.Question question = Json.parse(new String(body, UTF_8), ShardIndex.Question.class);
      ShardIndex.Part part = ShardIndex.Part.valueOf(path.toUpperCase(Locale.ROOT));
      Opened build = builds.get(question.build());
      ShardIndex shard = build == null ? null : build.shards().get(question.shard());
      if (shard == null || !build.users().use()) {
        throw new AlreadyClosedException("not served");
      }
      Record answer;
      try {
        answer = shard.answer(part, question);
      } finally {
        build.users().release();
      }
      send(exchange, 200, answer);
    } catch (AlreadyClosedException e) {
      send(exchange, 410, new Fields().with("error", "this build or shard is not served here"));
    } catch (OrbException e) {
      send(
          exchange,
          e.exitCode() == ExitCode.USAGE ? 400 : 500,
          new Fields().with("error", e.getMessage()).with("details", e.details()));
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot answer /{}", path, e);
      send(exchange, 500, new Fields().with("error", "failed; the server's log says why"));
    }
  }

  private static void send(HttpExchange exchange, int status, Object json) throws IOException {
    byte[] body =
        (json instanceof Record fields ? Json.line(fields) : Json.line((Fields) json))
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  /** The port that the server listens on. */
  public int port() {
    return http.getAddress().getPort();
  }

  /** What is served, for people. */
  public List<String> shards() {
    return builds.get(builds.lastKey()).about().served();
  }

  /** Name of the newest build. */
  public String build() {
    return builds.lastKey();
  }

  /** Tells brokers to ask others, waits until they do and all is answered, and stops. */
  @Override
  public void close() {
    draining = true;
    // Brokers look at the status at this interval.
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MAX_MILLIS);
    try {
      Thread.sleep(4 * ShardServers.POLL_MILLIS);
      while (active.get() > 0 && System.nanoTime() < until) {
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop();
  }

  /** Stops at once. */
  void stop() {
    http.stop(0);
    watcher.shutdownNow();
    searchers.shutdown();
    builds.values().forEach(build -> build.users().release());
    builds = new TreeMap<>();
  }
}
