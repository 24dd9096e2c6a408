package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.index.search.Answers.timeless;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.search.IndexSearcher;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.CrawlFixture;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;

/** Three shards on three servers, each on two of them, beside one index over all. */
class BrokerIT {
  private static final List<String> WORDS =
      List.of(
          "table", "tables", "create", "creating", "row", "rows", "the", "of", "index", "okapi");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Configuration CONF = new Configuration();

  @TempDir static Path folder;
  private static CrawlDir dir;
  private static final List<Set<Integer>> THREE = List.of(Set.of(0, 1), Set.of(1, 2), Set.of(2, 0));

  /** Three servers that no test stops; most of a server's start are the queries that warm it up. */
  private static final List<ShardServer> SHARED = new ArrayList<>();

  private static String sharedBuild;
  private final List<ShardServer> running = new ArrayList<>();
  private SearchIndex whole;

  @BeforeAll
  static void build() throws IOException {
    Path crawl = folder.resolve("crawl");
    CONF.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    IndexKeys.SERVE_POLL_MILLIS.set(CONF, 50L);
    Path synonyms = folder.resolve("synonyms.txt");
    Files.writeString(synonyms, "gnu => word17, row of the\ngnu goat, okapi\n");
    IndexKeys.SYNONYMS_FILE.set(CONF, synonyms.toString());
    // No server that runs is too slow, on whatever machine.
    IndexKeys.BROKER_TIMEOUT_MILLIS.set(CONF, 60_000L);
    Random random = new Random(7);
    CrawlFixture pages = new CrawlFixture();
    for (int i = 0; i < 300; i++) {
      String url = "http://host" + i % 7 + ".example.org/" + i;
      StringBuilder text = new StringBuilder();
      for (int w = 5 + random.nextInt(60); w > 0; w--) {
        double skewed = random.nextDouble() * random.nextDouble();
        text.append(WORDS.get((int) (skewed * WORDS.size()))).append(w % 9 == 0 ? ". " : " ");
      }
      for (int w = 0; w < 20; w++) {
        // Many words, most of them on few hosts.
        text.append("in").append(random.nextInt(10 + i % 7 * i)).append(' ');
      }
      text.append("word").append(i % 50).append(" and wording").append(i % 3);
      pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
      // Ten pages in Swedish, fewer on each shard; and words that some shards have not.
      boolean isSwedish = i % 20 == 1 && i % 3 > 0;
      text.append(isSwedish ? i % 40 == 1 ? " boken" : " b\u00f6ckerna bok" : "");
      text.append(i % 71 == 3 ? " antelope" : "").append(i == 10 ? " antilopa" : "");
      String lang = isSwedish ? "sv" : i % 3 == 0 ? "de" : "en";
      String title = i % 4 == 0 ? "Create table " + i % 10 : "Page " + i;
      pages.parsed("20260101000000", url, title, text.toString(), "lang", lang);
      pages.ranked("20260103000000", url, (i + 1) / 1e4);
      pages.ranked("20260103010000", i % 2 == 0 ? "data" : "search", url, (300 - i) / 1e4);
      pages.linked("http://other.example/", url, WORDS.get(i % WORDS.size()) + " page");
      if (i % 5 == 0) {
        pages.grouped(url, "a" + i % 40);
      }
    }
    pages.model(Map.of("data", "table create rows", "search", "okapi index wording2"));
    pages.write(CONF, crawl);
    index(crawl);
    dir = CrawlDir.open(CONF, crawl.toString());
  }

  @BeforeEach
  void open() throws IOException {
    whole = SearchIndex.openLatest(CONF, dir);
  }

  private static void index(Path crawl) throws IOException {
    try (Session session = Session.open(CONF, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(3, true));
    }
  }

  @AfterEach
  void stop() throws IOException {
    running.forEach(ShardServer::stop);
    whole.close();
  }

  private ShardClient start(List<Set<Integer>> shards) throws IOException {
    startInto(running, shards);
    return client(running);
  }

  private static void startInto(List<ShardServer> servers, List<Set<Integer>> shards)
      throws IOException {
    for (Set<Integer> own : shards) {
      servers.add(ShardServer.start(CONF, dir, own, loopback(), 0));
    }
  }

  private static ShardClient client(List<ShardServer> servers) throws IOException {
    return new ShardClient(
        CONF, servers.stream().map(server -> "127.0.0.1:" + server.port()).toList());
  }

  private ShardClient startThree() throws IOException {
    return start(THREE);
  }

