package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.Snippet;

/** The server over an index that answers what the test says, when the test says. */
class SearchServerTest {
  private static final String URL = "http://example.org/a?b=<c>";

  private final Configuration conf = new Configuration();
  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir Path folder;
  private SearchServer server;
  private volatile String newest = "1";
  private volatile FakeService opened;
  private volatile String url = URL;
  private final AtomicInteger failedToOpen = new AtomicInteger();
  private final CountDownLatch incompatible = new CountDownLatch(1);
  private final Semaphore mayAnswer = new Semaphore(Integer.MAX_VALUE / 2);

  private final class FakeService implements SearchService {
    final String build = newest;
    final CountDownLatch asked = new CountDownLatch(1);
    volatile boolean closed;
    final AtomicInteger searches = new AtomicInteger();

    @Override
    public SearchResult search(SearchRequest request) {
      searches.incrementAndGet();
      asked.countDown();
      mayAnswer.acquireUninterruptibly();
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
      return result(request.query());
    }

    private SearchResult result(String title) {
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
          Optional.of("other <i>"),
          List.of(new SearchResult.Facet("host", values)),
          3);
    }

    private SearchResult.Hit hit(int rank, String url, String title) {
      Snippet snippet = new Snippet("<img src=x> word", List.of(new Snippet.Span(12, 16)));
      return new SearchResult.Hit(
          rank, url, title, snippet, 2, 1, 1, .1, "en", "text/html", 0, "", 0, "");
    }

    @Override
    public Completions suggest(String typed, int top) {
      return new Completions(
          List.of(new Suggestion(typed + "</script>", Suggestion.Kind.TITLE, 1)), true);
    }

    @Override
    public SearchResult similar(String url, int top) {
      if (!contains(url)) {
        throw OrbException.failed(url + " is not in the index");
      }
      return result("like it");
    }

    @Override
    public boolean contains(String url) {
      return url.equals(URL);
    }

