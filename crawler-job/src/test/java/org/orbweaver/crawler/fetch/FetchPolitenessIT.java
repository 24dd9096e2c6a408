package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.Responder;
import org.orbweaver.testkit.Response;

/** Delays, robots.txt, and hosts that must not be contacted. */
class FetchPolitenessIT extends FetchTestBed {
  @Test
  void delayHoldsBetweenAllRequestsToAHost() throws Exception {
    conf.set("fetcher.server.delay", "0.3");
    List<String> urls = new ArrayList<>();
    for (String host : List.of("a.test", "b.test", "c.test")) {
      for (int i = 0; i < 4; i++) {
        web.on(host, "/" + i, Response.html("x").delay(Duration.ofMillis(50)));
        urls.add(web.url(host, "/" + i));
      }
    }
    web.robots("b.test", "User-agent: *\nCrawl-delay: 0.6\n");
    web.redirect("c.test", "/robots.txt", 301, web.url("r.test", "/robots.txt"));
    web.robots("r.test", "User-agent: *\nCrawl-delay: 0.7\nDisallow: /3\n");
    fetch(urls.toArray(String[]::new));
    web.log().assertPolite(Duration.ofMillis(300));
    web.log().assertPolite("b.test", Duration.ofMillis(600));
    web.log().assertPolite("c.test", Duration.ofMillis(700));
    assertEquals("fetch_gone", status(web.url("c.test", "/3")));
    assertEquals(1, web.log().requestsFor("r.test").size());
    for (String host : List.of("a.test", "b.test", "c.test")) {
      assertEquals(1, web.log().maxConcurrent(host));
    }
  }

  @Test
  void crawlDelayHoldsWithoutADelayOfOurs() throws Exception {
    web.robots("a.test", "User-agent: orbweaver\nCrawl-delay: 0.4\n");
    web.robots("b.test", "User-agent: *\nCrawl-delay: 31\n");
    web.page("a.test", "/1", "1").page("a.test", "/2", "2").page("b.test", "/", "b");
    fetch(web.url("a.test", "/1"), web.url("a.test", "/2"), web.url("b.test", "/"));
    web.log().assertPolite("a.test", Duration.ofMillis(400));
    assertEquals(1, web.log().requestsFor("b.test").size());
    CrawlDatum refused = fetched.get(web.url("b.test", "/"));
    assertEquals(Refusal.Cause.CRAWL_DELAY, Refusal.of(refused).orElseThrow().cause());
    assertEquals(CrawlDatum.STATUS_FETCH_RETRY, refused.getStatus());
  }

  /** A server that answers a fixed number of requests in each window of its clock. */
  private static final class QuotaServer implements Responder {
    private static final int QUOTA = 5;
    private static final long WINDOW_MS = 2000;

    private final boolean announces;
    private final List<Long> windows = new ArrayList<>();
    private int violations;

    QuotaServer(boolean announces) {
      this.announces = announces;
    }

    @Override
    public synchronized Response answer(Request request, int nth) {
      long now = System.nanoTime() / 1_000_000;
      long window = now / WINDOW_MS;
      long left = QUOTA - windows.stream().filter(one -> one == window).count();
      windows.add(window);
      long seconds = (WINDOW_MS - now % WINDOW_MS + 999) / 1000;
      violations += left <= 0 ? 1 : 0;
      if (!announces) {
        return left <= 0
            ? Response.status(429).header("Retry-After", Long.toString(seconds))
            : Response.html("page " + nth);
      }
      return (left <= 0 ? Response.status(429) : Response.html("page " + nth))
          .header("RateLimit-Policy", "\"fair\";q=" + QUOTA + ";w=" + WINDOW_MS / 1000)
          .header("RateLimit", "\"fair\";r=" + Math.max(0, left - 1) + ";t=" + seconds);
    }
  }

