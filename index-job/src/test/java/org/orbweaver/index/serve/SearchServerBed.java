package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.Snippet;

/** A server over an index whose answers, and their time, are set by the test. */
abstract class SearchServerBed {
  static final String URL = "http://example.org/a?b=<c>";

  final Configuration conf = new Configuration();
  final HttpClient client = HttpClient.newHttpClient();

  @TempDir Path folder;
  SearchServer server;
  volatile String newest = "1";
  volatile FakeService opened;
  volatile String url = URL;
  volatile long docs = 2;
  final AtomicInteger failedToOpen = new AtomicInteger();
  final CountDownLatch incompatible = new CountDownLatch(1);
  final Semaphore mayAnswer = new Semaphore(Integer.MAX_VALUE / 2);

  final class FakeService implements SearchService {
    final String build = newest;
    final CountDownLatch asked = new CountDownLatch(1);
    volatile boolean closed;
    final AtomicInteger searches = new AtomicInteger();
    volatile List<String> languages;
    final List<String> queries = new CopyOnWriteArrayList<>();

    @Override
    public SearchResult search(SearchRequest request) {
      searches.incrementAndGet();
      languages = request.languages();
      queries.add(request.query());
      asked.countDown();
      mayAnswer.acquireUninterruptibly();
      if (request.query().startsWith("\"")) {
        QueryParser.ParsedQuery unused = QueryParser.parse(request.query());
      }
      if (request.query().equals("bad")) {
        throw OrbException.usage("bad at character 1 of the query", List.of("bad", "^"));
      }
      if (request.query().equals("broken")) {
        throw new IllegalStateException("secret of the machine");
      }
      if (request.query().equals("deep")) {
        throw new StackOverflowError("secret of the machine");
      }
      assertFalse(closed, "asked after it was closed");
      return result(request.query(), instead(request), request.facets());
    }

    /** What was searched instead of a query. */
    private static Optional<String> instead(SearchRequest request) {
      return request.query().equals("mistyped <q>") && request.respell()
          ? Optional.of("meant <q>")
          : Optional.empty();
    }

    private SearchResult result(String title, Optional<String> instead, boolean counted) {
      SearchResult.Hit hit = hit(1, url, title);
      List<SearchResult.FacetValue> values =
          List.of(new SearchResult.FacetValue("<s>", 2, "host:<s>"));
      return new SearchResult(
          build,
          List.of(new SearchResult.Curated("https://chosen.org/", "Chosen <u>")),
          List.of(hit, hit(2, "javascript:alert(1)", "")),
          2,
          true,
          true,
          "",
          List.of("a <note>"),
          instead.isPresent() ? Optional.empty() : Optional.of("other <i>"),
          instead,
          counted ? List.of(new SearchResult.Facet("host", values)) : List.of(),
          3);
    }

    private SearchResult.Hit hit(int rank, String url, String title) {
      Snippet snippet = new Snippet("<img src=x> word", List.of(new Snippet.Span(12, 16)));
      return new SearchResult.Hit(
          rank,
          url,
          title,
          List.of(),
          snippet,
          2,
          1,
          1,
          .1,
          "en",
          "text/html",
          0,
          false,
          "",
          0,
          "",
          Map.of());
    }

    @Override
    public Completions suggest(String typed, int top) {
      return new Completions(
          List.of(new Suggestion(typed + "</script>", Suggestion.Origin.TITLE, 1)), true);
    }

    @Override
    public SearchResult similar(String url, int top) {
      if (!contains(url)) {
        throw OrbException.failed(url + " is not in the index");
      }
      return result("like it", Optional.empty(), false);
    }

    @Override
    public boolean contains(String url) {
      return url.equals(URL);
    }

    @Override
    public IndexStatus status() {
      return new IndexStatus(build, "2026-01-01T00:00:00Z", docs, 1);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @BeforeEach
  void setUp() {
    IndexKeys.SERVE_POLL_MILLIS.set(conf, 20L);
  }

  @AfterEach
  void close() {
    mayAnswer.release(1000);
    if (server != null) {
      server.close();
    }
  }

  void start(Optional<Path> clickLog) throws IOException {
    start(clickLog, Optional.empty());
  }

  void start(Optional<Path> clickLog, Optional<CrawlPages> pages) throws IOException {
    LiveIndex.Builds builds =
        new LiveIndex.Builds() {
          @Override
          public Optional<String> newest() {
            return Optional.of(newest);
          }

          @Override
          public SearchService open() throws IOException {
            if (newest.equals("incompatible")) {
              incompatible.countDown();
              throw new NoSuchMethodError("incompatible");
            }
            if (newest.equals("damaged")) {
              failedToOpen.incrementAndGet();
              throw new IOException("damaged");
            }
            opened = new FakeService();
            return opened;
          }
        };
    server =
        SearchServer.start(
            conf, builds, "tést", InetAddress.getLoopbackAddress(), 0, clickLog, pages);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  String raw(String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Waits for the first {@code count} answers, in any order. The other requests stay open until the
   * test releases them.
   */
  static List<HttpResponse<String>> firstOf(
      int count, List<CompletableFuture<HttpResponse<String>>> running) throws Exception {
    CountDownLatch left = new CountDownLatch(count);
    for (CompletableFuture<HttpResponse<String>> one : running) {
      CompletableFuture<?> unused = one.whenComplete((answer, failure) -> left.countDown());
    }
    assertTrue(left.await(20, TimeUnit.SECONDS), "answers missing: " + left.getCount());
    return running.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }
}
