package org.orbweaver.crawler.fetch.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.recrawl.Refusal;

class OutcomeTest {
  private static CrawlDatum record(Outcome outcome) {
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1);
    Records.finish(datum, outcome, 1, Refusal.Cause.fingerprints(new Configuration(false)));
    return datum;
  }

  private static Outcome unreachable(String why) {
    return Outcome.withoutRobots(RobotsCache.Unreachable.of("robots.txt: " + why));
  }

  static List<Outcome> outcomes() {
    List<Outcome> all = new ArrayList<>();
    for (int status : new int[] {400, 401, 403, 404, 408, 410, 418, 425, 429, 500, 503, 600}) {
      all.add(Outcome.ofStatus(status));
    }
    for (Refusal.Cause cause : Refusal.Cause.values()) {
      all.add(Outcome.refused(cause, "because"));
    }
    all.add(Outcome.withoutRobots(new RobotsCache.Refused("robots.txt: no", true)));
    all.add(Outcome.withoutRobots(new RobotsCache.Refused("robots.txt: no", false)));
    all.add(unreachable(FailureKind.describe(new UnknownHostException("h"))));
    all.add(unreachable(FailureKind.describe(new ConnectException("refused"))));
    all.add(unreachable(FailureKind.describe(new InterruptedIOException("late"))));
    all.add(unreachable("HTTP status 503"));
    all.add(Outcome.failed(new UnknownHostException("h")));
    all.add(Outcome.failed(new ConnectException("refused")));
    all.add(Outcome.failed(new InterruptedIOException("late")));
    all.add(Outcome.failed(new SSLException("no")));
    all.add(Outcome.failed(new EOFException("cut")));
    all.add(Outcome.failed(new ClientProtocolException("what?")));
    all.add(Outcome.withoutBody(200));
    all.add(Outcome.challenge(403));
    all.add(Outcome.soft404("http://a.test/"));
    all.add(Outcome.overTime());
    all.add(Outcome.tooSlow());
    all.add(Outcome.deferred("the host failed 3 times", FetchCounter.SKIPPED_HOST_FAILED));
    all.add(
        Outcome.denied(ProtocolStatus.ROBOTS_DENIED, "line 2", FetchCounter.SKIPPED_ROBOTS_DENIED));
    all.add(Outcome.denied(ProtocolStatus.PROTO_NOT_FOUND, "no URL", FetchCounter.SKIPPED_URL));
    all.add(Outcome.gone(ProtocolStatus.GONE, "HTTP status 302 redirects to an unusable URL: x"));
    return all;
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void recordTellsWhatWasCounted(Outcome outcome) {
    FetchCounter counter = Outcome.counterOf(record(outcome)).orElseThrow();
    assertEquals(outcome.counter().cause(), counter.cause(), outcome.toString());
  }

  @Test
  void pagesAndRedirectsHaveNoCause() {
    assertEquals(Optional.empty(), Outcome.counterOf(record(Outcome.ofStatus(200))));
    assertEquals(Optional.empty(), Outcome.counterOf(record(Outcome.ofStatus(304))));
    assertEquals(
        Optional.empty(), Outcome.counterOf(record(Outcome.redirect(true, "http://a.test/"))));
  }

  @Test
  void eachWayNotToBringAPageIsDescribed() {
    for (FetchCounter counter : FetchCounter.values()) {
      boolean unavailable = counter.isGone() || counter.isFailed() || counter.isSkipped();
      assertEquals(unavailable, !counter.description().isEmpty(), counter.name());
    }
  }
}