  /** A client of servers that other tests use, too; they have the newest index. */
  private ShardClient sharedThree() throws IOException {
    if (!whole.meta().build().equals(sharedBuild)) {
      stopShared();
      startInto(SHARED, THREE);
      sharedBuild = whole.meta().build();
    }
    return client(SHARED);
  }

  @AfterAll
  static void stopShared() {
    SHARED.forEach(ShardServer::stop);
    SHARED.clear();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "table",
        "creating tables",
        "\"create table\"",
        "\"row of the\"~3",
        "okapi -rows",
        "word*",
        "wor*g1 OR tabl*",
        "in* in7 wo*",
        "title:create host:host3.example.org",
        "index NEAR/3 row",
        "create AND index date:>1971",
        "-table okapi lang:de",
        "word17 wording2 okapi the of rows",
        "zebra",
        "word17 zebra wording2",
        "bok",
        "b\u00f6cker boken",
        "title:bok \"boken\"",
        "antelop",
        "antilope",
        "antelopess okapi",
        "creatt",
        "tabel okapi",
        "ok api",
        "wordin1g host:host3.example.org",
        "the rows of tabel creatt index",
        "gnu",
        "gnu goat table",
        "gnu -okapi",
        "how do I create all of the rows in okapi?",
      })
  void answersAreThoseOfOneIndex(String query) throws IOException {
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      for (SearchRequest request :
          List.of(
              new SearchRequest(query, 0, 10, true, false, true),
              new SearchRequest(query, 7, 25, false, true, true),
              new SearchRequest(query, 0, 300, false, true, false),
              new SearchRequest(query, 0, 20, true, true, true, true, true, List.of()),
              new SearchRequest(query, 7, 20, false, false, false, true, true, List.of()),
              new SearchRequest(
                  query, 0, 20, true, true, false, true, false, List.of("sv", "en")))) {
        SearchResult found = broker.search(request);
        assertEquals(timeless(whole.search(request)), timeless(found), request.toString());
        assertEquals(whole.meta().build(), found.build());
      }
    }
  }

  @Test
  void searchesForTheCorrectionAsOneIndexDoes() throws IOException {
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      for (String query : List.of("tabel", "okaip create", "the rows of tabel creatt index")) {
        SearchResult found = broker.search(SearchRequest.of(query, 10));
        String meant =
            query.replace("tabel", "table").replace("okaip", "okapi").replace("creatt", "create");
        assertEquals(meant, found.searchedFor().orElse(""), query);
        assertEquals(broker.search(SearchRequest.of(meant, 10)).hits(), found.hits());
        SearchResult typed = broker.search(SearchRequest.of(query, 10).asTyped());
        assertEquals(meant, typed.correction().orElse(""), query);
        assertEquals(
            timeless(whole.search(SearchRequest.of(query, 10).asTyped())), timeless(typed));
      }
    }
  }

  @Test
  void feedbackIsThatOfOneIndex() throws IOException {
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      SearchRequest request =
          new SearchRequest("word17", 0, 50, false, true, false, true, true, List.of());
      SearchResult found = broker.search(request);
      assertEquals(timeless(whole.search(request)), timeless(found));
      assertTrue(found.notes().get(0).startsWith("added words of the "), found.notes()::toString);
    }
  }

  @Test
  void topicsOfAQueryAreThoseOfOneIndex() throws IOException {
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      SearchResult.Hit best =
          broker.search(new SearchRequest("okapi", 0, 1, true, false, false)).hits().get(0);
      assertTrue(
          best.explanation().contains("the query is about search 0.78, data 0.22"),
          best.toString());
      assertTrue(best.explanation().contains("topic:search: weight"), best.toString());
    }
  }

  @Test
  void similarPagesSuggestionsAndFaultsAreThoseOfOneIndex() throws IOException {
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      String url = "http://host3.example.org/10";
      assertEquals(timeless(whole.similar(url, 10)), timeless(broker.similar(url, 10)));
      assertFalse(broker.similar(url, 10).hits().isEmpty());
      assertThrows(OrbException.class, () -> broker.similar("http://no.example/", 10));
      assertEquals(
          whole.suggest("cre", 1).suggestions().get(0).text(),
          broker.suggest("cre", 1).suggestions().get(0).text());
      assertTrue(broker.suggest("cre", 1).isComplete());
      assertEquals(whole.status(), broker.status());
      SearchRequest bad = SearchRequest.of("a (b OR foo:c)", 10);
      OrbException local = assertThrows(OrbException.class, () -> whole.search(bad));
      OrbException remote = assertThrows(OrbException.class, () -> broker.search(bad));
      assertEquals(local.getMessage(), remote.getMessage());
      assertEquals(local.details(), remote.details());
    }
  }

  @Test
  void saysWhatIsMissingWithoutReplica() throws Exception {
    try (ShardClient servers = start(List.of(Set.of(0, 1), Set.of(2)));
        SearchService broker = servers.open()) {
      SearchRequest request = new SearchRequest("table", 0, 300, false, false, true);
      long all = broker.search(request).total();
      running.get(1).stop();
      SearchResult partial = broker.search(request);
      assertFalse(partial.isComplete() || partial.totalIsExact());
      assertTrue(partial.total() < all && partial.total() == partial.hits().size());
      assertTrue(partial.notes().get(0).startsWith("1 of 3 shards did not answer"));
      assertFalse(broker.suggest("cre", 1).isComplete());
      // It may be in the shard that is missing.
      assertThrows(IOException.class, () -> broker.contains("http://no.example/"));
      assertThrows(IOException.class, () -> broker.similar("http://no.example/", 10));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/status", "/best"})
  void doesNotWaitForAServerThatStopsAfterTheHead(String frozen) throws Exception {
    Configuration impatient = new Configuration(CONF);
    IndexKeys.BROKER_TIMEOUT_MILLIS.set(impatient, 500L);
    HttpServer proxy = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    proxy.setExecutor(threads);
    start(List.of(Set.of(0, 1), Set.of(2))).close();
    try {
      proxy.createContext(
          "/",
          exchange -> {
            byte[] body = answer(running.get(1), exchange);
            exchange.sendResponseHeaders(200, body.length);
            if (exchange.getRequestURI().getPath().equals(frozen)) {
              exchange.getResponseBody().flush();
            } else {
              exchange.getResponseBody().write(body);
              exchange.close();
            }
          });
      proxy.start();
      List<String> addresses =
          List.of(
              "127.0.0.1:" + running.get(0).port(), "127.0.0.1:" + proxy.getAddress().getPort());
      SearchRequest request = SearchRequest.of("table", 10);
      SearchResult result =
          assertTimeoutPreemptively(
              Duration.ofSeconds(20),
              () -> {
                try (ShardClient servers = new ShardClient(impatient, addresses);
                    SearchService broker = servers.open()) {
                  return broker.search(request);
                }
              });
      assertFalse(result.isComplete());
      assertTrue(result.notes().get(0).startsWith("1 of 3 shards did not answer"));
    } finally {
      proxy.stop(0);
      threads.shutdownNow();
    }
  }

  private static byte[] answer(ShardServer real, HttpExchange exchange) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + real.port() + exchange.getRequestURI());
    byte[] question = exchange.getRequestBody().readAllBytes();
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(question))
            .build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aServerWithoutReplicaIsAskedAgainWhenItsConnectionBreaks() throws IOException {
    start(List.of(Set.of(0, 1, 2))).close();
    AtomicInteger broken = new AtomicInteger();
    Set<String> seen = ConcurrentHashMap.newKeySet();
    HttpServer proxy = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          byte[] body = answer(running.get(0), exchange);
          boolean isFirst = seen.add(new String(body, StandardCharsets.UTF_8));
          if (isFirst && !exchange.getRequestURI().getPath().equals("/status")) {
            broken.incrementAndGet();
          } else {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    proxy.start();
    List<String> addresses = List.of("127.0.0.1:" + proxy.getAddress().getPort());
    try (ShardClient servers = new ShardClient(CONF, addresses);
        SearchService broker = servers.open()) {
      for (String query : WORDS) {
        SearchRequest request = SearchRequest.of(query, 10);
        assertEquals(timeless(whole.search(request)), timeless(broker.search(request)));
      }
      assertTrue(broken.get() >= WORDS.size(), broken.toString());
    } finally {
      proxy.stop(0);
    }
  }

  /** Until a poll, a failed server would not be asked again. */
  @ParameterizedTest
  @ValueSource(ints = {503, 500})
  void aServerThatIsBusyOrFailsAtAQueryIsAskedAgainAndItsReplicaMeanwhile(int fault)
      throws IOException {
    start(List.of(Set.of(0, 1, 2))).close();
    ShardServer real = running.get(0);
    AtomicInteger refused = new AtomicInteger();
    HttpServer busy = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    busy.createContext(
        "/",
        exchange -> {
          boolean isStatus = exchange.getRequestURI().getPath().equals("/status");
          byte[] body = new byte[0];
          if (isStatus) {
            URI status = URI.create("http://127.0.0.1:" + real.port() + "/status");
            try (InputStream in = status.toURL().openStream()) {
              body = in.readAllBytes();
            }
          } else {
            refused.incrementAndGet();
          }
          exchange.sendResponseHeaders(isStatus ? 200 : fault, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    busy.start();
    List<String> addresses =
        List.of("127.0.0.1:" + busy.getAddress().getPort(), "127.0.0.1:" + real.port());
    try (ShardClient servers = new ShardClient(CONF, addresses);
        SearchService broker = servers.open()) {
      for (String query : WORDS) {
        SearchRequest request = SearchRequest.of(query, 10);
        assertEquals(timeless(whole.search(request)), timeless(broker.search(request)));
      }
      // Each query asks each of three shards three times, and the servers take turns in being
      // first.
      assertTrue(refused.get() >= WORDS.size() * 3, refused.toString());
    } finally {
      busy.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void moreResultsThanAQueryMayHaveClauses(boolean fold) throws IOException {
    int clauses = IndexSearcher.getMaxClauseCount();
    try (ShardClient servers = sharedThree();
        SearchService broker = servers.open()) {
      IndexSearcher.setMaxClauseCount(150);
      SearchRequest request = new SearchRequest("table", 0, 300, false, fold, false);
      SearchResult found = broker.search(request);
      assertEquals(timeless(whole.search(request)), timeless(found));
      assertTrue(found.hits().size() > 150, "" + found.hits().size());
    } finally {
      IndexSearcher.setMaxClauseCount(clauses);
    }
  }

  @Test
  void checkedPhrasesAreFoundInShards() throws IOException {
    Phrases before = IndexKeys.PHRASES.get(CONF);
    IndexKeys.PHRASES.set(CONF, Phrases.CHECK);
    try (ShardClient servers = startThree();
        SearchService broker = servers.open()) {
      SearchRequest request = SearchRequest.of("\"create table\"", 300);
      SearchResult found = broker.search(request);
      assertEquals(whole.search(request).total(), found.total());
      assertTrue(found.total() > 0);
    } finally {
      IndexKeys.PHRASES.set(CONF, before);
    }
  }

  @Test
  void noQueryFailsOrIsWrongWhenServersAreKilledOrDrainedAndAnIndexIsPublished() throws Exception {
    SearchRequest[] requests = new SearchRequest[WORDS.size()];
    Map<String, List<SearchResult.Hit>> right = new HashMap<>();
    for (int i = 0; i < requests.length; i++) {
      requests[i] = new SearchRequest(WORDS.get(i), 0, 5, false, true, false);
      right.put(WORDS.get(i), whole.search(requests[i]).hits());
    }
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    Set<String> builds = ConcurrentHashMap.newKeySet();
    try (ShardClient servers = startThree();
        LiveIndex live = new LiveIndex(servers, 0, new Metrics())) {
      List<Thread> clients = new ArrayList<>();
      for (int c = 0; c < 50; c++) {
        Random random = new Random(c);
        Thread client =
            new Thread(
                () -> {
                  while (!done.get()) {
                    SearchRequest request = requests[random.nextInt(requests.length)];
                    try {
                      // Else the clients leave the builder of the index hardly any of the
                      // processor.
                      Thread.sleep(random.nextInt(200));
                      SearchResult result =
                          live.ask(request, service -> service.search(request), r -> false);
                      asked.incrementAndGet();
                      builds.add(result.build());
                      if (!result.isComplete()
                          || !result.hits().equals(right.get(request.query()))) {
                        wrong.add(result.toString());
                      }
                    } catch (IOException | RuntimeException | InterruptedException e) {
                      wrong.add(e.toString());
                    }
                  }
                });
        client.start();
        clients.add(client);
      }
      until(() -> asked.get() > 200);
      running.get(0).stop();
      until(() -> asked.get() > 600);
      running.set(0, ShardServer.start(CONF, dir, Set.of(0, 1), loopback(), running.get(0).port()));
      Thread.sleep(3 * ShardClient.POLL_MILLIS);
      String old = live.status().build();
      index(folder.resolve("crawl"));
      until(
          () -> {
            live.refresh();
            return !live.status().build().equals(old);
          });
      int before = asked.get();
      running.get(1).close();
      until(() -> asked.get() > before + 300);
      done.set(true);
      for (Thread client : clients) {
        client.join();
      }
    }
    assertEquals(List.of(), wrong.stream().limit(3).toList());
    assertEquals(2, builds.size());
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void until(Condition condition) throws Exception {
    for (int i = 0; i < 6000 && !condition.holds(); i++) {
      Thread.sleep(10);
    }
    assertTrue(condition.holds());
  }
}
