package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.Response;

/** Facts that one round learns about hosts are known to the next one. */
class HostsAcrossRoundsIT extends FetchTestBed {
  private static final String NEXT = "20260101000001";

  @BeforeEach
  void judgeByDelaysOnly() {
    conf.set("orbweaver.fetch.delay.response.factor", "0");
  }

  private FetchPhase.FetchResult next(String... urls) throws Exception {
    list(NEXT, 0, List.of(urls));
    return fetchSegment(NEXT);
  }

  private void update() throws Exception {
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "update")) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.WAITING);
    }
    Path parsed = new Path(dir(), "segments/" + SEGMENT + "/" + ParseData.DIR_NAME);
    assertTrue(parsed.getFileSystem(conf).exists(parsed));
  }

  private HostContact contact(String host) throws Exception {
    try (HostParts hosts = HostParts.store(conf, new Path(dir(), "hosts/current"))) {
      return HostContact.decode(hosts.find(host));
    }
  }

  @Test
  void robotsIsNotAskedForAgainAndTheDelayHolds() throws Exception {
    conf.set("fetcher.server.delay", "1.5");
    web.robots("a.test", "User-agent: *\nDisallow: /private/\n");
    web.page("a.test", "/", "a").page("a.test", "/2", "b").page("b.test", "/", "b");
    fetch(web.url("a.test", "/"));
    update();
    FetchPhase.FetchResult result =
        next(web.url("a.test", "/2"), web.url("a.test", "/private/x"), web.url("b.test", "/"));
    assertEquals(2, result.get(FetchCounter.OK));
    assertEquals(1, result.get(FetchCounter.SKIPPED_ROBOTS_DENIED));
    assertEquals(1, web.log().requestsFor("a.test", "/robots.txt").size());
    assertEquals(3, web.log().requestsFor("a.test").size());
    web.log().assertPolite(Duration.ofMillis(1500));
  }

  /** Hosts not contacted before are contacted at once, even if others asked to be left alone. */
  @Test
  void hostThatAsksToBeLeftAloneIsLeftAloneInTheNextRoundToo() throws Exception {
    conf.setLong("orbweaver.fetch.wait.max.ms", 5000);
    web.on("busy.test", "/", Response.status(503).header("Retry-After", "3600"));
    web.page("busy.test", "/2", "later").page("free.test", "/", "free");
    FetchPhase.FetchResult result = fetch(web.url("busy.test", "/"), web.url("busy.test", "/2"));
    assertEquals(1, result.get(FetchCounter.FAILED));
    assertEquals(1, result.get(FetchCounter.SKIPPED_HOST_FAILED));
    update();
    assertTrue(contact("busy.test").notBefore() > System.currentTimeMillis() + 3_500_000);
    assertEquals(1, contact("busy.test").failures());
    result = next(web.url("busy.test", "/2"), web.url("free.test", "/"));
    assertEquals(1, result.get(FetchCounter.OK));
    assertEquals(1, result.get(FetchCounter.SKIPPED_HOST_FAILED));
    assertEquals(2, web.log().requestsFor("busy.test").size());
  }

  /** As generate advises for a list that is not in the crawldb yet. */
  @Test
  void fetchedSegmentMayBeDeletedBeforeUpdate() throws Exception {
    web.page("a.test", "/", "a").page("a.test", "/2", "b");
    fetch(web.url("a.test", "/"));
    Path fetched = new Path(dir(), "segments/" + SEGMENT);
    assertTrue(fetched.getFileSystem(conf).delete(fetched, true));
    assertEquals(1, next(web.url("a.test", "/2")).get(FetchCounter.OK));
  }

  /** As generate does: its step, and the current records of the store of hosts beside the list. */
  private void generated(String... urls) throws Exception {
    list(NEXT, 0, List.of(urls));
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "generate")) {
      Path store = new Path(dir(), "hosts/current/part-r-00000");
      Path listed = new Path(dir(), "segments/" + NEXT + "/list_hosts/part-r-00000");
      FileSystem fs = store.getFileSystem(conf);
      if (fs.exists(store)) {
        FileUtil.copy(fs, store, fs, listed, false, conf);
      } else {
        HostParts.writer(conf, listed).close();
      }
      session.steps().begin("generate", NEXT).commit(Map.of());
    }
  }

  /** The records beside the list are complete as long as update has not learned more since. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void hostsThatGoWithTheListAreUsedWhileTheyAreTheLatest(boolean latest) throws Exception {
    conf.setLong("orbweaver.fetch.wait.max.ms", 5000);
    web.on("busy.test", "/", Response.status(503).header("Retry-After", "3600"));
    web.page("busy.test", "/2", "later");
    String next = web.url("busy.test", "/2");
    fetch(web.url("busy.test", "/"));
    if (latest) {
      update();
      generated(next);
      Path store = new Path(dir(), "hosts/current");
      assertTrue(store.getFileSystem(conf).delete(store, true));
    } else {
      generated(next);
      update();
    }
    assertEquals(1, fetchSegment(NEXT).get(FetchCounter.SKIPPED_HOST_FAILED));
    Path listed = new Path(dir(), "segments/" + NEXT + "/list_hosts");
    assertFalse(listed.getFileSystem(conf).exists(listed), "of no more use");
  }

  @Test
  void robotsFileOfAnotherHostIsNotAskedForAgainThoughTheListHasNoUrlOfThatHost() throws Exception {
    web.redirect("a.test", "/robots.txt", 301, web.url("b.test", "/robots.txt"));
    web.robots("b.test", "User-agent: *\nDisallow: /private/\n");
    web.page("a.test", "/", "a").page("a.test", "/2", "b");
    fetch(web.url("a.test", "/"));
    update();
    try (HostParts store = HostParts.store(conf, new Path(dir(), "hosts/current"));
        MapFile.Writer listed =
            HostParts.writer(
                conf, new Path(dir(), "segments/" + NEXT + "/list_hosts/part-r-00000"))) {
      for (String key : List.of("a.test", web.url("a.test", "/robots.txt"))) {
        listed.append(new Text(key), new BytesWritable(store.find(key)));
      }
    }
    list(NEXT, 0, List.of(web.url("a.test", "/2"), web.url("a.test", "/private/x")));
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "fetch")) {
      session.steps().begin("generate", NEXT).commit(Map.of());
    }
    FetchPhase.FetchResult result = fetchSegment(NEXT);
    assertEquals(1, result.get(FetchCounter.OK));
    assertEquals(1, result.get(FetchCounter.SKIPPED_ROBOTS_DENIED));
    assertEquals(1, web.log().requestsFor("b.test", "/robots.txt").size());
  }

  @Test
  void errorsDoubleTheDelayUntilTheHostIsDeferred() throws Exception {
    conf.set("fetcher.server.delay", "0.2");
    conf.setLong("orbweaver.fetch.wait.max.ms", 1000);
    String[] urls = new String[10];
    for (int i = 0; i < urls.length; i++) {
      web.on("bad.test", "/" + i, Response.status(500));
      urls[i] = web.url("bad.test", "/" + i);
    }
    FetchPhase.FetchResult result = fetch(urls);
    // After 400 and 800 ms comes 1600, which is too long.
    assertEquals(3, result.get(FetchCounter.FAILED));
    assertEquals(7, result.get(FetchCounter.SKIPPED_HOST_FAILED));
    assertEquals(4, web.log().requestsFor("bad.test").size());
    update();
    assertEquals(3, contact("bad.test").failures());
  }

  private Path part() {
    return new Path(dir(), ".staging/1-fetch-" + SEGMENT + "/parts/part-r-00000");
  }

  /** An attempt recorded redirects, and died before it came to all of their targets. */
  @Test
  void targetOfARecordedRedirectIsRequestedByTheNextAttempt() throws Exception {
    List<String> names = List.of("open", "same", "done", "left", "listed", "refused.jpg");
    try (HostTable hosts = new HostTable(key -> null, key -> null, tmp);
        FetchOutput killed = new FetchOutput(conf, part(), 1 << 20, hosts, () -> {}, () -> {})) {
      CrawlDatum gone = new CrawlDatum(CrawlDatum.STATUS_FETCH_GONE, 1000, 0.5f);
      killed.add(web.url("a.test", "/to/done"), gone, null, FetchCounter.GONE_OTHER);
      CrawlDatum left = new CrawlDatum(CrawlDatum.STATUS_LINKED, 1000, 0.5f);
      killed.add(web.url("a.test", "/to/left"), left, null, FetchCounter.REDIRECTS_LEFT);
      for (String name : names) {
        String target = web.url("a.test", "/to/" + (name.equals("same") ? "open" : name));
        CrawlDatum moved = datum();
        Records.finish(moved, Outcome.redirect(true, target), 1, Map.of());
        killed.add(web.url("a.test", "/" + name), moved, null, FetchCounter.REDIRECTED);
      }
      killed.count(FetchCounter.REDIRECTS_FOLLOWED, 1);
      killed.count(FetchCounter.REQUESTS, 8);
      killed.flush();
    }
    web.redirect("a.test", "/to/open", 301, web.url("a.test", "/further"));
    web.page("a.test", "/to/listed", "listed");
    List<String> urls = new ArrayList<>();
    names.forEach(name -> urls.add(web.url("a.test", "/" + name)));
    urls.add(web.url("a.test", "/to/listed"));
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "test")) {
      assertEquals(names.size(), FetchPhase.kept(session, SEGMENT), "URLs of the list");
    }
    FetchPhase.FetchResult result = fetch(urls.toArray(new String[0]));
    assertEquals(names.size() + 1, result.get(FetchCounter.REDIRECTED));
    assertEquals("fetch_redir_perm", status(web.url("a.test", "/to/open")));
    assertEquals("fetch_success", status(web.url("a.test", "/to/listed")));
    assertEquals(
        Set.of(web.url("a.test", "/to/left"), web.url("a.test", "/further")), linked.keySet());
    assertEquals(3, web.log().count(), "robots.txt and two pages");
    assertEquals(11, result.get(FetchCounter.REQUESTS));
    assertEquals(2, result.get(FetchCounter.REDIRECTS_FOLLOWED));
    assertTrue(result.summary().contains("9 URLs from 1 host, 7 before the interruption"));
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "test")) {
      FetchTotals totals = FetchTotals.of(session.steps().history(), List.of(SEGMENT));
      assertEquals(8, totals.earlier(FetchCounter.REQUESTS));
      assertEquals(11, totals.get(FetchCounter.REQUESTS));
      assertEquals(0, FetchPhase.kept(session, SEGMENT), "nothing is interrupted");
    }
  }

  /** The results of a killed attempt are published, and its URLs are not requested again. */
  @Test
  void rerunGoesOnWithWhatIsLeft() throws Exception {
    String[] urls = new String[30];
    for (int i = 0; i < urls.length; i++) {
      web.page("h" + i % 3 + ".test", "/" + i, "page " + i);
      urls[i] = web.url("h" + i % 3 + ".test", "/" + i);
    }
    list(0, List.of(urls));
    try (HostTable hosts = new HostTable(key -> null, key -> null, tmp);
        FetchOutput killed = new FetchOutput(conf, part(), 1 << 20, hosts, () -> {}, () -> {})) {
      for (int i = 0; i < 10; i++) {
        CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_GONE, 1000, 0.5f);
        killed.add(urls[i], datum, null, FetchCounter.GONE);
      }
      hosts.put("h0.test", new HostContact(1, 1, 0, 0, 0).encode());
      killed.count(FetchCounter.HOSTS, 1);
      killed.flush();
    }
    FetchOutput.FetchStats kept = new FetchOutput.FetchStats();
    FetchOutput.addKept(conf, part(), kept);
    assertEquals(10, kept.get(FetchCounter.GONE));
    FetchPhase.FetchResult result = fetch();
    assertEquals(10, result.get(FetchCounter.GONE));
    assertEquals(20, result.get(FetchCounter.OK));
    assertEquals(3, result.get(FetchCounter.HOSTS), "a host counts once for all attempts");
    assertEquals("fetch_gone", status(urls[9]));
    assertEquals("fetch_success", status(urls[10]));
    assertEquals(0, web.log().requestsFor("h0.test", "/9").size());
    assertEquals(20 + 3, web.log().count());
    assertFalse(part().getFileSystem(conf).exists(new Path(dir(), ".staging")));
  }
}
