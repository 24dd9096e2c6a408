package org.orbweaver.crawler.fetch.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.url.HostMode;

/** Odd answers, and odd moments of answers, that must not break a whole task. */
@Timeout(20)
class FetchTaskFaultsTest extends FetchTaskBed {
  private static final String ELSEWHERE = "https://www.a.test/robots.txt";

  private void busy(String url, String retryAfter) {
    List<FetchedPage.Header> headers = List.of(new FetchedPage.Header("Retry-After", retryAfter));
    web.put(url, new FetchedPage(429, headers, new byte[0], Truncation.NONE));
  }

  /** Reads each URL once those before it have been dealt with. */
  private List<String> fetchInTurn(String... urls) throws Exception {
    Iterator<String> list = List.of(urls).iterator();
    return fetch(
        () -> {
          while (task.state().waiting() + task.state().leases() > 0) {
            Thread.sleep(1);
          }
          return list.hasNext() ? list.next() : null;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"3600", "999999999"})
  void robotsOfAHostThatHasJustAskedForAWaitIsNotWaitedFor(String retryAfter) throws Exception {
    busy("http://www.a.test/robots.txt", retryAfter);
    moved("http://a.test/robots.txt", ELSEWHERE);
    assertEquals(
        List.of(
            "http://a.test/ fetch_retry",
            "http://a.test/2 fetch_retry",
            "http://www.a.test/ fetch_retry"),
        fetchInTurn("http://www.a.test/", "http://a.test/", "http://a.test/2"));
    assertEquals(List.of("http://www.a.test/robots.txt", "http://a.test/robots.txt"), asked);
  }

  /** The host asked in an earlier round to be left alone; it is in no list of this one. */
  @Test
  void robotsOfAHostWhoseWaitIsInTheStoreIsNotAskedFor() throws Exception {
    long end = NOW.toEpochMilli() - 1000;
    knownHosts.put("www.a.test", new HostContact(end, 10, 1, 0, end + 3_600_000).encode());
    moved("http://a.test/robots.txt", ELSEWHERE);
    assertEquals(List.of("http://a.test/ fetch_retry"), fetch("http://a.test/"));
    assertEquals(List.of("http://a.test/robots.txt"), asked);
    assertEquals(1, counts.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
  }

  @Test
  void robotsThatCannotBeAskedForWithinTheTimeIsNotWaitedFor() throws Exception {
    timeLimitMs = 20_000;
    long end = NOW.toEpochMilli() - 1000;
    knownHosts.put("www.a.test", new HostContact(end, 10, 1, 0, end + 40_000).encode());
    moved("http://a.test/robots.txt", ELSEWHERE);
    assertEquals(List.of("http://a.test/ fetch_retry"), fetch("http://a.test/"));
    assertEquals(List.of("http://a.test/robots.txt"), asked);
    assertEquals(1, counts.get(FetchCounter.SKIPPED_TIME));
  }

  @ParameterizedTest
  @CsvSource({
    "3600, 3600",
    "999999999, 604800",
    "99999999999999999999, 604800",
    "'Fri, 31 Dec 9999 23:59:59 GMT', 604800",
    "'Thu, 01 Jan 1970 00:00:00 GMT', 0",
    "-1, 0",
  })
  void retryAfterIsGrantedForAWeekAtMost(String value, long seconds) throws Exception {
    busy("http://a.test/", value);
    fetch("http://a.test/");
    HostContact contact = HostContact.decode(hosts.find("a.test"));
    long asked = contact.notBefore() == 0 ? 0 : contact.notBefore() - contact.lastEnd();
    assertEquals(Duration.ofSeconds(seconds), Duration.ofMillis(asked));
  }

  /**
   * The time runs out while a task looks up the location of the robots.txt for which a URL is to
   * wait.
   */
  @Test
  void urlThatIsHeldWhenTheTimeIsOverGetsItsRecord() throws Exception {
    groupBy = HostMode.IP;
    names =
        host -> {
          if (host.equals("www.a.test")) {
            assertDoesNotThrow(() -> task.end(Outcome.overTime()));
          }
          return new InetAddress[] {InetAddress.getByAddress(new byte[] {10, 0, 0, 7})};
        };
    moved("http://a.test/robots.txt", ELSEWHERE);
    assertEquals(List.of("http://a.test/ fetch_retry"), fetch("http://a.test/"));
    assertEquals(1, counts.get(FetchCounter.SKIPPED_TIME));
  }

  private static final List<FetchedPage.Header> NO_HEADERS =
      Arrays.asList((FetchedPage.Header) null);

  /** An answer whose headers throw an unchecked exception. */
  private void odd(String url) {
    web.put(url, new FetchedPage(301, NO_HEADERS, "x".getBytes(UTF_8), Truncation.NONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrown", "odd"})
  void uncheckedExceptionOfAPageCostsThePage(String kind) throws Exception {
    for (int i = 0; i < 3; i++) {
      on("http://a.test/" + i, 200, "up", Truncation.NONE);
    }
    unchecked("http://a.test/1", kind);
    assertEquals(
        List.of(
            "http://a.test/0 fetch_success",
            "http://a.test/1 fetch_retry",
            "http://a.test/2 fetch_success"),
        fetch("http://a.test/0", "http://a.test/1", "http://a.test/2"));
    assertEquals(1, counts.get(FetchCounter.FAILED_OTHER));
    assertEquals(4, log.size(), "each request is in the log");
  }

  private void unchecked(String url, String kind) {
    if (kind.equals("odd")) {
      odd(url);
    } else {
      faults.put(url, new IllegalArgumentException("Status code must not be negative or zero"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrown", "odd"})
  void uncheckedExceptionOfARobotsFileDefersItsOriginAfterOneRequest(String kind) throws Exception {
    unchecked("http://a.test/robots.txt", kind);
    on("http://b.test/", 200, "up", Truncation.NONE);
    assertEquals(
        List.of(
            "http://a.test/1 fetch_retry",
            "http://a.test/2 fetch_retry",
            "http://b.test/ fetch_success"),
        fetch("http://a.test/1", "http://a.test/2", "http://b.test/"));
    assertEquals(3, asked.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrown", "odd"})
  void uncheckedExceptionOfARobotsFileElsewhereDefersTheOriginsThatLeadThere(String kind)
      throws Exception {
    moved("http://a.test/robots.txt", ELSEWHERE);
    unchecked(ELSEWHERE, kind);
    assertEquals(
        List.of("http://a.test/1 fetch_retry", "http://a.test/2 fetch_retry"),
        fetch("http://a.test/1", "http://a.test/2"));
    assertEquals(2, asked.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrown", "odd"})
  void uncheckedExceptionOfAnAuxiliaryFileCostsNoPage(String kind) throws Exception {
    unknownPathDays = 30;
    tdmRep = TdmRepOrigins.ALWAYS;
    on("http://a.test/1", 200, "one", Truncation.NONE);
    on("http://a.test/2", 200, "two", Truncation.NONE);
    List<String> aux = new ArrayList<>(List.of("http://a.test/.well-known/tdmrep.json"));
    fetch("http://a.test/1");
    asked.stream().filter(url -> url.matches(".*/[a-z]{13}")).forEach(aux::add);
    assertEquals(2, aux.size(), asked.toString());
    asked.clear();
    records.clear();
    aux.forEach(url -> unchecked(url, kind));
    assertEquals(
        List.of("http://a.test/1 fetch_success", "http://a.test/2 fetch_success"),
        fetch("http://a.test/1", "http://a.test/2"));
    assertEquals(5, asked.size());
  }

  /** A task that runs for days, since each answer takes an hour. */
  @Test
  void robotsIsAskedForEachDayOfALongTask() throws Exception {
    wallClock =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return NOW.plus(Duration.ofHours(asked.size()));
          }
        };
    String[] urls = new String[60];
    Arrays.setAll(urls, i -> "http://a.test/" + i);
    fetch(urls);
    List<Integer> at = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).endsWith("robots.txt")) {
        at.add(i);
      }
    }
    assertEquals(List.of(0, 25, 50), at);
    assertEquals(60, records.size());
  }
}
