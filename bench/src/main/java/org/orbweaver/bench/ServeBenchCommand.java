package org.orbweaver.bench;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.search.QueryLoad;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Loads a search page over several servers; called by {@code scripts/bench serve}. */
@Command(
    name = "serve",
    description = {
      "Search through a broker and servers while they change and fail.",
      "Serve a crawl's newest index by two servers for each shard and a broker, and let parallel"
          + " clients ask queries like people's: 2.4 words on average, half of them one word, a"
          + " third repeated, 7 %% quoted. After a sixth of the time the index is built anew and"
          + " published, after a half a server is killed. Every answer is compared with that of"
          + " the one index without servers. The time is extended until the new index is served."
          + " Other queries warm the servers up before.",
      "The crawl is only read; the new index is built beside it. All run on this machine, so"
          + " they slow each other down."
    },
    footer = {
      "  scripts/bench serve crawl",
      "  scripts/bench serve crawl --clients 50 --seconds 60 --json"
    })
public final class ServeBenchCommand extends Bench {
  private static final int SEED = 4;
  private static final int SIZE = 10;

  /** Time for the servers to open a newly published index. */
  private static final Duration TAKEN_UP = Duration.ofMinutes(2);

  /** Names that are copied, not linked. */
  private static final Set<String> OWN = Set.of("index", ".state", ".lock");

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BUSY = 503;
  private static final int SHOWN = 3;
  private static final int EXCERPT = 40;

