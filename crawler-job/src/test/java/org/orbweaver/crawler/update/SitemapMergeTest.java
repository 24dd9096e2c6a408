package org.orbweaver.crawler.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.crawldb.SitemapMark.Lastmod;

/** The effect of sitemaps on entries: on those that they list, and on those that are sitemaps. */
class SitemapMergeTest {
  private static final String URL = "http://a.example/page";
  private static final long DAY = 86_400_000L;
  private static final long NOW = 20_000 * DAY;
  private static final int INTERVAL = 2_592_000;

  private final Configuration conf = new Configuration();
  private final List<CrawlDbCounter> tally = new ArrayList<>();
  private final UpdateMerge merge = new UpdateMerge();

  @BeforeEach
  void setup() {
    conf.setLong(UpdateMerge.NOW, NOW);
    merge.setup(conf, tally::add);
  }

  /** An entry fetched this many days ago. */
  private static CrawlDatum entry(int status, double daysAgo) {
    CrawlDatum datum = new CrawlDatum(status, INTERVAL, .25f);
    datum.setFetchTime(NOW - (long) (daysAgo * DAY) + INTERVAL * 1000L);
    datum.setModifiedTime(77);
    return datum;
  }

  private static Change listed(float score, long lastmod) {
    CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, INTERVAL, score);
    Lastmod.putOn(link, lastmod);
    return Change.of(0, link);
  }

  private static Change marked(float score, int depth, String... hosts) {
    CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, INTERVAL, score);
    SitemapMark.mark(link, depth, List.of(hosts));
    return Change.of(0, link);
  }

  private CrawlDatum merge(CrawlDatum old, Change... changes) throws IOException {
    return merge.merge(URL, old, List.of(changes));
  }

  @Test
  void aNewPageIsAddedWithTheBestScoreAndWithoutLastmod() throws IOException {
    CrawlDatum added = merge(null, listed(.1f, NOW - DAY), listed(.4f, NOW), Change.link(0, .2f));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, added.getStatus());
    assertEquals(.4f, added.getScore());
    assertEquals(NOW, added.getFetchTime());
    assertEquals(INTERVAL, added.getFetchInterval());
    assertEquals(0, added.getModifiedTime(), "it is not asked for under a condition");
    assertEquals(0, added.getMetaData().size());
  }

  @ParameterizedTest(name = "fetched {0} days ago, modified {1} days ago: due {2}")
  @CsvSource({
    "10, 9, true",
    "10, 10.5, false",
    "10, 10, false",
    "10, 0, true",
    "10, -0.001, false",
    "10, -300, false",
    "1, 0.5, true",
    "0.9, 0.5, false",
    "0, 0, false"
  })
  void aPageModifiedSinceItsFetchIsDue(double fetched, double modified, boolean due)
      throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED, fetched);
    long time = old.getFetchTime();
    CrawlDatum entry = merge(old, listed(.5f, NOW - (long) (modified * DAY)));
    assertEquals(due ? NOW : time, entry.getFetchTime());
    assertEquals(due ? List.of(CrawlDbCounter.DUE_BY_SITEMAP) : List.of(), tally);
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, entry.getStatus());
    assertEquals(INTERVAL, entry.getFetchInterval());
    assertEquals(.25f, entry.getScore(), "scores of fetched pages are not a link's");
    assertEquals(77, entry.getModifiedTime());
  }

  @Test
  void withoutLastmodNothingChanges() throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED, 10);
    long time = old.getFetchTime();
    assertEquals(time, merge(old, Change.link(0, 1f), listed(1f, 0)).getFetchTime());
    assertEquals(List.of(), tally);
  }

  @ParameterizedTest
  @ValueSource(
      bytes = {
        CrawlDatum.STATUS_DB_NOTMODIFIED,
        CrawlDatum.STATUS_DB_DUPLICATE,
        CrawlDatum.STATUS_DB_REDIR_PERM,
        CrawlDatum.STATUS_DB_REDIR_TEMP
      })
  void whateverWasThereIsAskedForAgain(byte status) throws IOException {
    assertEquals(NOW, merge(entry(status, 10), listed(1f, NOW - DAY)).getFetchTime());
  }

  @Test
  void aPageThatIsGoneStaysSo() throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_GONE, 10);
    long time = old.getFetchTime();
    assertEquals(time, merge(old, listed(1f, NOW - DAY)).getFetchTime());
  }

  @Test
  void onceIsEnough() throws IOException {
    CrawlDatum entry = merge(entry(CrawlDatum.STATUS_DB_FETCHED, 10), listed(1f, NOW - DAY));
    assertEquals(NOW, entry.getFetchTime());
    conf.setLong(UpdateMerge.NOW, NOW + 5000);
    merge.setup(conf, tally::add);
    assertEquals(NOW, merge(entry, listed(1f, NOW - DAY)).getFetchTime());
    assertEquals(1, tally.size());
    // Fetched in the next round, the entry is up to date.
    CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, INTERVAL, 1f);
    fetch.setFetchTime(NOW + 6000);
    conf.setLong(UpdateMerge.NOW, NOW + 9 * DAY);
    merge.setup(conf, tally::add);
    CrawlDatum again = merge(entry, Change.of(1, fetch), listed(1f, NOW - DAY));
    assertEquals(NOW + 6000 + INTERVAL * 1000L, again.getFetchTime());
  }

  @Test
  void lastmodDoesNotShortenADeferral() throws IOException {
    CrawlDatum deferred = new CrawlDatum(CrawlDatum.STATUS_FETCH_RETRY, INTERVAL, 1f);
    deferred.setFetchTime(NOW - 10);
    deferred
        .getMetaData()
        .put(
            Nutch.WRITABLE_PROTO_STATUS_KEY,
            new ProtocolStatus(ProtocolStatus.NOTFETCHING, "later"));
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED, 31);
    CrawlDatum entry = merge(old, Change.of(0, deferred), listed(1f, NOW - 20));
    assertEquals(NOW - 10 + DAY, entry.getFetchTime());
  }

  @Test
  void aNewSitemapHasTheSitemapsIntervalAndPassesTheSuffixFilter() throws IOException {
    String packed = "http://a.example/sitemap.xml.gz";
    assertNull(merge.merge(packed, null, List.of(Change.link(0, 1f))));
    CrawlDatum added =
        merge.merge(packed, null, List.of(marked(1f, 1, "b.example"), Change.link(0, 2f)));
    assertEquals(86_400, added.getFetchInterval());
    assertEquals(2f, added.getScore());
    assertEquals(new SitemapMark(1, new TreeSet<>(List.of("b.example"))), SitemapMark.of(added));
    conf.set("db.update.additions.allowed", "false");
    merge.setup(conf, tally::add);
    assertNull(merge.merge(packed, null, List.of(marked(1f, 1))));
  }

  @Test
  void marksAreMergedAndOtherMetadataKept() throws IOException {
    Change redirect = marked(.1f, 2, "b.example");
    redirect.datum().getMetaData().put(new Text("topic"), new Text("weaving"));
    CrawlDatum added = merge(null, marked(.9f, 1, "c.example"), redirect);
    assertEquals("1 1 b.example c.example", added.getMetaData().get(SitemapMark.KEY).toString());
    assertEquals(new Text("weaving"), added.getMetaData().get(new Text("topic")));
    long time = added.getFetchTime();
    added.setStatus(CrawlDatum.STATUS_DB_FETCHED);
    added.setFetchTime(time + DAY);
    CrawlDatum again = merge(added, marked(1f, 0));
    assertEquals("1 0 b.example c.example", again.getMetaData().get(SitemapMark.KEY).toString());
    assertEquals(time + DAY, again.getFetchTime(), "a sitemap already");
  }

  @Test
  void aPageThatIsNamedAsASitemapIsAskedForAgainWithoutCondition() throws IOException {
    CrawlDatum entry = merge(entry(CrawlDatum.STATUS_DB_FETCHED, 10), marked(1f, 0));
    assertNotNull(SitemapMark.of(entry));
    assertEquals(NOW, entry.getFetchTime());
    assertEquals(0, entry.getModifiedTime());
    assertEquals(86_400, entry.getFetchInterval());
    CrawlDatum failed = entry(CrawlDatum.STATUS_DB_UNFETCHED, 10);
    long time = failed.getFetchTime();
    assertEquals(time, merge(failed, marked(1f, 0)).getFetchTime(), "its retry delay holds");
  }

  @Test
  void aMarkOutlivesFetches() throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, 31);
    old.setFetchInterval(86_400);
    SitemapMark.mark(old, 1);
    CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 86_400, 1f);
    fetch.setFetchTime(NOW - 5);
    SitemapMark.mark(fetch, 1);
    CrawlDatum entry = merge(old, Change.of(0, fetch));
    assertEquals(1, SitemapMark.of(entry).depth());
    assertEquals(NOW - 5 + DAY, entry.getFetchTime());
    CrawlDatum page = merge(null, Change.of(0, new CrawlDatum(CrawlDatum.STATUS_LINKED, 0)));
    assertFalse(SitemapMark.isOn(page));
  }
}
