package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchService;

/** Waiting, refused and cached requests, and the change of builds in a server. */
class SearchServerLoadTest extends SearchServerBed {
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
    List<HttpResponse<String>> refused = firstOf(7, running);
    assertTrue(refused.stream().allMatch(answer -> answer.statusCode() == 503));
    assertEquals("1", refused.get(0).headers().firstValue("Retry-After").orElse(""));
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
  void theHomePageAndClicksNeedNoTurn() throws Exception {
    IndexKeys.SERVE_QUEUE_LENGTH.set(conf, 1);
    start(Optional.of(folder.resolve("clicks.jsonl")));
    get("/");
    mayAnswer.drainPermits();
    int cores = Runtime.getRuntime().availableProcessors();
    List<CompletableFuture<HttpResponse<String>>> running = new java.util.ArrayList<>();
    for (int i = 0; i < cores + 2; i++) {
      running.add(getLater("/?q=a" + i));
    }
    firstOf(1, running);
    assertEquals(200, get("/").statusCode());
    assertEquals(200, get("/?q=").statusCode());
    assertEquals(400, get("/?from=x").statusCode());
    String link = "/click?rank=1&q=word&url=";
    assertEquals(303, get(link + SearchParameters.encode(URL)).statusCode());
    assertEquals(503, get("/?q=b").statusCode());
    mayAnswer.release(1000);
  }

  @Test
  void suggestionsAndClicksEvictNoAnswers() throws Exception {
    IndexKeys.SERVE_CACHE_ENTRIES.set(conf, 3);
    start(Optional.of(folder.resolve("clicks.jsonl")));
    get("/api/search?q=kept");
    for (int i = 0; i < 4; i++) {
      get("/api/suggest?q=k" + i);
      get("/click?url=http://example.org/" + i);
      get("/api/similar?url=" + SearchParameters.encode(URL) + "&size=" + (i + 1));
    }
    get("/api/search?q=kept");
    assertEquals(1, opened.searches.get());
  }

  @Test
  void whatSeveralAskAtATimeIsSearchedOnce() throws Exception {
    start(Optional.empty());
    for (Map.Entry<String, Integer> query : Map.of("same", 200, "bad", 400).entrySet()) {
      mayAnswer.drainPermits();
      int before = opened.searches.get();
      CompletableFuture<HttpResponse<String>> first = getLater("/api/search?q=" + query.getKey());
      CompletableFuture<HttpResponse<String>> second = getLater("/api/search?q=" + query.getKey());
      until("/metrics", "orbweaver_searching 2");
      Thread.sleep(100);
      int asked = opened.searches.get() - before;
      mayAnswer.release(1000);
      assertEquals(query.getValue(), first.get(20, TimeUnit.SECONDS).statusCode());
      assertEquals(query.getValue(), second.get(20, TimeUnit.SECONDS).statusCode());
      assertTrue(asked <= 1, asked + " searches for " + query.getKey());
    }
    opened.searches.set(0);
    get("/api/search?q=same");
    assertEquals(0, opened.searches.get(), "it is kept");
    get("/api/search?q=bad");
    assertEquals(1, opened.searches.get(), "errors are not");
  }

  @Test
  void aLargeIndexHasFacetsOnRequest() throws Exception {
    start(Optional.empty());
    assertTrue(get("/?q=word").body().contains("id=\"filters\""));
    docs = 100_001;
    String page = get("/?q=word&size=5").body();
    assertFalse(page.contains("id=\"filters\""), page);
    assertTrue(page.contains("href=\"/?q=word&amp;size=5&amp;facets=1#filters\""), page);
    String filters = get("/?q=word&size=5&facets=1").body();
    assertTrue(filters.contains("id=\"filters\""), filters);
    assertTrue(filters.contains("&amp;facets=1\""), "links keep them");
  }

  @Test
  void pagesOfTheCrawlHoldUpNoSearch() throws Exception {
    Semaphore mayShow = new Semaphore(0);
    CrawlPages slow =
        new CrawlPages() {
          @Override
          public Optional<CrawlPage> page(String path, Map<String, String> parameters) {
            mayShow.acquireUninterruptibly();
            return Optional.of(new CrawlPage(200, HttpService.PLAIN, path));
          }

          @Override
          public void close() {}
        };
    start(Optional.empty(), Optional.of(slow));
    List<CompletableFuture<HttpResponse<String>>> running = new java.util.ArrayList<>();
    for (int i = 0; i < 4 + HttpService.ASIDE_QUEUE; i++) {
      running.add(getLater("/report/why?url=http://a.test/" + i));
    }
    List<HttpResponse<String>> refused = firstOf(3, running);
    assertTrue(refused.stream().allMatch(answer -> answer.statusCode() == 503));
    assertEquals(200, get("/api/search?q=a").statusCode());
    mayShow.release(1000);
    int shown = 0;
    for (CompletableFuture<HttpResponse<String>> one : running) {
      shown += one.get(20, TimeUnit.SECONDS).statusCode() == 200 ? 1 : 0;
    }
    assertEquals(1 + HttpService.ASIDE_QUEUE, shown);
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
}
