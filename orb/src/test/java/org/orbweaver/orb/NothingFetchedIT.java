package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.testkit.FakeWeb;

/** A crawl that fetched nothing fails, says why, and begins anew once the cause is fixed. */
class NothingFetchedIT {
  private static final String PRIVATE = "orbweaver.fetch.private.addresses=127.0.0.0/8";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    web.close();
  }

  private Path dir() {
    return tmp.resolve("crawl");
  }

  private int crawl(List<String> words, String... settings) {
    printed.reset();
    List<String> args = new ArrayList<>(List.of("crawl"));
    args.addAll(words);
    args.addAll(List.of(dir().toString(), "--rounds", "2"));
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("http.agent.name=bot");
    all.add("fetcher.server.delay=0");
    all.add("hadoop.tmp.dir=" + tmp.resolve("hadoop"));
    all.add("orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri());
    for (String setting : all) {
      args.addAll(List.of("-D", setting));
    }
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    return Orb.run(
        args.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
  }

  private void assertTold(String... parts) {
    String text = printed.toString(UTF_8);
    for (String part : parts) {
      assertTrue(text.contains(part), () -> part + " in\n" + text);
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
    assertEquals(1, crawl(seed), () -> printed.toString(UTF_8));
    assertTold(
        "1 URL yielded no page",
        "1 refused: the host's address is not allowed",
        "for example " + seed.get(0),
        "add its block to orbweaver.fetch.private.addresses",
        "nothing fetched");
    assertNothingBuilt();

    assertEquals(1, crawl(seed), () -> printed.toString(UTF_8));
    assertTold("settings refuse every URL", seed.get(0), "orbweaver.fetch.private.addresses");
    assertNothingBuilt();
    assertEquals(0, web.log().count());

    assertEquals(0, crawl(List.of(), PRIVATE), () -> printed.toString(UTF_8));
    assertTold("round 1", "1 page\n");
    assertEquals(1, web.log().requestsFor("a.test", "/").size());
    assertTrue(Files.exists(dir().resolve("index")));
    assertEquals(3, crawl(List.of(), PRIVATE), () -> printed.toString(UTF_8));
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
    assertEquals(1, crawl(seeds, PRIVATE), () -> printed.toString(UTF_8));
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

    assertEquals(
        0,
        crawl(
            List.of(),
            PRIVATE,
            "fetcher.max.crawl.delay=0",
            "orbweaver.fetch.crawl.delay.cap=true"),
        () -> printed.toString(UTF_8));
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
    assertEquals(1, crawl(seeds, PRIVATE, filter), () -> printed.toString(UTF_8));
    assertTold("refused by the URL filter");
    Files.writeString(rules, "-b.test\n+.\n");
    assertEquals(0, crawl(seeds, PRIVATE, filter), () -> printed.toString(UTF_8));
    assertEquals(3, crawl(seeds, PRIVATE, filter), () -> printed.toString(UTF_8));
    Files.writeString(rules, "+.\n");
    assertEquals(0, crawl(seeds, PRIVATE, filter), () -> printed.toString(UTF_8));
    assertEquals(1, web.log().requestsFor("a.test", "/").size());
    assertEquals(1, web.log().requestsFor("b.test", "/").size());

    // All that is due is refused now, but not all that the crawl has.
    assertEquals(3, crawl(seeds, PRIVATE, filter), () -> printed.toString(UTF_8));
  }
}
