package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.recrawl.DueRule.Verdict;

class DueRuleTest {
  private static final long NOW = 1_000_000_000_000L;
  private static final long DAY = 86_400_000L;

  private final Configuration conf = new Configuration(false);

  private static CrawlDatum entry(long fetchTime, float score) {
    CrawlDatum entry = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 2_592_000, score);
    entry.setFetchTime(fetchTime);
    return entry;
  }

  private Verdict judge(CrawlDatum entry) {
    return DueRule.of(conf).judge(entry, NOW);
  }

  @Test
  void eachReasonHasItsVerdict() {
    conf.setFloat("generate.min.score", .5f);
    assertEquals(Verdict.DUE, judge(entry(NOW, .5f)));
    assertEquals(Verdict.NOT_DUE, judge(entry(NOW + 1, 1)));
    assertEquals(Verdict.LOW_SCORE, judge(entry(NOW, .4f)));
    CrawlDatum listed = entry(NOW, 1);
    listed.getMetaData().put(Nutch.WRITABLE_GENERATE_TIME_KEY, new LongWritable(NOW - 6 * DAY));
    assertEquals(Verdict.WAITING, judge(listed));
    listed.getMetaData().put(Nutch.WRITABLE_GENERATE_TIME_KEY, new LongWritable(NOW - 7 * DAY));
    assertEquals(Verdict.DUE, judge(listed));
  }

  /** The same setting, a change that does not matter, and one that does. */
  @ParameterizedTest
  @CsvSource({
    "ADDRESS, orbweaver.fetch.private.addresses, 10.0.0.0/8",
    "ADDRESS, orbweaver.sites, '[host a.org]\nprivate-addresses 10.0.0.0/8'",
    "ADDRESS, http.agent.name, bot",
    "PORT, orbweaver.fetch.ports, 80",
    "CRAWL_DELAY, fetcher.max.crawl.delay, 60",
    "CRAWL_DELAY, orbweaver.fetch.crawl.delay.cap, true",
    "HEAD, http.content.limit, 1",
    "HEAD, orbweaver.fetch.head.types, text/"
  })
  void refusalHoldsUntilItsSettingDiffers(Refusal.Cause cause, String setting, String value) {
    String fingerprint = Refusal.Cause.fingerprints(conf).get(cause);
    CrawlDatum entry = entry(NOW - DAY, 1);
    new Refusal(cause, fingerprint, NOW, "because").putOn(entry);
    assertEquals(Verdict.REFUSED, judge(entry));
    conf.set("http.timeout", "1");
    assertEquals(Verdict.REFUSED, judge(entry));
    conf.set(setting, value);
    assertEquals(Verdict.DUE, judge(entry));
  }

  @Test
  void orderOfAListDecidesNothing() {
    conf.set("orbweaver.fetch.ports", "80,443");
    String before = Refusal.Cause.fingerprints(conf).get(Refusal.Cause.PORT);
    conf.set("orbweaver.fetch.ports", "443, 80");
    assertEquals(before, Refusal.Cause.fingerprints(conf).get(Refusal.Cause.PORT));
  }

  @Test
  void refusalIsTriedAgainAfterTheLongestInterval() {
    String fingerprint = Refusal.Cause.fingerprints(conf).get(Refusal.Cause.ADDRESS);
    CrawlDatum entry = entry(NOW - 100 * DAY, 1);
    new Refusal(Refusal.Cause.ADDRESS, fingerprint, NOW - 90 * DAY + 1, "d").putOn(entry);
    assertEquals(Verdict.NOT_DUE, judge(entry(NOW + DAY, 1)));
    conf.setInt("db.fetch.interval.max", 7_776_000);
    entry.setFetchTime(NOW);
    assertEquals(Verdict.REFUSED, judge(entry));
    new Refusal(Refusal.Cause.ADDRESS, fingerprint, NOW - 90 * DAY, "d").putOn(entry);
    assertEquals(Verdict.DUE, judge(entry));
  }

  @Test
  void refusalIsReadAsItWasWritten() {
    Refusal refusal = new Refusal(Refusal.Cause.CRAWL_DELAY, "0a0b0c0d", NOW, "Crawl-delay\nof  9");
    CrawlDatum entry = entry(0, 0);
    refusal.putOn(entry);
    assertEquals(refusal, Refusal.of(entry).orElseThrow());
    assertEquals(
        new Text("crawl_delay 0a0b0c0d " + NOW + " Crawl-delay of 9"),
        entry.getMetaData().get(new Text("_orb_refused_")));
    for (String broken : new String[] {"", "port", "port 1 x y", "unheard 0 1 2"}) {
      entry.getMetaData().put(new Text("_orb_refused_"), new Text(broken));
      assertTrue(Refusal.of(entry).isEmpty(), broken);
      assertEquals(Verdict.DUE, judge(entry(NOW, 1)));
    }
  }
}
