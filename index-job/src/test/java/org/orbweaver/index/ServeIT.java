package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.serve.SearchServer;

/** The search page over an index that the real job builds. */
class ServeIT {
  private static final int CLIENTS = 200;
  private static final String SEGMENT = "20260101000000";
  private static final String HOSTILE = "http://hostile.example.org/";

  private final Configuration conf = new Configuration();
  private final HttpClient client = HttpClient.newHttpClient();
  private final CrawlFixture pages = new CrawlFixture();

  @TempDir Path folder;
  private Path crawl;
  private SearchServer server;

  @BeforeEach
  void serve() throws Exception {
    crawl = folder.resolve("crawl");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    IndexKeys.SERVE_POLL_MILLIS.set(conf, 50L);
    for (int i = 0; i < 50; i++) {
      page("http://www.example.org/" + i, "Zebra " + i, "A zebra, number " + i);
    }
    // Of two languages and dates, and folded in part: by twos, across hosts.
    for (int i = 0; i < 40; i++) {
      String url = "http://" + (i % 4 < 2 ? "a" : "b") + ".example.org/" + i;
      pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
      String lang = i % 3 == 0 ? "de" : "en";
      String date = i % 5 == 0 ? "2019-03-12" : "soon";
      String text = "A quagga, as number " + i;
      pages.parsed(SEGMENT, url, "Quagga " + i, text, "lang", lang, "published", date);
      if (i < 20) {
        pages.grouped(url, "g" + i / 4);
      }
    }
    page(HOSTILE + "script", "</a><script>document.title='owned'</script> okapi", "text of it");
    page(HOSTILE + "terminal", "\u001b]0;owned\u0007\u202eokapi", "<img src=x onerror=alert(1)>");
    page(HOSTILE + "long", "okapi " + "x".repeat(100_000), "y".repeat(100_000));
    pages.write(conf, crawl);
    index();
    server =
        SearchServer.start(
            conf,
            CrawlDir.open(conf, crawl.toString()),
            InetAddress.getLoopbackAddress(),
            0,
            Optional.empty(),
            Optional.empty());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void page(String url, String title, String text) {
    pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed(SEGMENT, url, title, text, "lang", "en");
  }

  private void index() throws Exception {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(2, true));
    }
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void noQueryFailsWhileAnIndexIsPublished() throws Exception {
    String first = server.status().build();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    CompletableFuture<Void> indexed = CompletableFuture.runAsync(this::indexAgain);
    List<CompletableFuture<Void>> clients =
        IntStream.range(0, CLIENTS).mapToObj(i -> ask(i, indexed, wrong)).toList();
    indexed.get();
    CompletableFuture.allOf(clients.toArray(new CompletableFuture<?>[0])).get();
    assertEquals(List.of(), List.copyOf(wrong));
    for (int i = 0; i < 1000 && server.status().build().equals(first); i++) {
      Thread.sleep(20);
    }
    assertFalse(server.status().build().equals(first), "the newer index is taken up");
    assertTrue(get("/api/search?q=zebra").body().contains(server.status().build()));
  }

  private void indexAgain() {
    try {
      index();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends queries repeatedly, at least one, until the index is there. */
  private CompletableFuture<Void> ask(int n, CompletableFuture<Void> until, Queue<String> wrong) {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/api/search?q=zebra+" + n % 50 + "&size=1"))
            .timeout(Duration.ofSeconds(60))
            .build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenCompose(
            answer -> {
              if (answer.statusCode() != 200 || !answer.body().contains("/" + n % 50 + "\"")) {
                wrong.add(answer.statusCode() + " " + answer.body());
              }
              return until.isDone() || !wrong.isEmpty()
                  ? CompletableFuture.completedFuture(null)
                  : ask(n, until, wrong);
            });
  }

  /** Totals and counts of facets are what a reader gets who follows the links to the end. */
  @Test
  void whatIsCountedCanBeReached() throws Exception {
    String path = "/api/v1/search?q=quagga";
    assertEquals(25, reached(path), "20 pages in five groups, and 20 more");
    assertEquals(40, reached(path + "&all=1"));
    int values = 0;
    for (String query : List.of(path, path + "&lang=de", path + "&host=b.example.org&lang=en")) {
      Map<String, Object> answer = Json.parse(get(query + "&facets=1").body());
      for (Object facet : (List<?>) answer.get("facets")) {
        Map<?, ?> of = (Map<?, ?>) facet;
        String others = query.replaceAll("&" + of.get("name") + "=[^&]*", "");
        for (Object value : (List<?>) of.get("values")) {
          String name = (String) ((Map<?, ?>) value).get("value");
          String chosen = others + "&" + of.get("name") + "=" + name;
          assertEquals(((Map<?, ?>) value).get("count"), (long) reached(chosen), chosen);
          values++;
        }
      }
    }
    assertTrue(values > 15, values + " values were followed");
    int either = reached(path + "&host=a.example.org&host=b.example.org");
    assertEquals(25, either, "values of a facet are alternatives");
  }

  /** Turns the pages of results; each page is shown once, and the total is right. */
  private int reached(String path) throws Exception {
    Set<Object> urls = new HashSet<>();
    for (int from = 0; ; from += 7) {
      Map<String, Object> answer = Json.parse(get(path + "&size=7&from=" + from).body());
      List<?> results = (List<?>) answer.get("results");
      results.forEach(hit -> assertTrue(urls.add(((Map<?, ?>) hit).get("url")), path + hit));
      if (results.size() < 7) {
        assertEquals(answer.get("total"), (long) urls.size(), path);
        return urls.size();
      }
    }
  }

  @Test
  void aResultHasADateIfItsPageStatesOne() throws Exception {
    String page = get("/?q=quagga+NOT+zebra&all=1&size=100").body();
    assertEquals(8, page.split("<time datetime=\"2019-03-12\"", -1).length - 1, page);
    assertEquals(8, page.split("<time", -1).length - 1, "no other date");
    assertTrue(page.contains("<mark>Quagga</mark> 5</a></h2>"), page);
  }

  @Test
  void hostilePagesStayText() throws Exception {
    String page = get("/?q=okapi").body();
    assertEquals(3, page.split("<h2 ", -1).length - 1, page);
    assertFalse(page.contains("<script>document") || page.contains("<img"), page);
    assertFalse(page.contains("\u001b") || page.contains("\u202e"), page);
    assertTrue(page.length() < 30_000, "100 kB words are cut: " + page.length());
  }
}
