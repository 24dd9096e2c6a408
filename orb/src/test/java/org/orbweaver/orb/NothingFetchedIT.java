package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/**
 * A crawl that fetched nothing fails, gives the reason, and starts over once the cause is fixed.
 */
class NothingFetchedIT {
  private static final String NOT_PRIVATE = "orbweaver.fetch.private.addresses=";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private String printed;

  @AfterEach
  void stop() {
    web.close();
  }

  private void crawl(int status, List<String> words, String... settings) {
    List<String> args = new ArrayList<>(List.of("crawl", "--rounds", "2"));
    args.addAll(words);
    args.add(dir().toString());
    printed = new TestSite(web, tmp, settings).orb(status, args.toArray(String[]::new));
  }

  private Path dir() {
    return tmp.resolve("crawl");
  }

  private void assertTold(String... parts) {
    for (String part : parts) {
      assertTrue(printed.contains(part), () -> part + " in\n" + printed);
    }
  }

  private void assertNothingBuilt() {
    for (String store : List.of("linkdb", "graph", "pagerank", "index")) {
      assertFalse(Files.exists(dir().resolve(store)), store);
    }
  }

  @Test
  void refusedAddressFailsUntilItsSettingDiffers() {
    web.page("a.test", "/", "<title>A</title>zebra");
    List<String> seed = List.of(web.url("a.test", "/"));
    crawl(1, seed, NOT_PRIVATE);
    assertTold(
        "1 URL yielded no page",
        "1 refused: the host's address is not allowed",
        "for example " + seed.get(0),
        "add its block to orbweaver.fetch.private.addresses",
        "nothing fetched");
    assertNothingBuilt();

    crawl(1, seed, NOT_PRIVATE);
    assertTold("settings refuse every URL", seed.get(0), "orbweaver.fetch.private.addresses");
    assertNothingBuilt();
    assertEquals(0, web.log().count());

    crawl(0, List.of());
    assertTold("round 1", "1 page\n");
    assertEquals(1, web.log().requestsFor("a.test", "/").size());
    assertTrue(Files.exists(dir().resolve("index")));
    crawl(3, List.of());
  }

  @Test
  void eachCauseIsCountedWithAnExampleAndItsRemedy() throws Exception {
    web.page("slow.test", "/", "x").robots("slow.test", "User-agent: *\nCrawl-delay: 100\n");
    web.page("no.test", "/", "x").robots("no.test", "User-agent: *\nDisallow: /\n");
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    String slow = web.url("slow.test", "/");
    List<String> seeds =
        List.of(
            slow,
            web.url("no.test", "/"),
            web.url("no.test", "/2"),
            "http://127.0.0.1:" + closed + "/",
            "http://unheard.test/",
            "http://port.test:22/");
    web.page("port.test", "/", "x");
    crawl(1, seeds);
    assertTold(
        "6 URLs yielded no page",
        "2 forbidden by robots.txt",
        "1 refused: the host's Crawl-delay exceeds the maximum",
        "raise fetcher.max.crawl.delay",
        "1 refused: the port is not allowed",
        "add it to orbweaver.fetch.ports",
        "1 no connection to the host",
        "1 the host has no address",
        "http://unheard.test/",
        "orbweaver.fetch.retry.delay.sec");
    assertNothingBuilt();

    crawl(0, List.of(), "fetcher.max.crawl.delay=0", "orbweaver.fetch.crawl.delay.cap=true");
    assertEquals(1, web.log().requestsFor("slow.test", "/").size());
    assertEquals(0, web.log().requestsFor("no.test", "/").size());
  }

  @Test
  void seedThatTheFilterRefusedIsInjectedOnceItDoesNot() throws Exception {
    web.page("a.test", "/", "x").page("b.test", "/", "x");
    List<String> seeds = List.of(web.url("a.test", "/"), web.url("b.test", "/"));
    Path rules = tmp.resolve("rules.txt");
    String filter = "urlfilter.regex.file=" + rules;
    Files.writeString(rules, "-.\n");
    crawl(1, seeds, filter);
    assertTold("refused by the URL filter");
    Files.writeString(rules, "-b.test\n+.\n");
    crawl(0, seeds, filter);
    crawl(3, seeds, filter);
    Files.writeString(rules, "+.\n");
    crawl(0, seeds, filter);
    assertEquals(1, web.log().requestsFor("a.test", "/").size());
    assertEquals(1, web.log().requestsFor("b.test", "/").size());

    // All due URLs are refused now, but not all URLs of the crawl.
    crawl(3, seeds, filter);
  }

  @Test
  @Timeout(120)
  void crawlUntilDoneEndsWhereAllIsDeferredAndDueAgain() {
    web.page("a.test", "/", "x").robots("a.test", Response.status(503));
    String seed = web.url("a.test", "/");
    TestSite site = new TestSite(web, tmp, "orbweaver.fetch.retry.delay.sec=0");
    printed = site.orb(1, "crawl", seed, dir().toString(), "--until-done");
    assertTold("were deferred, and are due again", "Continue it later");
    assertEquals(1, web.log().count(), "requests for robots.txt");
  }
}