  /** Without a delay of ours, the only limits are the servers'. */
  @Test
  void quotasOfServersAreKept() throws Exception {
    QuotaServer announcing = new QuotaServer(true);
    QuotaServer silent = new QuotaServer(false);
    web.under("a.test", "/", announcing).under("b.test", "/", silent);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      urls.add(web.url("a.test", "/" + i));
      urls.add(web.url("b.test", "/" + i));
    }
    fetch(urls.toArray(String[]::new));
    System.out.printf(
        "requests that exceeded a quota: %d of %d where it is announced, %d of %d where not%n",
        announcing.violations, announcing.windows.size(), silent.violations, silent.windows.size());
    assertEquals(21, announcing.windows.size(), "with its robots.txt");
    assertEquals(0, announcing.violations);
    // A limit that nobody announces is found by running into it, once in each window.
    assertTrue(silent.violations <= 21 / QuotaServer.QUOTA + 1, silent.violations + " violations");
    assertTrue(silent.violations > 0, "the server enforces its quota");
  }

  @Test
  void robotsIsObeyed() throws Exception {
    for (String host :
        List.of("rules.test", "missing.test", "e503.test", "e429.test", "loop.test", "drop.test")) {
      web.page(host, "/", "front").page(host, "/private/x", "secret");
    }
    web.robots("rules.test", "User-agent: *\nDisallow: /private/\n");
    web.robots("e503.test", Response.status(503));
    web.robots("e429.test", Response.status(429).header("Retry-After", "1"));
    web.redirect("loop.test", "/robots.txt", 302, "/robots.txt");
    web.robots("drop.test", Response.drop());
    FetchPhase.FetchResult result =
        fetch(
            web.url("rules.test", "/"),
            web.url("rules.test", "/private/x"),
            web.url("missing.test", "/"),
            web.url("missing.test", "/private/x"),
            web.url("e503.test", "/"),
            web.url("e429.test", "/"),
            web.url("loop.test", "/"),
            web.url("drop.test", "/"));
    assertEquals(3, result.get(FetchCounter.OK));
    assertEquals(1, result.get(FetchCounter.SKIPPED_ROBOTS_DENIED));
    assertEquals(4, result.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
    assertEquals("fetch_gone", status(web.url("rules.test", "/private/x")));
    assertEquals(
        "robots rule, line 2: Disallow: /private/ (" + web.url("rules.test", "/robots.txt") + ")",
        protocol(web.url("rules.test", "/private/x")).getArgs()[0]);
    assertEquals(0, web.log().requestsFor("rules.test", "/private/x").size());
    for (String host : List.of("e503.test", "e429.test", "loop.test", "drop.test")) {
      assertEquals("fetch_retry", status(web.url(host, "/")));
      assertEquals(1, web.log().requestsFor(host).size());
    }
  }

  @Test
  void theContentLimitDoesNotCutRobots() throws Exception {
    conf.setInt("http.content.limit", 1000);
    web.robots(
        "a.test", Response.text("# nothing\n".repeat(500) + "User-agent: *\nDisallow: /x\n"));
    web.page("a.test", "/x", "secret").page("a.test", "/y", "open");
    fetch(web.url("a.test", "/x"), web.url("a.test", "/y"));
    assertEquals(ProtocolStatus.ROBOTS_DENIED, protocol(web.url("a.test", "/x")).getCode());
    assertEquals("fetch_success", status(web.url("a.test", "/y")));
  }

  @Test
  void delayHoldsFromFetchToFetchBeforeAnUpdate() throws Exception {
    conf.set("fetcher.server.delay", "1.5");
    web.robots("a.test", "User-agent: *\nCrawl-delay: 2\n");
    web.page("a.test", "/", "a");
    fetch(web.url("a.test", "/"));
    // The next round's list, in a segment of its own.
    list("20260101000001", 0, List.of(web.url("a.test", "/next")));
    web.page("a.test", "/next", "next");
    fetchSegment("20260101000001");
    assertEquals(3, web.log().requestsFor("a.test").size(), "its robots.txt once");
    web.log().assertPolite(Duration.ofSeconds(2));
  }

  @Test
  void privateAddressesAreRefusedUnlessListed() throws Exception {
    conf.set("http.agent.name", "mybot");
    conf.set("orbweaver.fetch.private.addresses", "10.0.0.0/8");
    web.page("a.test", "/", "a").page("a.test", "/2", "a");
    String literal = "http://127.0.0.1:" + web.port() + "/";
    fetch(web.url("a.test", "/"), web.url("a.test", "/2"), literal);
    assertEquals(0, web.log().count());
    for (String url : List.of(web.url("a.test", "/"), web.url("a.test", "/2"), literal)) {
      assertEquals("fetch_retry", status(url));
      assertEquals(Refusal.Cause.ADDRESS, Refusal.of(fetched.get(url)).orElseThrow().cause());
    }
  }

  /**
   * One of two addresses is allowed: hosts at the other are not contacted, whatever leads there.
   */
  @Test
  void theGuardStandsAtEveryDoor() throws Exception {
    web.close();
    web = FakeWeb.start(FakeWebSpec.builder().addresses(2).build());
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.1/32");
    String open = host("127.0.0.1", "open");
    String led = host("127.0.0.1", "led");
    String closed = host("127.0.0.2", "closed");
    web.page(open, "/", "open").page(closed, "/", "secret").page(closed, "/in", "secret");
    web.redirect(open, "/redirect", 302, web.url(closed, "/in"));
    web.page(led, "/", "led").robots(led, Response.redirect(302, web.url(closed, "/robots.txt")));
    FetchPhase.FetchResult result =
        fetch(
            web.url(open, "/"),
            web.url(open, "/redirect"),
            web.url(led, "/"),
            web.url(closed, "/"));
    assertEquals("fetch_success", status(web.url(open, "/")));
    assertEquals("fetch_redir_temp", status(web.url(open, "/redirect")));
    assertEquals(
        Refusal.Cause.ADDRESS, Refusal.of(fetched.get(web.url(closed, "/"))).orElseThrow().cause());
    assertEquals(1, result.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE), "led to nowhere");

    // The target of a redirect, a link, a canonical or a meta refresh is a URL of the next round.
    list("20260101000001", 0, linked.keySet().stream().toList());
    result = fetchSegment("20260101000001");
    assertEquals(1, result.get(FetchCounter.FETCHED));
    assertEquals(0, result.get(FetchCounter.OK));
    assertEquals(0, web.log().requestsFor(closed).size());
    assertEquals(0, web.log().requestsFor(led, "/").size());
    assertEquals(4, web.log().count());
  }

  private String host(String address, String name) {
    int number = 0;
    while (!web.address(name + number + ".test").equals(address)) {
      number++;
    }
    return name + number + ".test";
  }

  @ParameterizedTest
  @CsvSource({"'', '', http.agent.name", "My Test Bot, 127.0.0.0/8, 'My-Test-Bot'"})
  void agentNameIsOneWordAndNeededBeyondPrivateAddresses(String name, String addresses, String told)
      throws Exception {
    list(0, List.of("http://example.org/"));
    conf.set("http.agent.name", name);
    conf.set("orbweaver.fetch.private.addresses", addresses);
    OrbException error = assertThrows(OrbException.class, this::fetch);
    assertTrue(error.getMessage().contains(told), error.getMessage());
    assertEquals(ExitCode.USAGE, error.exitCode());
  }

  @Test
  void hostThatKeepsFailingIsLeftForTheNextRound() throws Exception {
    conf.setInt("fetcher.max.exceptions.per.queue", 3);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      web.on("bad.test", "/" + i, Response.drop());
      urls.add(web.url("bad.test", "/" + i));
    }
    FetchPhase.FetchResult result = fetch(urls.toArray(String[]::new));
    assertEquals(3, result.get(FetchCounter.FAILED));
    assertEquals(17, result.get(FetchCounter.SKIPPED_HOST_FAILED));
    assertEquals(4, web.log().requestsFor("bad.test").size());
    int deferred = 0;
    for (String url : urls) {
      assertEquals("fetch_retry", status(url));
      deferred += Deferral.is(fetched.get(url)) ? 1 : 0;
    }
    assertEquals(17, deferred, "a failed request is told from none");
  }
}
