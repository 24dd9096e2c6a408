package org.orbweaver.crawler.fetch.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.robots.RobotsRules;

/** A fetch task with answers from the test. */
class FetchTaskTest extends FetchTaskBed {
  @Test
  void firstContactWaitsRobotsIncluded() throws Exception {
    wait = 300;
    long start = System.nanoTime();
    fetch("http://a.test/", "http://b.test/");
    assertTrue(firstAsked - start >= 299_000_000, "after " + (firstAsked - start) / 1e6 + " ms");
    assertEquals(4, asked.size());
  }

  /** The second URL is read after the first was requested, the rest a window at a time. */
  @Test
  @Timeout(120)
  void dispatchDoesNotWaitForTheList() throws Exception {
    int hosts = 500;
    int[] read = new int[1];
    int[] ahead = new int[1];
    fetch(
        () -> {
          if (read[0] == 1) {
            // robots.txt, and the page.
            requested.acquire(2);
            // From here on the time is over: no host is contacted, and every URL gets its record.
            task.end(Outcome.overTime());
          }
          ahead[0] = Math.max(ahead[0], read[0] - records.size());
          return read[0] == 100_000 ? null : "http://h" + read[0]++ % hosts + ".test/" + read[0];
        });
    assertEquals(100_000, records.size());
    assertEquals(2, asked.size());
    assertTrue(ahead[0] < 10_000, "read ahead: " + ahead[0]);
  }

  @Test
  void brokenRobotsForbidsAndLongRobotsHolds() throws Exception {
    on("http://cut.test/robots.txt", 200, "", Truncation.DISCONNECT);
    on("http://late.test/robots.txt", 200, "User-agent: *\n", Truncation.TIME);
    on("http://bad.test/robots.txt", 200, "User-agent: *\n", Truncation.UNSPECIFIED);
    String rules = "User-agent: *\nDisallow: /x\n";
    on("http://long.test/robots.txt", 200, rules, Truncation.LENGTH);
    assertEquals(
        List.of(
            "http://bad.test/ fetch_retry",
            "http://cut.test/ fetch_retry",
            "http://late.test/ fetch_retry",
            "http://long.test/x fetch_gone"),
        fetch("http://bad.test/", "http://cut.test/", "http://late.test/", "http://long.test/x"));
    assertEquals(4, asked.size());
    assertEquals(RobotsRules.MAX_BYTES + 1, limits.get("http://long.test/robots.txt"));
  }

  private static IOException noAddress() {
    return new UnknownHostException("no.test");
  }

  private int failedRounds(String origin) throws IOException {
    byte[] record = hosts.find(origin);
    return record == null ? -1 : HostOutage.decode(record).failures();
  }

  @Test
  void hostWithoutAddressFailsItsUrlsAndOneRound() throws Exception {
    broken.put("http://no.test/robots.txt", noAddress());
    assertEquals(
        List.of("http://no.test/ fetch_retry", "http://no.test/2 fetch_retry"),
        fetch("http://no.test/", "http://no.test/2"));
    assertEquals(2, counts.get(FetchCounter.FAILED_DNS), "failures of the URLs, not deferrals");
    assertEquals(1, failedRounds("http://no.test"), "one, for all its URLs");
    assertEquals(1, asked.size());
  }

  @Test
  void aFailureEndsTheWaitForAListThatGrows() {
    permit =
        () -> {
          throw new IOException("gone");
        };
    BlockingQueue<String> list = new LinkedBlockingQueue<>(List.of("http://a.test/"));
    IOException error = assertThrows(IOException.class, () -> fetch(list::take));
    assertTrue(error.getMessage().contains("gone"), error.getMessage());
  }

