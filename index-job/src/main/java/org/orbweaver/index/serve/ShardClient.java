package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.ShardIndex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker's side of the shard servers. It polls each server for its builds. A server that fails,
 * does not answer in time or is draining is asked only if no other has the shard, until a poll
 * finds it healthy; a busy one stays in rotation. A question goes to one server, and to a second
 * one if the first fails, is busy or takes longer than 95 % of the recent ones (a <i>hedged
 * request</i>: Dean and Barroso, The Tail at Scale, 2013).
 */
final class ShardClient implements LiveIndex.Builds {
  private static final Logger LOG = LoggerFactory.getLogger(ShardClient.class);
  static final long POLL_MILLIS = 500;
  private static final int RECENT = 128;
  private static final long LEAST_HEDGE_MILLIS = 20;

  /** How long to wait for a server that has not yet opened a build. */
  private static final Duration LAG = Duration.ofMinutes(10);

  /** A server, with its builds as of the last poll. */
  private static final class Peer {
    final String address;
    volatile ShardServer.ServerStatus status = new ShardServer.ServerStatus(false, List.of());
    volatile boolean well;
    volatile String fault = "";

    Peer(String address) {
      this.address = address;
    }

    boolean has(String build, String shard) {
      return status.builds().stream()
          .anyMatch(b -> b.build().equals(build) && b.served().contains(shard));
    }
  }

