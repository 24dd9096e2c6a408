package org.orbweaver.crawler.fetch.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.site.SiteSessions;

class SlowestHostsTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path tmp;
  private final Configuration conf = new Configuration(false);
  private final List<Frontier.Entry> entries = new ArrayList<>();
  private long now = SECOND;
  private HostTable table;
  private HostGate gate;
  private RobotsCache robots;

  @BeforeEach
  void robots() {
    conf.set("fetcher.server.delay", "1");
    setUp();
  }

  private void setUp() {
    table = new HostTable(key -> null, key -> null, tmp);
    robots = new RobotsCache(List.of("bot"), table, Clock.systemUTC(), 30);
    gate = new HostGate(policy().politeness(), table, Clock.systemUTC(), () -> now);
  }

  private FetchPolicy policy() {
    return FetchPolicy.of(conf, "s", 0);
  }

  private void list(String host, int urls, String rules) throws Exception {
    for (int i = 0; i < urls; i++) {
      byte[] datum = Records.bytes(new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1));
      String url = "http://" + host + "/" + i;
      entries.add(
          new Frontier.Entry(host, 1, new FetchItem.PageItem(url, datum, 0, "", false).encode()));
    }
    robots.complete("http://" + host + "/robots.txt", 200, rules.getBytes(UTF_8));
  }

  private void answer(String host, int status, long tookMs) throws Exception {
    List<FetchedPage.Header> headers =
        status == 503 ? List.of(new FetchedPage.Header("Retry-After", "30")) : List.of();
    FetchedPage answer =
        status == 0 ? null : new FetchedPage(status, headers, new byte[0], Truncation.NONE);
    gate.host(host, false).requestEnded(now, 1_000_000, tookMs, answer, false);
  }

  private SlowestHosts.Remaining remaining() throws Exception {
    Frontier frontier = new Frontier(new Frontier.Limits(16, 100, 1 << 20, tmp));
    Dispatcher dispatcher = new Dispatcher(frontier, () -> now);
    for (Frontier.Entry entry : entries) {
      dispatcher.add(entry);
    }
    dispatcher.add(null);
    // The leased URL is no longer among those left.
    dispatcher.next(null, 0);
    FetchTools tools =
        new FetchTools(
            null,
            new SiteSessions() {},
            new FetchTools.HostFiles(robots, null, null),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            () -> now);
    RobotsGate robotsGate = new RobotsGate(policy(), tools, null, null);
    return new SlowestHosts(dispatcher, gate, robotsGate, policy().politeness()).remaining();
  }

  /** Six are left; robots.txt forbids one of them, so that five requests are four delays apart. */
  @Test
  void leastTimeCountsWhatRobotsAllowsAndTheDelayBetween() throws Exception {
    list("a.test", 7, "User-agent: *\nCrawl-delay: 3\nDisallow: /5");
    gate.host("a.test", false).crawlDelay(3000);
    answer("a.test", 200, 2500);
    now += SECOND;
    SlowestHosts.Remaining remaining = remaining();
    assertEquals("a.test 6 left (slow responses 5 s)", remaining.text());
    // The slow answer holds for the first of the gaps only.
    assertEquals(4000 + 4 * 3000, remaining.leastMs());
  }

  @Test
  void nothingIsPromisedOfHostsThatFailOrAreUnknown() throws Exception {
    list("a.test", 4, "");
    assertEquals(0, remaining().leastMs());
    answer("a.test", 200, 1);
    assertEquals(1000 + 2 * 1000, remaining().leastMs());
    answer("a.test", 0, 1);
    SlowestHosts.Remaining remaining = remaining();
    assertEquals(0, remaining.leastMs());
    assertEquals("a.test 3 left (errors 2 s)", remaining.text());
    answer("a.test", 503, 1);
    assertEquals("a.test 3 left (Retry-After 30 s)", remaining().text());
  }

  @Test
  void theThreeSlowestAreTold() throws Exception {
    for (int i = 1; i <= 5; i++) {
      list("h" + i + ".test", 2 * i, "");
    }
    String text = remaining().text();
    assertTrue(text.startsWith("h5.test"), text);
    assertEquals(3, text.split("left").length - 1, text);
    assertTrue(text.contains("(delay 1 s)"), text);
  }

  @Test
  void withoutADelayNobodyIsSlow() throws Exception {
    conf.set("fetcher.server.delay", "0");
    setUp();
    list("a.test", 4, "");
    assertEquals(new SlowestHosts.Remaining("", 0), remaining());
  }
}
