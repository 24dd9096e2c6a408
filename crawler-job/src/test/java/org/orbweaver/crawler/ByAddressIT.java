package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Request;

/** Politeness by address: twelve hosts share three, in two fetch lists. */
class ByAddressIT {
  private static final int HOSTS = 12;
  private static final long DELAY_MS = 300;

  @TempDir Path tmp;
  private FakeWeb web;
  private TestCrawl crawl;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(3).build());
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("partition.url.mode", "byIP");
    crawl.conf.set("fetcher.server.delay", "0.3");
    crawl.conf.set("orbweaver.fetch.delay.response.factor", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    List<String> seeds = new ArrayList<>();
    for (int i = 0; i < HOSTS; i++) {
      web.page("h" + i + ".test", "/", "front").page("h" + i + ".test", "/2", "second");
      seeds.add(web.url("h" + i + ".test", "/"));
      seeds.add(web.url("h" + i + ".test", "/2"));
    }
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    Files.write(tmp.resolve("seeds"), seeds);
    Phases.inject(crawl, tmp.resolve("seeds").toString());
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private FetchPhase.FetchResult fetch() throws Exception {
    try (Session session = crawl.session()) {
      return new FetchPhase().run(session, null);
    }
  }

  @Test
  void anAddressIsContactedOnceAtATimeWithTheDelayBetween() throws Exception {
    Phases.generate(crawl, 1000, 2);
    FetchPhase.FetchResult result = fetch();
    assertEquals(2 * HOSTS, result.get(FetchCounter.OK));
    assertEquals(3, result.get(FetchCounter.HOSTS), "groups are addresses");
    Map<String, List<Request>> byAddress = new HashMap<>();
    for (Request request : web.log().requests()) {
      byAddress
          .computeIfAbsent(web.address(request.host()), address -> new ArrayList<>())
          .add(request);
    }
    assertTrue(byAddress.size() >= 2, "hosts at several addresses");
    for (List<Request> requests : byAddress.values()) {
      requests.sort(Comparator.comparingLong(Request::startNanos));
      for (int i = 1; i < requests.size(); i++) {
        long gap = (requests.get(i).startNanos() - requests.get(i - 1).endNanos()) / 1_000_000;
        assertTrue(gap >= DELAY_MS - 10, "gap of " + gap + " ms at one address");
      }
    }
  }

  /** By the time of the fetch, the name service answers with the address of another task. */
  @Test
  void hostThatHasMovedIsDeferred() throws Exception {
    Phases.generate(crawl, 1000, 1);
    Path hosts = tmp.resolve("hosts");
    List<String> lines = new ArrayList<>();
    int moved = 0;
    for (String line : Files.readAllLines(hosts)) {
      if (line.matches("127\\.0\\.0\\.1\\s.*")) {
        moved += line.strip().split("\\s+").length - 1;
        line = line.replaceFirst("127\\.0\\.0\\.1", "127.0.0.2");
      }
      lines.add(line);
    }
    Files.write(tmp.resolve("moved"), lines);
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", tmp.resolve("moved").toString());
    FetchPhase.FetchResult result = fetch();
    assertTrue(moved > 0, "some host is at the first address");
    assertEquals(2L * HOSTS, result.get(FetchCounter.OK) + result.get(FetchCounter.SKIPPED));
    assertEquals(2L * moved, result.get(FetchCounter.SKIPPED));
    for (Request request : web.log().requests()) {
      assertTrue(!web.address(request.host()).equals("127.0.0.1"), request.host());
    }
  }
}
