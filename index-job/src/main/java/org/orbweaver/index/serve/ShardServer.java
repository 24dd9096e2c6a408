package org.orbweaver.index.serve;

import static org.orbweaver.index.serve.HttpService.JSON;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.search.ShardIndex;
import org.orbweaver.index.serve.HttpService.Reply;
import org.orbweaver.index.serve.HttpService.Request;
import org.orbweaver.index.store.IndexMeta;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves some shards of a crawl's newest two builds to brokers: {@code GET /status} is its {@link
 * ServerStatus}, {@code POST /best} and so on take a {@link ShardIndex.ShardRequest} and give the
 * answer for that {@link ShardIndex.Step}, all in JSON. Two builds, so that a search begun on the
 * older one can finish on it.
 *
 * <p>Statuses: 400 for a malformed request or query, 403 for a browser, 410 for a build or shard
 * that is not served here, 503 under overload, 500 for the rest. It has neither page nor login: run
 * it in a network of its own.
 */
public final class ShardServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ShardServer.class);
  private static final int MAX_BODY_BYTES = 16 << 20;
  private static final int BUILDS = 2;

  /**
   * The status of a server.
   *
   * @param isDraining true if it is about to stop; it still answers
   */
  record ServerStatus(boolean isDraining, List<Build> builds) {}

  /**
   * A build.
   *
   * @param docs pages in all of its shards
   * @param shards names of all
   * @param served names of the shards served here
   */
  record Build(String build, String created, long docs, List<String> shards, List<String> served) {}

  private record OpenBuild(Build about, Map<String, ShardIndex> shards, ReferenceCount users) {}

  private final Configuration conf;
  private final CrawlDir dir;
  private final Set<Integer> numbers;
  private final HttpService http;
  private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();
  private final Retries retries = new Retries();
  private volatile SortedMap<String, OpenBuild> builds = new TreeMap<>();
  private volatile boolean draining;

  /**
   * Starts a server.
   *
   * @param numbers of the shards to serve, from 0
   * @throws OrbException (failed) if there is no index, a shard is damaged, or the port is in use;
   *     (usage) if there are no such shards
   */
  public static ShardServer start(
      Configuration conf, CrawlDir dir, Set<Integer> numbers, InetAddress bind, int port)
      throws IOException {
    int turns = Runtime.getRuntime().availableProcessors();
    HttpService http = new HttpService(conf, bind, port, turns, MAX_BODY_BYTES);
    ShardServer server = new ShardServer(conf, dir, numbers, http);
    try {
      server.takeUp(
          dir.latest(dir.indexes())
              .orElseThrow(
                  () ->
                      OrbException.failed(
                          "no index in " + dir + " ('orb index " + dir + "' creates one)")));
      http.start(server::answer);
      long poll = IndexKeys.SERVE_POLL_MILLIS.get(conf);
      var unused =
          server.watcher.scheduleWithFixedDelay(server::refresh, poll, poll, TimeUnit.MILLISECONDS);
      return server;
    } catch (Throwable e) {
      server.stop();
      throw e;
    }
  }

  private ShardServer(Configuration conf, CrawlDir dir, Set<Integer> numbers, HttpService http) {
    this.conf = conf;
    this.dir = dir;
    this.numbers = numbers;
    this.http = http;
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
    } catch (Throwable e) {
      // Errors, too: an exception cancels all later refreshes.
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
    if (builds.isEmpty()) {
      shards.values().iterator().next().warmUp();
    }
    Build about =
        new Build(
            meta.build(),
            meta.created(),
            meta.docs(),
            List.copyOf(meta.shards().keySet()),
            List.copyOf(shards.keySet()));
    SortedMap<String, OpenBuild> all = new TreeMap<>(builds);
    ReferenceCount users = new ReferenceCount(() -> IOUtils.close(shards.values()));
    all.put(meta.build(), new OpenBuild(about, shards, users));
    OpenBuild oldest = all.size() > BUILDS ? all.remove(all.firstKey()) : null;
    builds = all;
    if (oldest != null) {
      oldest.users().release();
    }
  }

  /** The number at a shard's end; an incremental build has several shards of a number. */
  private static int number(String shard) {
    return Integer.parseInt(shard.substring(shard.lastIndexOf('-') + 1));
  }

  private Reply answer(Request request) throws IOException {
    if (request.path().equals("/status")) {
      List<Build> about = builds.values().stream().map(OpenBuild::about).toList();
      return Reply.of(200, JSON, Json.line(new ServerStatus(draining, about)));
    }
    if (!request.method().equals("POST")) {
      return failed(405, "only POST, and GET /status", List.of());
    }
    if (request.site().isPresent()) {
      return failed(403, "only brokers ask here, no web pages", List.of());
    }
    try {
      Record answer = http.inTurn(() -> answer(step(request.path()), question(request.body())));
      return Reply.of(200, JSON, Json.line(answer));
    } catch (RejectedExecutionException e) {
      return failed(503, HttpService.BUSY, List.of());
    } catch (AlreadyClosedException e) {
      return failed(410, "this build or shard is not served here", List.of());
    } catch (OrbException e) {
      return failed(e.exitCode() == ExitCode.USAGE ? 400 : 500, e.getMessage(), e.details());
    }
  }

  private static ShardIndex.Step step(String path) {
    return Arrays.stream(ShardIndex.Step.values())
        .filter(step -> path.equals("/" + step.name().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> OrbException.usage("no question to a shard: " + path));
  }

  private static ShardIndex.ShardRequest question(String body) {
    try {
      return Json.parse(body, ShardIndex.ShardRequest.class);
    } catch (IOException e) {
      LOG.debug("not a question", e);
      throw OrbException.usage("the question is malformed: " + e.getMessage());
    }
  }

  private Record answer(ShardIndex.Step part, ShardIndex.ShardRequest question) throws IOException {
    OpenBuild build = builds.get(question.build());
    ShardIndex shard = build == null ? null : build.shards().get(question.shard());
    if (shard == null || !build.users().use()) {
      throw new AlreadyClosedException("not served");
    }
    try {
      return shard.answer(part, question);
    } catch (IllegalArgumentException e) {
      // Such as statistics of more pages than there are.
      LOG.warn("a question that contradicts itself: {}", question, e);
      throw OrbException.usage("the question contradicts itself: " + e.getMessage());
    } finally {
      build.users().release();
    }
  }

  private static Reply failed(int status, String error, List<String> details) {
    return Reply.of(
        status, JSON, Json.line(new Fields().with("error", error).with("details", details)));
  }

  /** The port that the server listens on. */
  public int port() {
    return http.port();
  }

  /** The shards served, for display. */
  public List<String> shards() {
    return builds.get(builds.lastKey()).about().served();
  }

  /** Name of the newest build. */
  public String build() {
    return builds.lastKey();
  }

  /**
   * Reports itself as draining, waits until brokers have noticed and all requests are answered, and
   * stops.
   */
  @Override
  public void close() {
    draining = true;
    try {
      // Brokers poll the status at this interval.
      Thread.sleep(4 * ShardClient.POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.close();
    stop();
  }

  /** Stops at once. */
  void stop() {
    http.stop();
    watcher.shutdownNow();
    builds.values().forEach(build -> build.users().release());
    builds = new TreeMap<>();
  }
}
