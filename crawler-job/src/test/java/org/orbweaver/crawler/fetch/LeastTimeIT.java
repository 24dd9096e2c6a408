package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.Request;

class LeastTimeIT extends FetchTestBed {
  private static final long NOW = 1_800_000_000_000L;

  private LeastTime least(List<StepRecord> history, long now) throws Exception {
    conf.set("orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    Configuration own = new Configuration(conf);
    own.set("http.agent.name", "tester");
    LeastTime.embed(own, CrawlDir.create(own, dir().toString()), history, now);
    return LeastTime.of(own);
  }

  /** Delay 5 s, the longest wait 60 s, the longest Crawl-delay 30 s; times in seconds. */
  @ParameterizedTest
  @CsvSource({
    // pages, robots files; last contact s ago, its response s, failures, Crawl-delay, leave alone
    "0, 0, 100, 0, 0, 0, 0, 0, 0",
    "1, 0, 100, 0, 0, 0, 0, 1, 0",
    "1, 1, 100, 0, 0, 0, 0, 1, 5",
    "11, 0, 100, 0, 0, 0, 0, 11, 50",
    "11, 2, 100, 0, 0, 0, 0, 11, 60",
    "11, 0, 2, 0, 0, 0, 0, 11, 53", // the wait that is left of 5 s
    "11, 0, 2, 10, 0, 0, 0, 11, 68", // twice its last answer's time, once
    "11, 0, 2, 0, 2, 0, 0, 11, 68", // 20 s after two failures, once
    "11, 0, 100, 0, 0, 10, 0, 11, 100", // its Crawl-delay
    "11, 0, 4, 0, 0, 10, 0, 11, 106",
    "11, 0, 100, 0, 0, 0, 30, 11, 80", // Retry-After
    "11, 0, 100, 0, 0, 0, 61, 0, 0", // too long: deferred
    "11, 0, 100, 0, 0, 31, 0, 11, 50" // a Crawl-delay that is not obeyed; its robots.txt denies
  })
  void boundFollowsFromWhatIsKnown(
      long pages,
      long robots,
      long ago,
      long response,
      int failures,
      long crawlDelay,
      long alone,
      long requests,
      long leastSeconds)
      throws Exception {
    conf.set("fetcher.server.delay", "5");
    long notBefore = alone == 0 ? 0 : NOW + alone * 1000;
    var contact =
        new HostContact(NOW - ago * 1000, response * 1000, failures, crawlDelay * 1000, notBefore);
    try (MapFile.Writer store =
        HostParts.writer(conf, new Path(dir(), "hosts/current/part-r-00000"))) {
      store.append(new Text("a.test"), new BytesWritable(contact.encode()));
    }
    try (LeastTime least = least(List.of(), NOW)) {
      LeastTime.Bound bound = least.bound("a.test", pages, robots);
      assertEquals(leastSeconds * 1000, bound.leastMs());
      assertEquals(requests, bound.requests());
      assertEquals(pages, bound.requests() + bound.deferred());
      assertEquals(alone > 60 ? notBefore : 0, bound.until());
      // This host has no records.
      assertEquals(
          pages == 0 ? 0 : (pages + robots - 1) * 5000,
          least.bound("b.test", pages, robots).leastMs());
    }
  }

  @Test
  void timeLimitCutsTheBound() throws Exception {
    conf.set("fetcher.server.delay", "5");
    conf.set("fetcher.timelimit.mins", "1");
    try (LeastTime least = least(List.of(), NOW)) {
      assertEquals(55_000, least.bound("a.test", 12, 0).leastMs());
      LeastTime.Bound cut = least.bound("a.test", 100, 0);
      assertEquals(12, cut.requests());
      assertEquals(88, cut.deferred());
      assertEquals(55_000, cut.leastMs());
    }
  }

  @Test
  void refusesWhatTheSettingsRefuse() throws Exception {
    web.page("a.test", "/", "a");
    try (LeastTime least = least(List.of(), NOW)) {
      assertEquals(LeastTime.Fate.AFTER_ROBOTS, least.fate(web.url("a.test", "/")));
      assertEquals(LeastTime.Fate.REFUSED, least.fate("http://a.test:25/"));
      assertEquals(LeastTime.Fate.REFUSED, least.fate("http://10.1.2.3/"));
      assertEquals(LeastTime.Fate.REFUSED, least.fate("http://unknown.test/"));
    }
  }

  private Map<String, LeastTime.Bound> bounds(List<String> urls) throws Exception {
    CrawlDir crawl = CrawlDir.create(conf, dir().toString());
    Map<String, LeastTime.Bound> bounds = new TreeMap<>();
    try (LeastTime least = least(Steps.readHistory(crawl), System.currentTimeMillis())) {
      Map<String, Long> pages = new TreeMap<>();
      Map<String, Long> robots = new TreeMap<>();
      for (String url : urls) {
        String host = least.group(url, null);
        LeastTime.Fate fate = least.fate(url);
        if (fate == LeastTime.Fate.AFTER_ROBOTS) {
          robots.put(host, 1L);
        }
        pages.merge(host, fate == LeastTime.Fate.DENIED ? 0L : 1L, Long::sum);
      }
      for (String host : pages.keySet()) {
        bounds.put(host, least.bound(host, pages.get(host), robots.getOrDefault(host, 0L)));
      }
    }
    return bounds;
  }

  /** Checks by the server's own log that all counted requests came, and took at least this long. */
  private void assertHolds(Map<String, LeastTime.Bound> bounds, int robotsFiles) {
    bounds.forEach(
        (host, bound) -> {
          List<Request> requests = web.log().requestsFor(host);
          int contacts = (int) bound.requests() + (bound.requests() > 0 ? robotsFiles : 0);
          assertEquals(contacts, requests.size(), host);
          if (contacts > 1) {
            long took =
                requests.get(requests.size() - 1).startNanos() - requests.get(0).startNanos();
            assertTrue(
                took / 1_000_000 >= bound.leastMs() - bound.waitMs(), host + " took " + took);
          }
        });
  }

  @Test
  void noFetchIsFasterThanItsBound() throws Exception {
    conf.set("fetcher.server.delay", "0.2");
    conf.set("orbweaver.fetch.delay.response.factor", "0");
    web.robots("slow.test", "User-agent: *\nCrawl-delay: 1\nDisallow: /private/\n");
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (String host : List.of("slow.test", "a.test")) {
        web.page(host, "/" + i, host).page(host, "/next/" + i, host);
        urls.add(web.url(host, "/" + i));
      }
    }
    Map<String, LeastTime.Bound> first = bounds(urls);
    assertEquals(800, first.get("slow.test").leastMs(), "its robots.txt is not known yet");
    fetch(urls.toArray(new String[0]));
    assertHolds(first, 1);

    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "update")) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.WAITING);
    }
    web.log().clear();
    List<String> next = new ArrayList<>(List.of(web.url("slow.test", "/private/x")));
    for (int i = 0; i < 4; i++) {
      next.add(web.url("slow.test", "/next/" + i));
      next.add(web.url("a.test", "/next/" + i));
    }
    Map<String, LeastTime.Bound> second = bounds(next);
    LeastTime.Bound slow = second.get("slow.test");
    assertEquals(1000, slow.delayMs());
    assertTrue(slow.crawlDelay());
    assertEquals(3000, slow.leastMs() - slow.waitMs(), "robots.txt is known, and denies one");
    String segment = "20260101000001";
    list(segment, 0, next);
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "fetch")) {
      new FetchPhase().run(session, segment);
    }
    assertHolds(second, 0);
  }
}