    @Override
    public Status status() {
      return new Status(build, "2026-01-01T00:00:00Z", 2, 1);
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

  private void start(Optional<Path> clickLog) throws IOException {
    start(clickLog, Optional.empty());
  }

  private void start(Optional<Path> clickLog, Optional<CrawlPages> pages) throws IOException {
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

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({
    "/,                                      200, Search 2 pages",
    "/?q=word,                               200, 2 results",
    "/?q=bad,                                400, ^",
    "/?q=broken,                             500, the server's log says why",
    "/?q=deep,                               500, ''",
    "/?q=a&from=-1,                          400, must be a whole number",
    "/?q=a&size=101,                         400, must be a whole number from 1 to 100",
    "/?similar=http://nowhere.example/,      404, is not in the index",
    "/api/search?q=word,                     200, '\"rank\":1'",
    "/api/search?q=bad,                      400, '\"details\":[\"bad\",\"^\"]'",
    "/api/similar?url=http://nowhere.example,404, '{\"error\":\"http://nowhere.example is not'",
    "/api/suggest?q=word,                    200, word",
    "/click?url=http://example.org/,         404, does not lead to a page of the index",
    "/opensearch.xml,                        200, ?q={searchTerms}",
    "/health,                                200, '{\"ready\":true,\"build\":\"1\",\"docs\":2}'",
    "/metrics,                               200, orbweaver_index_docs 2",
    "/style.css,                             200, prefers-color-scheme",
    "/nothing,                               404, no such page",
  })
  void everyAnswerHasItsStatusAndIsGuarded(String path, int status, String holds) throws Exception {
    start(Optional.empty());
    HttpResponse<String> answer = get(path);
    assertEquals(status, answer.statusCode(), answer.body());
    String body = answer.body().replace("&#39;", "'");
    assertTrue(body.contains(holds), body);
    assertFalse(body.contains("secret of the machine"), body);
    Map<String, List<String>> headers = answer.headers().map();
    HttpService.SECURITY_HEADERS.forEach(
        (name, value) ->
            assertEquals(
                List.of(value), headers.get(name.toLowerCase(java.util.Locale.ROOT)), name));
    if (path.startsWith("/api/search") || path.equals("/health")) {
      Json.parse(answer.body());
    }
  }

  @Test
  void nothingOfAPageIsMarkup() throws Exception {
    start(Optional.empty());
    String page = get("/?q=" + Asked.encode("</title><script>alert(1)</script>")).body();
    assertFalse(page.contains("<script>alert"), page);
    assertFalse(page.contains("<img"), page);
    assertFalse(page.contains("<note>") || page.contains("<i>") || page.contains("<s>"), page);
    assertFalse(page.contains("href=\"javascript"), page);
    assertTrue(page.contains("href=\"http://example.org/a?b=&lt;c&gt;\" rel=\"noreferrer"), page);
    assertTrue(
        page.contains(
            "<a href=\"https://chosen.org/\" rel=\"noreferrer nofollow\">Chosen &lt;u&gt;</a>"),
        page);
    assertTrue(page.contains("<mark>word</mark>"), page);
    String long1 = get("/?q=" + "w".repeat(Asked.MAX_CHARS)).body();
    assertTrue(long1.length() < 5 * Asked.MAX_CHARS + 20_000, "title is cut");
    assertEquals(400, get("/?q=" + "w".repeat(Asked.MAX_CHARS + 1)).statusCode());
  }

  @Test
  void otherHostsAndMethodsAreRefused() throws Exception {
    start(Optional.empty());
    HttpRequest post = request("/").POST(HttpRequest.BodyPublishers.ofString("q=a")).build();
    HttpResponse<String> refused = client.send(post, HttpResponse.BodyHandlers.ofString());
    assertEquals(405, refused.statusCode());
    assertEquals("GET, HEAD", refused.headers().firstValue("Allow").orElse(""));
    assertTrue(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n").startsWith("HTTP/1.1 421 "));
    assertTrue(raw("GET / HTTP/1.1\r\nHost: LocalHost:1\r\n").startsWith("HTTP/1.1 200 "));
    String head = raw("HEAD /?q=a HTTP/1.1\r\nHost: localhost\r\n");
    assertTrue(head.startsWith("HTTP/1.1 200 ") && head.endsWith("\r\n\r\n"), head);
    assertTrue(raw("GET /?q=%zz HTTP/1.1\r\nHost: localhost\r\n").startsWith("HTTP/1.1 400 "));
    assertTrue(raw("NONSENSE\r\n").startsWith("HTTP/1.1 400 "));
  }

  private String raw(String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void overloadGets503AndRepeatedQueriesComeFromTheCache() throws Exception {
    IndexKeys.SERVE_QUEUE_LENGTH.set(conf, 1);
    start(Optional.empty());
    mayAnswer.drainPermits();
    int cores = Runtime.getRuntime().availableProcessors();
    List<CompletableFuture<HttpResponse<String>>> running = new java.util.ArrayList<>();
    for (int i = 0; i < cores + 8; i++) {
      running.add(getLater("/api/search?q=a" + i));
    }
    HttpResponse<?> refused =
        (HttpResponse<?>)
            CompletableFuture.anyOf(running.toArray(new CompletableFuture<?>[0]))
                .get(20, TimeUnit.SECONDS);
    assertEquals(503, refused.statusCode());
    assertEquals("1", refused.headers().firstValue("Retry-After").orElse(""));
    assertEquals(200, get("/health").statusCode(), "is not queued");
    mayAnswer.release(1000);
    long answered = 0;
    for (CompletableFuture<HttpResponse<String>> one : running) {
      answered += one.get(20, TimeUnit.SECONDS).statusCode() == 200 ? 1 : 0;
    }
    assertEquals(cores + 1, answered);
    int before = opened.searches.get();
    get("/api/search?q=again");
    get("/api/search?q=again");
    assertEquals(before + 1, opened.searches.get());
    for (String large : List.of("&explain=1", "&explain=1", "&size=21", "&size=21")) {
      get("/api/search?q=again" + large);
    }
    assertEquals(before + 5, opened.searches.get(), "large answers are not kept");
    assertTrue(get("/metrics").body().contains("{path=\"/api/search\",status=\"503\"} 7"));
  }

  @Test
  void suggestionsAndClicksEvictNoAnswers() throws Exception {
    IndexKeys.SERVE_CACHE_ENTRIES.set(conf, 3);
    start(Optional.of(folder.resolve("clicks.jsonl")));
    get("/api/search?q=kept");
    for (int i = 0; i < 4; i++) {
      get("/api/suggest?q=k" + i);
      get("/click?url=http://example.org/" + i);
      get("/api/similar?url=" + Asked.encode(URL) + "&size=" + (i + 1));
    }
    get("/api/search?q=kept");
    assertEquals(1, opened.searches.get());
  }

  @Test
  void originIsThatOfTheProxy() throws Exception {
    IndexKeys.SERVE_URL.set(conf, "https://Search.example.org/");
    start(Optional.empty());
    for (String host : List.of("localhost", "search.example.org")) {
      String answer = raw("GET /opensearch.xml HTTP/1.1\r\nHost: " + host + "\r\n");
      assertTrue(answer.contains("template=\"https://Search.example.org/?q="), answer);
    }
    assertTrue(raw("GET / HTTP/1.1\r\nHost: other.example.org\r\n").startsWith("HTTP/1.1 421 "));
  }

  @Test
  void pagesOfTheCrawlHoldUpNoSearch() throws Exception {
    Semaphore mayShow = new Semaphore(0);
    CrawlPages slow =
        new CrawlPages() {
          @Override
          public Optional<Page> page(String path, Map<String, String> parameters) {
            mayShow.acquireUninterruptibly();
            return Optional.of(new Page(200, HttpService.PLAIN, path));
          }

          @Override
          public void close() {}
        };
    start(Optional.empty(), Optional.of(slow));
    List<CompletableFuture<HttpResponse<String>>> running = new java.util.ArrayList<>();
    for (int i = 0; i < 4 + HttpService.ASIDE_QUEUE; i++) {
      running.add(getLater("/report/why?url=http://a.test/" + i));
    }
    HttpResponse<?> refused =
        (HttpResponse<?>)
            CompletableFuture.anyOf(running.toArray(new CompletableFuture<?>[0]))
                .get(20, TimeUnit.SECONDS);
    assertEquals(503, refused.statusCode());
    assertEquals(200, get("/api/search?q=a").statusCode());
    mayShow.release(1000);
    int shown = 0;
    for (CompletableFuture<HttpResponse<String>> one : running) {
      shown += one.get(20, TimeUnit.SECONDS).statusCode() == 200 ? 1 : 0;
    }
    assertEquals(1 + HttpService.ASIDE_QUEUE, shown);
  }

  @ParameterizedTest
  @CsvSource({
    "cross-site,  no-cors,  image,    403",
    "same-site,   no-cors,  image,    403",
    "cross-site,  cors,     empty,    403",
    "cross-site,  navigate, iframe,   403",
    "cross-site,  navigate, object,   403",
    "cross-site,  navigate, document, 200",
    "same-origin, cors,     empty,    200",
    "none,        navigate, document, 200",
    "none,        no-cors,  empty,    200",
  })
  void otherSitesPagesCostNothing(String site, String mode, String dest, int status)
      throws Exception {
    start(
        Optional.empty(),
        Optional.of(
            new CrawlPages() {
              @Override
              public Optional<Page> page(String path, Map<String, String> parameters) {
                return Optional.of(new Page(200, HttpService.PLAIN, path));
              }

              @Override
              public void close() {}
            }));
    String head =
        "HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: %s\r\nSec-Fetch-Mode: %s\r\nSec-Fetch-Dest: %s\r\n"
            .formatted(site, mode, dest);
    for (String path :
        List.of("/?q=a", "/api/search?q=a", "/api/suggest?q=a", "/report", "/report/why?url=a")) {
      String answer = raw("GET " + path + " " + head);
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), path + " " + answer);
    }
    assertTrue(raw("GET /health " + head).startsWith("HTTP/1.1 200 "));
  }

  @Test
  void newerBuildIsTakenUpAndTheOldOneClosedWhenItIsIdle() throws Exception {
    start(Optional.empty());
    FakeService old = opened;
    mayAnswer.drainPermits();
    CompletableFuture<HttpResponse<String>> asked = getLater("/api/search?q=a");
    assertTrue(old.asked.await(20, TimeUnit.SECONDS));
    newest = "damaged";
    until("/metrics", "orbweaver_index_reloads_total{result=\"failed\"}");
    newest = "incompatible";
    assertTrue(incompatible.await(20, TimeUnit.SECONDS));
    newest = "2";
    until("/health", "\"build\":\"2\"");
    assertFalse(old.closed, "it is being asked");
    mayAnswer.release(1000);
    assertTrue(asked.get(20, TimeUnit.SECONDS).body().contains("\"build\":\"1\""));
    for (int i = 0; i < 1000 && !old.closed; i++) {
      Thread.sleep(5);
    }
    assertTrue(old.closed);
    assertTrue(
        get("/api/search?q=a").body().contains("\"build\":\"2\""), "the cache is the build's");
  }

  @Test
  void buildThatCannotBeOpenedIsTriedLessAndLess() throws Exception {
    IndexKeys.SERVE_POLL_MILLIS.set(conf, 10L);
    start(Optional.empty());
    newest = "damaged";
    for (int i = 0; i < 4000 && failedToOpen.get() < 3; i++) {
      Thread.sleep(5);
    }
    Thread.sleep(300);
    int tries = failedToOpen.get();
    assertTrue(tries >= 3 && tries < 10, tries + " tries in more than 300 ms");
  }

  @Test
  void nothingIsAskedOfAClosedIndex() throws Exception {
    LiveIndex.Builds builds =
        new LiveIndex.Builds() {
          @Override
          public Optional<String> newest() {
            return Optional.of(newest);
          }

          @Override
          public SearchService open() {
            return new FakeService();
          }
        };
    LiveIndex index = new LiveIndex(builds, 1, new Metrics());
    index.close();
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThrows(
                IOException.class,
                () -> index.ask(SearchRequest.of("a", 1), SearchService::status, any -> true)));
  }

  private void until(String path, String holds) throws Exception {
    for (int i = 0; i < 1000; i++) {
      if (get(path).body().contains(holds)) {
        return;
      }
      Thread.sleep(5);
    }
    throw new AssertionError(get(path).body());
  }

  @Test
  void closingAnswersWhatIsRunning() throws Exception {
    start(Optional.empty());
    mayAnswer.drainPermits();
    CompletableFuture<HttpResponse<String>> asked = getLater("/?q=a");
    assertTrue(opened.asked.await(20, TimeUnit.SECONDS));
    CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
    Thread.sleep(100);
    mayAnswer.release(1000);
    assertEquals(200, asked.get(20, TimeUnit.SECONDS).statusCode());
    closing.get(20, TimeUnit.SECONDS);
    assertTrue(opened.closed);
  }

  @Test
  void clicksAreNotedAndLeadToPagesOfTheIndexOnly() throws Exception {
    Path log = folder.resolve("clicks.jsonl");
    start(Optional.of(log));
    String link = "/click?url=" + Asked.encode(URL) + "&rank=1&q=word";
    assertTrue(get("/?q=word").body().contains("href=\"" + link.replace("&", "&amp;") + "\""));
    HttpResponse<String> click = get(link);
    assertEquals(303, click.statusCode());
    String longUrl = URL + "d".repeat(Asked.MAX_CHARS);
    url = longUrl;
    assertTrue(get("/?q=other").body().contains("href=\"" + longUrl.replace("<c>", "&lt;c&gt;")));
    assertEquals(URL, click.headers().firstValue("Location").orElse(""));
    HttpRequest foreign = request(link).header("Sec-Fetch-Site", "cross-site").build();
    assertEquals(403, client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode());
    foreign =
        request(link)
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", "navigate")
            .header("Sec-Fetch-Dest", "document")
            .build();
    assertEquals(404, client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode());
    assertEquals(404, get("/click?url=http://evil.example/&rank=1&q=word").statusCode());
    List<String> lines = Files.readAllLines(log);
    assertEquals(1, lines.size());
    ClickLog.Click noted = Json.parse(lines.get(0), ClickLog.Click.class);
    assertEquals(List.of("word", 1, URL), List.of(noted.query(), noted.rank(), noted.url()));
  }
}