  @Test
  void unreachableRobotsFailsTheHostAndDefersItsUrls() throws Exception {
    broken.put("http://down.test/robots.txt", new ConnectException("refused"));
    on("http://busy.test/robots.txt", 503, "", Truncation.NONE);
    fetch("http://down.test/", "http://down.test:81/", "http://busy.test/");
    assertEquals(1, counts.get(FetchCounter.SKIPPED_CONNECT));
    assertEquals(1, counts.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
    assertEquals(1, failedRounds("http://down.test"));
    assertEquals(1, failedRounds("http://busy.test"));
    assertEquals(-1, failedRounds("http://down.test:81"), "another origin");
  }

  @Test
  void pageServedEndsAnOutage() throws Exception {
    byte[] outage = new HostOutage(0, 5, 0, "CONNECT").encode();
    for (String origin : List.of("http://up.test", "http://closed.test", "http://error.test")) {
      knownHosts.put(origin, outage);
    }
    on("http://up.test/", 200, "up", Truncation.NONE);
    on("http://closed.test/robots.txt", 200, "User-agent: *\nDisallow: /\n", Truncation.NONE);
    on("http://error.test/", 500, "", Truncation.NONE);
    fetch("http://up.test/", "http://closed.test/", "http://error.test/");
    assertEquals(0, failedRounds("http://up.test"));
    assertEquals(0, failedRounds("http://closed.test"), "its robots.txt served");
    assertEquals(5, failedRounds("http://error.test"));
  }

  /**
   * With robots.txt known, pages show that a host failed: it served none, or failed ten in a row.
   *
   * @param apart whether each URL is read once its host has none left
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(60)
  void failedPagesFailTheHost(boolean apart) throws Exception {
    String robots = "/robots.txt";
    RobotsCopy copy =
        new RobotsCopy(0, NOW.toEpochMilli(), RobotsCopy.RobotsAnswer.GOOD, "", 0, 1, new byte[0]);
    List<String> urls = new ArrayList<>();
    for (String host : List.of("http://silent.test", "http://falls.test", "http://once.test")) {
      knownHosts.put(host + robots, copy.encode());
      on(host + "/0", 200, "up", Truncation.NONE);
      for (int i = 0; i < 12; i++) {
        urls.add(host + "/" + i);
        boolean fails = host.contains("silent") || (i > 0 && host.contains("falls")) || i == 5;
        if (fails) {
          broken.put(host + "/" + i, new SocketTimeoutException("late"));
        }
      }
    }
    Iterator<String> list = urls.iterator();
    fetch(
        () -> {
          while (apart && task.state().waiting() + task.state().leases() > 0) {
            Thread.sleep(1);
          }
          return list.hasNext() ? list.next() : null;
        });
    assertEquals(1, failedRounds("http://silent.test"));
    assertEquals(1, failedRounds("http://falls.test"));
    assertEquals(-1, failedRounds("http://once.test"), "one failure after others were served");
    assertEquals(21, counts.get(FetchCounter.FAILED_TIMEOUT));
    assertEquals(3, counts.get(FetchCounter.SKIPPED_HOST_FAILED));
  }

  @Test
  void onlyRedirectsWithinAHostAreFollowed() throws Exception {
    moved("http://a.test/1", "http://b.test/new");
    moved("http://a.test/2", "http://b.test/new");
    moved("http://a.test/3", "http://b.test/");
    moved("http://a.test/4", "https://a.test:8443/here");
    on("https://a.test:8443/here", 200, "here", Truncation.NONE);
    on("http://b.test/", 200, "b", Truncation.NONE);
    assertEquals(
        List.of(
            "http://a.test/1 fetch_redir_temp",
            "http://a.test/2 fetch_redir_temp",
            "http://a.test/3 fetch_redir_temp",
            "http://a.test/4 fetch_redir_temp",
            "http://b.test/ fetch_success",
            "http://b.test/ linked",
            "http://b.test/new linked",
            "http://b.test/new linked",
            "https://a.test:8443/here fetch_success"),
        fetch(
            "http://a.test/1",
            "http://a.test/2",
            "http://a.test/3",
            "http://a.test/4",
            "http://b.test/"));
    assertEquals(1, counts.get(FetchCounter.REDIRECTS_FOLLOWED));
  }

  /**
   * A rule changes http to https, the server redirects back: without this, the page would never be
   * fetched.
   */
  @Test
  void serverThatUndoesARuleHasTheLastWord() throws Exception {
    conf.set("urlnormalizer.protocols.file", rules("protocols", "a.test https"));
    conf.set("urlnormalizer.slashes.file", rules("slashes", "a.test -"));
    moved("https://a.test/1", "http://a.test/1");
    moved("https://a.test/2", "/2/");
    moved("https://a.test/3", "http://a.test/4/?utm_source=x");
    on("http://a.test/1", 200, "one", Truncation.NONE);
    on("https://a.test/2/", 200, "two", Truncation.NONE);
    on("https://a.test/4", 200, "four", Truncation.NONE);
    assertEquals(
        List.of(
            "http://a.test/1 fetch_success",
            "https://a.test/1 fetch_redir_temp",
            "https://a.test/2 fetch_redir_temp",
            "https://a.test/2/ fetch_success",
            "https://a.test/3 fetch_redir_temp",
            "https://a.test/4 fetch_success"),
        fetch("https://a.test/1", "https://a.test/2", "https://a.test/3"));
  }

  private String rules(String name, String text) throws IOException {
    return Files.writeString(tmp.resolve(name), text).toString();
  }

  @ParameterizedTest
  @ValueSource(
      bytes = {
        CrawlDatum.STATUS_DB_FETCHED,
        CrawlDatum.STATUS_DB_NOTMODIFIED,
        CrawlDatum.STATUS_DB_REDIR_TEMP,
        CrawlDatum.STATUS_DB_GONE
      })
  void targetOfAPageFetchedBeforeIsLeftToUpdate(byte status) throws Exception {
    listStatus = status;
    moved("http://a.test/old", "http://a.test/login");
    String link = status == CrawlDatum.STATUS_DB_REDIR_TEMP ? "linked again" : "linked";
    assertEquals(
        List.of("http://a.test/login " + link, "http://a.test/old fetch_redir_temp"),
        fetch("http://a.test/old"));
  }

  @Test
  void pageOfWhichNothingCameIsTriedAgain() throws Exception {
    on("http://a.test/cut", 200, "", Truncation.DISCONNECT);
    on("http://a.test/late", 200, "", Truncation.TIME);
    on("http://a.test/empty", 200, "", Truncation.NONE);
    on("http://a.test/part", 200, "p", Truncation.DISCONNECT);
    assertEquals(
        List.of(
            "http://a.test/cut fetch_retry",
            "http://a.test/empty fetch_success",
            "http://a.test/late fetch_retry",
            "http://a.test/part fetch_success"),
        fetch(
            "http://a.test/cut",
            "http://a.test/empty",
            "http://a.test/late",
            "http://a.test/part"));
  }

  /** Bytes of headers are characters of ISO-8859-1. */
  @ParameterizedTest
  @CsvSource({
    "/gr\u00c3\u00bcn?q=\u00c3\u00bc, http://a.test/gr%C3%BCn?q=%C3%BC",
    "/caf\u00e9, http://a.test/caf%E9",
    "/gr%C3%BCn, http://a.test/gr%C3%BCn"
  })
  void locationInRawBytesIsEncodedOnce(String location, String target) throws Exception {
    moved("http://a.test/", location);
    on(target, 200, "there", Truncation.NONE);
    fetch("http://a.test/");
    assertTrue(asked.contains(target), asked.toString());
  }

  /** The server says not modified, but only a part of the page was fetched. */
  @ParameterizedTest
  @CsvSource({"NONE, true", "LENGTH, true", "DISCONNECT, false"})
  void pageThatWasCutIsRequestedWithoutACondition(Truncation missing, boolean hasCondition)
      throws Exception {
    listStatus = CrawlDatum.STATUS_DB_FETCHED;
    listedMissing = missing;
    fetch("http://a.test/x");
    assertEquals(hasCondition ? List.of("http://a.test/x") : List.of(), conditional);
  }

  @Test
  void robotsOfForeignUrlsIsAskedForAtTheirOrigin() throws Exception {
    fetch("http://a.test?x=1", "HTTP://User@B.test:81#f", "http://c.test:99999/");
    assertTrue(asked.contains("http://a.test/robots.txt"), asked.toString());
    assertTrue(asked.contains("http://b.test:81/robots.txt"), asked.toString());
    assertEquals(6, asked.size());
  }

  @Test
  void requestsAreLogged() throws Exception {
    moved("http://a.test/1", "http://a.test/2");
    on("http://a.test/2", 200, "two", Truncation.NONE);
    fetch("http://a.test/1");
    assertEquals(
        List.of("/robots.txt 404 -", "/1 302 -", "/2 200 http://a.test/1"),
        log.stream().map(l -> l.url().substring(13) + " " + l.answer() + " " + l.from()).toList());
    assertEquals(Set.of("a.test"), new HashSet<>(log.stream().map(RequestLine::group).toList()));
    RequestLine line = log.get(2);
    assertEquals(line, RequestLine.decode(line.group(), line.encode()));
    assertThrows(IllegalArgumentException.class, () -> RequestLine.decode("a.test", "1\t2"));
  }

  @Test
  void whoseTimeIsOverAsksNobody() throws Exception {
    timeLimitMs = 0;
    assertEquals(
        List.of("http://a.test/ fetch_retry", "http://b.test/ fetch_retry"),
        fetch("http://a.test/", "http://b.test/"));
    assertEquals(0, asked.size());
    assertEquals(2, counts.get(FetchCounter.SKIPPED_TIME));
  }

  @Test
  void whoHasLostTheLeaseAsksNobody() {
    permit =
        () -> {
          if (!asked.isEmpty()) {
            throw new IOException("gone");
          }
        };
    IOException error =
        assertThrows(IOException.class, () -> fetch("http://a.test/", "http://a.test/2"));
    assertTrue(error.getMessage().contains("gone"), error.getMessage());
    assertEquals(1, asked.size());
  }

  @Test
  void sitemapsOfRobotsAreLeftForLater() throws Exception {
    on(
        "http://a.test/robots.txt",
        200,
        "Sitemap: /map.xml.gz\nSitemap: http://b.test/a.xml\nSitemap: ftp://x/y\n",
        Truncation.NONE);
    assertEquals(
        List.of(
            "http://a.test/ fetch_gone",
            "http://a.test/map.xml.gz linked",
            "http://b.test/a.xml linked"),
        fetch("http://a.test/"));
    assertEquals(2, counts.get(FetchCounter.SITEMAPS_LEFT));
  }

  private void described(String url, int status, String type, String length) {
    List<FetchedPage.Header> headers =
        List.of(
            new FetchedPage.Header("Content-Type", type),
            new FetchedPage.Header("Content-Length", length));
    web.put(url, new FetchedPage(status, headers, "x".getBytes(UTF_8), Truncation.NONE));
  }

  @Test
  void whatLooksLargeIsAskedForItsHeadersFirst() throws Exception {
    described("http://a.test/short.ISO?x", 200, "Text/Plain; charset=x", "1000");
    described("http://a.test/long.iso", 200, "text/plain", "1001");
    described("http://a.test/type.iso", 200, "application/x-iso9660-image", "10");
    described("http://a.test/deaf.iso", 405, "text/html", "99999");
    described("http://a.test/page", 200, "image/png", "99999");
    assertEquals(
        List.of(
            "http://a.test/deaf.iso fetch_gone",
            "http://a.test/long.iso fetch_retry",
            "http://a.test/page fetch_success",
            "http://a.test/short.ISO?x fetch_success",
            "http://a.test/type.iso fetch_retry"),
        fetch(
            "http://a.test/short.ISO?x",
            "http://a.test/long.iso",
            "http://a.test/type.iso",
            "http://a.test/deaf.iso",
            "http://a.test/page"));
    assertEquals(2, counts.get(FetchCounter.SKIPPED_UNWANTED));
    assertEquals(8, asked.size());
    assertTrue(asked.contains("HEAD http://a.test/long.iso"));
    assertTrue(!asked.contains("http://a.test/long.iso"));
    assertEquals(
        asked.indexOf("HEAD http://a.test/short.ISO?x") + 1,
        asked.indexOf("http://a.test/short.ISO?x"));
  }
}