  @Parameters(paramLabel = "DIR", description = "The crawl directory, on the local disk.")
  private Path dir;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "200",
      description = "Clients that ask at a time. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 10_000)
  private int clients;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "300",
      description = "Duration. Default: ${DEFAULT-VALUE}.")
  @Range(from = 6, to = 86_400)
  private int seconds;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "3000",
      description = "Queries, asked in turn. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 1_000_000)
  private int queries;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = {
        "How long to ask other queries before the clock starts; their answers are not counted.",
        "Default: ${DEFAULT-VALUE}."
      })
  @Range(from = 0, to = 3600)
  private int warmUp;

  private final Figures figures = new Figures();

  // Observations of the clients.
  private volatile long began;
  private final AtomicInteger next = new AtomicInteger();
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> partial = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Set<String> builds = ConcurrentHashMap.newKeySet();

  @Override
  protected void measure() throws Exception {
    Path crawl = copy();
    List<String> asked;
    List<String> others;
    Map<String, String> right = new HashMap<>();
    int shards;
    try (SearchIndex index = SearchIndex.openLatest(conf(), CrawlDir.open(conf(), dir.toString()));
        Progress progress = console().progress("the right answers")) {
      shards = index.meta().shards().size();
      asked = Stream.generate(new QueryLoad(index.reader(), SEED)).limit(queries).toList();
      others = Stream.generate(new QueryLoad(index.reader(), SEED + 1)).limit(queries).toList();
      for (String query : asked) {
        if (!right.containsKey(query)) {
          SearchResult found = index.search(SearchRequest.of(query, SIZE).folded());
          if (!found.isComplete()) {
            throw OrbException.failed(
                "'" + query + "' took too long without other load: the machine is too busy");
          }
          List<?> results = found.hits().stream().map(SearchResult.Hit::fields).toList();
          String answer = answer(found.total(), results);
          Map<String, Object> json = Json.parse(answer); // parsed like a client does
          right.put(query, answer(json.get("total"), json.get("results")));
          progress.update(right.size() + " queries");
        }
      }
    }
    List<OrbServer> servers = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * shards; i++) {
        servers.add(serve("-Xmx300m", crawl.toString(), "--shards", Integer.toString(i % shards)));
      }
      String all = String.join(",", servers.stream().map(OrbServer::address).toList());
      servers.add(serve("-Xmx512m", "--broker", all));
      URI broker = URI.create("http://" + servers.get(servers.size() - 1).address());
      warmUp(broker, others);
      load(crawl, servers, broker, asked, right);
    } finally {
      servers.forEach(server -> server.process().close());
    }
  }

  /** A crawl of the same content with its own indexes and state; the rest is linked. */
  private Path copy() throws IOException {
    Path crawl = Files.createDirectory(folder().resolve("crawl"));
    try (Stream<Path> parts = Files.list(dir.toRealPath())) {
      for (Path part : parts.toList()) {
        Path to = crawl.resolve(part.getFileName());
        if (OWN.contains(part.getFileName().toString())) {
          FileUtil.copy(
              part.toFile(),
              FileSystem.getLocal(conf()).getRawFileSystem(),
              new org.apache.hadoop.fs.Path(to.toUri()),
              false,
              conf());
        } else {
          Files.createSymbolicLink(to, part);
        }
      }
    }
    return crawl;
  }

  private OrbServer serve(String heap, String... words) throws Exception {
    Path output = Files.createTempFile(folder(), "serve", "");
    return OrbServer.start(List.of(heap), List.of(words), output);
  }

  /** Lets the clients ask queries without comparing the answers. */
  private void warmUp(URI broker, List<String> others) throws Exception {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    AtomicInteger query = new AtomicInteger();
    long start = System.nanoTime();
    Callable<Void> client =
        () -> {
          while (secondsSince(start) < warmUp) {
            request(
                http, broker, others.get(Math.floorMod(query.getAndIncrement(), others.size())));
          }
          return null;
        };
    ExecutorService crowd = Executors.newFixedThreadPool(clients);
    try (Progress progress = console().progress("warm-up")) {
      progress.update(warmUp + " s");
      for (Future<Void> one : crowd.invokeAll(Collections.nCopies(clients, client))) {
        one.get();
      }
    } finally {
      crowd.shutdownNow();
    }
  }

  private static HttpResponse<String> request(HttpClient http, URI broker, String query)
      throws IOException, InterruptedException {
    String path = "/api/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    return http.send(
        HttpRequest.newBuilder(broker.resolve(path)).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private void load(
      Path crawl,
      List<OrbServer> servers,
      URI broker,
      List<String> asked,
      Map<String, String> right)
      throws Exception {
    ExecutorService crowd = Executors.newFixedThreadPool(clients);
    AtomicBoolean isOver = new AtomicBoolean();
    long start = System.nanoTime();
    began = start;
    try (Progress progress = console().progress(clients + " clients")) {
      HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      for (int i = 0; i < clients; i++) {
        crowd.execute(
            () -> {
              while (!isOver.get()) {
                String query = asked.get(Math.floorMod(next.getAndIncrement(), asked.size()));
                ask(http, broker, query, right.get(query));
              }
            });
      }
      await(progress, start, 1 / 6.);
      figures.add(
          "quiet", "answers per second, before the build", "%.1f", nanos.size() * 6. / seconds);
      try (MeasuredProcess index =
          start(List.of("-Xmx512m"), "index", "--full", crawl.toString())) {
        await(progress, start, 1 / 2.);
        servers.get(0).process().process().destroyForcibly();
        while (index.process().isAlive()) {
          await(progress, start, (secondsSince(start) + 1) / seconds);
        }
        index.await("orb index");
      }
      double published = secondsSince(start);
      while (builds.size() < 2 && secondsSince(start) < published + TAKEN_UP.toSeconds()) {
        await(progress, start, (secondsSince(start) + 1) / seconds);
      }
      await(progress, start, Math.max(1, secondsSince(start) / seconds + 1 / 6.));
    } finally {
      isOver.set(true);
      crowd.shutdown();
      crowd.awaitTermination(1, TimeUnit.MINUTES);
    }
    report(secondsSince(start));
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void await(Progress progress, long start, double share) throws InterruptedException {
    while (secondsSince(start) < share * seconds) {
      progress.update(String.format(Locale.ROOT, "%,d queries", next.get()));
      Thread.sleep(100);
    }
  }

  /** Sends one query, and records the outcome. */
  private void ask(HttpClient http, URI broker, String query, String right) {
    long start = System.nanoTime();
    try {
      HttpResponse<String> response = request(http, broker, query);
      Map<String, Object> json = Json.parse(response.body());
      if (response.statusCode() != 200) {
        note(
            response.statusCode() == BUSY ? refused : failed,
            response.statusCode() + " for " + query + ": " + json.get("error"));
      } else if (!Boolean.TRUE.equals(json.get("isComplete"))) {
        note(partial, query + ": " + json.get("notes"));
      } else {
        String got = answer(json.get("total"), json.get("results"));
        if (!got.equals(right)) {
          int from = Arrays.mismatch(got.toCharArray(), right.toCharArray());
          note(wrong, query + ": " + excerpt(got, from) + " instead of " + excerpt(right, from));
        }
      }
      if (response.statusCode() == 200) {
        builds.add(String.valueOf(json.get("build")));
        nanos.add(System.nanoTime() - start);
      }
    } catch (IOException e) {
      note(failed, query + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The compared part of an answer, with a fixed order of its fields. */
  private static String answer(Object total, Object results) {
    return Json.line(new Fields().with("total", total).with("results", results));
  }

  private static String excerpt(String text, int from) {
    return text.substring(Math.max(0, from - EXCERPT), Math.min(text.length(), from + EXCERPT));
  }

  private void report(double time) {
    double[] millis = nanos.stream().mapToDouble(n -> n / 1e6).sorted().toArray();
    figures
        .add("clients", "clients", "%.0f", clients)
        .add("seconds", "seconds", "%.0f", time)
        .add("answers", "answers", "%.0f", millis.length)
        .add("answersPerSecond", "  per second", "%.1f", millis.length / time)
        .add("median", "  ms, median", "%.1f", Figures.quantile(millis, .5))
        .add("within99", "  ms, 99th percentile", "%.1f", Figures.quantile(millis, .99))
        .add("builds", "builds that answered", "%.0f", builds.size())
        .atLeast("builds", 2);
    add("wrong", wrong);
    add("refused", refused);
    add("failed", failed);
    add("partial", partial);
    report(figures);
  }

  private void add(String what, Collection<String> answers) {
    figures.add(what, what, "%.0f", answers.size()).atMost(what, 0);
    answers.stream().limit(SHOWN).forEach(answer -> console().info(what + " " + answer));
  }

  /** Records an answer with its time. */
  private void note(Collection<String> answers, String answer) {
    answers.add(String.format(Locale.ROOT, "after %.0f s: %s", secondsSince(began), answer));
  }
}