  private final Configuration conf;
  private final List<Peer> peers;
  private final long timeoutMillis;
  private final HttpClient client;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "shard-client");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger turn = new AtomicInteger();

  /** Builds, and when each was first seen, by {@link System#nanoTime}. */
  private final Map<String, Long> seen = new ConcurrentHashMap<>();

  private final long[] recent = new long[RECENT];
  private final AtomicInteger answers = new AtomicInteger();

  /**
   * @param addresses host and port of each
   */
  ShardClient(Configuration conf, List<String> addresses) {
    this.conf = conf;
    peers = addresses.stream().map(Peer::new).toList();
    timeoutMillis = IndexKeys.BROKER_TIMEOUT_MILLIS.get(conf);
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(timeoutMillis))
            .build();
    poll();
    var unused = timer.scheduleWithFixedDelay(this::poll, POLL_MILLIS, POLL_MILLIS, MILLISECONDS);
  }

  private void poll() {
    try {
      CompletableFuture.allOf(
              peers.stream()
                  .map(
                      peer ->
                          sent(request(peer, "status").build())
                              .handle(
                                  (response, failure) -> {
                                    take(peer, response, failure);
                                    return null;
                                  }))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } catch (Throwable e) {
      // An exception cancels all later polls.
      LOG.warn("cannot look at the shard servers", e);
    }
  }

  private static void take(Peer peer, HttpResponse<String> response, Throwable failure) {
    try {
      if (failure != null) {
        throw new IOException(failure);
      }
      peer.status = Json.parse(response.body(), ShardServer.ServerStatus.class);
      if (!peer.well && !peer.status.isDraining()) {
        LOG.info("{} answers", peer.address);
      }
      peer.well = !peer.status.isDraining();
    } catch (IOException e) {
      failed(peer, e);
    }
  }

  private static void failed(Peer peer, Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof ConnectException)) {
      cause = cause.getCause();
    }
    peer.fault = cause instanceof TimeoutException ? "no answer in time" : Failure.reason(cause);
    if (peer.well) {
      LOG.warn("{} is left out until it answers: {}", peer.address, peer.fault);
    }
    peer.well = false;
  }

  private static HttpRequest.Builder request(Peer peer, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + peer.address + "/" + path));
  }

  /** The request's own timeout would end with the headers, not the body. */
  private CompletableFuture<HttpResponse<String>> sent(HttpRequest request) {
    var exchange = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    return exchange
        .copy()
        .orTimeout(timeoutMillis, MILLISECONDS)
        .whenComplete(
            (response, failure) -> {
              if (failure != null) {
                exchange.cancel(true);
              }
            });
  }

  /**
   * The newest build with all shards served that every healthy server has, except servers that lag;
   * if there is none, the newest build with the most shards served.
   */
  private Optional<ShardServer.Build> best() {
    Map<String, ShardServer.Build> builds = new TreeMap<>(Collections.reverseOrder());
    Map<String, Set<String>> served = new TreeMap<>();
    for (Peer peer : peers) {
      for (ShardServer.Build build : peer.status.builds()) {
        builds.put(build.build(), build);
        served.computeIfAbsent(build.build(), b -> new HashSet<>()).addAll(build.served());
      }
    }
    seen.keySet().retainAll(builds.keySet());
    ShardServer.Build best = null;
    double most = 0;
    for (ShardServer.Build build : builds.values()) {
      double share = (double) served.get(build.build()).size() / build.shards().size();
      if (share > most || (share == most && isAwaited(best.build()))) {
        most = share;
        best = build;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * True while a healthy server may still open a build. The build's shards have one replica less
   * until then; if a server is replaced meanwhile, queries fail.
   */
  private boolean isAwaited(String build) {
    long since = seen.computeIfAbsent(build, first -> System.nanoTime());
    return System.nanoTime() - since < LAG.toNanos()
        && peers.stream()
            .anyMatch(
                peer ->
                    peer.well
                        && peer.status.builds().stream().noneMatch(b -> b.build().equals(build)));
  }

  @Override
  public Optional<String> newest() {
    return best().map(ShardServer.Build::build);
  }

  @Override
  public SearchService open() {
    return new Broker(
        conf,
        this,
        best()
            .orElseThrow(
                () -> {
                  List<String> faults =
                      peers.stream().map(peer -> peer.address + ": " + peer.fault).toList();
                  return OrbException.failed(
                      "no shard server of --broker answers; start them with 'orb serve DIR --shards"
                          + " ...' ("
                          + String.join("; ", faults)
                          + ")");
                }));
  }

  /** A search spends most of its time waiting for servers. */
  @Override
  public int threads() {
    return 8 * Runtime.getRuntime().availableProcessors();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /**
   * Asks one of the servers of a shard.
   *
   * @return the answer; fails with an {@link OrbException} (usage) if the query is malformed, and
   *     with another exception if no server has answered
   */
  <R extends Record> CompletableFuture<R> ask(
      ShardIndex.Step part, ShardIndex.ShardRequest question, Class<R> type) {
    List<Peer> servers = new ArrayList<>();
    for (Peer peer : peers) {
      if (peer.has(question.build(), question.shard())) {
        servers.add(peer);
      }
    }
    if (servers.isEmpty()) {
      return CompletableFuture.failedFuture(new IOException("no server has " + question.shard()));
    }
    Collections.rotate(servers, Math.floorMod(turn.getAndIncrement(), servers.size()));
    servers.sort((a, b) -> Boolean.compare(b.well, a.well));
    String body = Json.line(question);
    CompletableFuture<R> first = send(servers.get(0), part, body, type);
    return servers.size() == 1
        ? first
        : first
            .copy()
            .orTimeout(hedgeMillis(), MILLISECONDS)
            .exceptionallyCompose(
                failure ->
                    failure.getCause() instanceof OrbException
                        ? first
                        : either(first, send(servers.get(1), part, body, type)));
  }

  /** The first that succeeds; fails if both do. */
  static <R> CompletableFuture<R> either(CompletableFuture<R> a, CompletableFuture<R> b) {
    CompletableFuture<R> either = new CompletableFuture<>();
    AtomicInteger failures = new AtomicInteger();
    BiConsumer<R, Throwable> done =
        (answer, failure) -> {
          if (failure == null) {
            either.complete(answer);
          } else if (failures.incrementAndGet() == 2) {
            either.completeExceptionally(failure);
          }
        };
    var unused = List.of(a.whenComplete(done), b.whenComplete(done));
    return either;
  }

  private <R extends Record> CompletableFuture<R> send(
      Peer peer, ShardIndex.Step part, String body, Class<R> type) {
    long start = System.nanoTime();
    HttpRequest request =
        request(peer, part.name().toLowerCase(Locale.ROOT))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return sent(request)
        .exceptionallyCompose(
            failure ->
                isLost(failure.getCause())
                    ? sent(request)
                    : CompletableFuture.failedFuture(failure))
        .thenApply(
            response -> {
              try {
                if (response.statusCode() == 400) {
                  throw usage(response.body());
                }
                if (response.statusCode() == 503) {
                  throw new RejectedExecutionException(peer.address + " is busy");
                }
                if (response.statusCode() != 200) {
                  throw new FailedQueryException(response.statusCode() + " " + response.body());
                }
                R answer = Json.parse(response.body(), type);
                recent[Math.floorMod(answers.getAndIncrement(), RECENT)] =
                    System.nanoTime() - start;
                return answer;
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            })
        .whenComplete(
            (answer, failure) -> {
              Throwable cause = failure == null ? null : failure.getCause();
              if (failure != null
                  && !(cause instanceof OrbException)
                  && !(cause instanceof FailedQueryException)
                  && !(cause instanceof RejectedExecutionException)) {
                failed(peer, failure);
              }
            });
  }

  /** The server is healthy but could not answer this query. */
  private static final class FailedQueryException extends IOException {
    private static final long serialVersionUID = 1L;

    FailedQueryException(String message) {
      super(message);
    }
  }

  /** True if a connection broke; healthy servers close idle ones. */
  private static boolean isLost(Throwable cause) {
    return cause instanceof IOException
        && !(cause instanceof ConnectException)
        && !(cause instanceof HttpTimeoutException);
  }

  private static OrbException usage(String body) throws IOException {
    Map<String, Object> fields = Json.parse(body);
    List<String> details =
        fields.get("details") instanceof List<?> lines
            ? lines.stream().map(String::valueOf).toList()
            : List.of();
    return OrbException.usage(String.valueOf(fields.get("error")), details);
  }

  private long hedgeMillis() {
    if (answers.get() < RECENT) {
      return timeoutMillis / 4;
    }
    long[] sorted = recent.clone();
    Arrays.sort(sorted);
    return Math.max(LEAST_HEDGE_MILLIS, sorted[RECENT * 95 / 100] / 1_000_000);
  }
}
