package org.orbweaver.crawler.update;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.Refusal;

class UpdateMergeTest {
  private static final String URL = "http://a.example/";
  private static final long DAY = 86_400_000L;
  private static final long FETCHED = 1_000 * DAY;
  private static final byte[] ONE = {1, 1};
  private static final byte[] TWO = {2, 2};

  private final Configuration conf = new Configuration();
  private final List<CrawlDbCounter> tally = new ArrayList<>();
  private final UpdateMerge merge = new UpdateMerge();

  @BeforeEach
  void setup() {
    conf.setLong(UpdateMerge.NOW, FETCHED + 5);
    merge.setup(conf, tally::add);
  }

  private CrawlDatum merge(CrawlDatum old, Change... changes) throws IOException {
    return merge.merge(URL, old, List.of(changes));
  }

  private static CrawlDatum entry(int status) {
    var datum = new CrawlDatum(status, 2_592_000, 1f);
    datum.setFetchTime(FETCHED - DAY);
    datum.getMetaData().put(new Text("kept"), new Text("yes"));
    return datum;
  }

  private static Change fetch(int status) {
    return fetch(0, status, FETCHED);
  }

  private static Change fetch(int segment, int status, long time) {
    var datum = new CrawlDatum(status, 2_592_000, 1f);
    datum.setFetchTime(time);
    datum.getMetaData().put(new Text("found"), new Text("out"));
    datum.getMetaData().put(Nutch.WRITABLE_GENERATE_TIME_KEY, new LongWritable(time));
    return Change.of(segment, datum);
  }

  private static Change signature(int segment, byte[] digest) {
    var datum = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, 0);
    datum.setSignature(digest);
    return Change.of(segment, datum);
  }

  @Test
  void aPageFetchedForTheFirstTime() throws IOException {
    CrawlDatum entry =
        merge(
            entry(CrawlDatum.STATUS_DB_UNFETCHED),
            signature(0, ONE),
            fetch(CrawlDatum.STATUS_FETCH_SUCCESS));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, entry.getStatus());
    assertArrayEquals(ONE, entry.getSignature());
    assertEquals(FETCHED + 30 * DAY, entry.getFetchTime());
    assertEquals(new Text("yes"), entry.getMetaData().get(new Text("kept")));
    assertEquals(new Text("out"), entry.getMetaData().get(new Text("found")));
    assertNull(entry.getMetaData().get(Nutch.WRITABLE_GENERATE_TIME_KEY));
    assertEquals(
        List.of(CrawlDbCounter.CHANGED, CrawlDbCounter.NEWS, CrawlDbCounter.PAGES_NEW), tally);
  }

  @Test
  void aPageFetchedAgainHasChangedOrNot() throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED);
    old.setSignature(ONE);
    old.setModifiedTime(77);
    CrawlDatum same = merge(old, signature(0, ONE), fetch(CrawlDatum.STATUS_FETCH_SUCCESS));
    assertEquals(CrawlDatum.STATUS_DB_NOTMODIFIED, same.getStatus());
    assertEquals(77, same.getModifiedTime());
    CrawlDatum other = merge(old, signature(0, TWO), fetch(CrawlDatum.STATUS_FETCH_SUCCESS));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, other.getStatus());
    assertArrayEquals(TWO, other.getSignature());
    CrawlDatum unmodified = merge(old, fetch(CrawlDatum.STATUS_FETCH_NOTMODIFIED));
    assertEquals(CrawlDatum.STATUS_DB_NOTMODIFIED, unmodified.getStatus());
    assertArrayEquals(ONE, unmodified.getSignature());
  }

  /** A status of Nutch 1.23, for a page that was fetched and could not be parsed. */
  @Test
  void aStatusOfALaterNutchStaysUntilThePageIsFetched() throws IOException {
    CrawlDatum kept = merge(entry(0x09), Change.link(0, 1f));
    assertEquals(0x09, kept.getStatus());
    assertEquals(new Text("yes"), kept.getMetaData().get(new Text("kept")));
    CrawlDatum failed = entry(0x09);
    failed.setSignature(ONE);
    CrawlDatum got = merge(failed, signature(0, TWO), fetch(CrawlDatum.STATUS_FETCH_SUCCESS));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, got.getStatus());
  }

  @Test
  void aDuplicateWhosePageIsGoneIsAPageAgain() throws IOException {
    CrawlDatum duplicate = entry(CrawlDatum.STATUS_DB_DUPLICATE);
    duplicate.setSignature(ONE);
    var only = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 0);
    only.setSignature(ONE);
    assertEquals(Set.of(CrawlDbCounter.NEWS), told(duplicate, Change.of(0, only)));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, merge(duplicate, Change.of(0, only)).getStatus());
  }

  @Test
  void whatBecameOfAPageIsCounted() throws IOException {
    CrawlDatum page = entry(CrawlDatum.STATUS_DB_FETCHED);
    page.setSignature(ONE);
    assertEquals(Set.of(), told(page, fetch(CrawlDatum.STATUS_FETCH_RETRY)));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_SAME), told(page, fetch(CrawlDatum.STATUS_FETCH_NOTMODIFIED)));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_SAME),
        told(page, signature(0, ONE), fetch(CrawlDatum.STATUS_FETCH_SUCCESS)));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_CHANGED, CrawlDbCounter.NEWS),
        told(page, signature(0, TWO), fetch(CrawlDatum.STATUS_FETCH_SUCCESS)));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_GONE, CrawlDbCounter.NEWS),
        told(page, fetch(CrawlDatum.STATUS_FETCH_GONE)));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_MOVED, CrawlDbCounter.NEWS),
        told(page, fetch(CrawlDatum.STATUS_FETCH_REDIR_PERM)));
    CrawlDatum failed = merge(page, fetch(CrawlDatum.STATUS_FETCH_RETRY));
    assertEquals(
        Set.of(CrawlDbCounter.PAGES_SAME),
        told(failed, fetch(0, CrawlDatum.STATUS_FETCH_NOTMODIFIED, failed.getFetchTime() + 1)));
    CrawlDatum unknown = entry(CrawlDatum.STATUS_DB_UNFETCHED);
    assertEquals(Set.of(), told(unknown, fetch(CrawlDatum.STATUS_FETCH_RETRY)));
    assertEquals(
        Set.of(CrawlDbCounter.NEWS),
        told(unknown, fetch(CrawlDatum.STATUS_FETCH_GONE)),
        "a link that never worked is no page that went");
  }

  /** The counters of a page's news in a merge; the entry is not changed. */
  private Set<CrawlDbCounter> told(CrawlDatum old, Change... changes) throws IOException {
    tally.clear();
    var copy = new CrawlDatum();
    copy.set(old);
    copy.putAllMetaData(old);
    merge(copy, changes);
    tally.remove(CrawlDbCounter.CHANGED);
    return Set.copyOf(tally);
  }

  @Test
  void aPageIsModifiedWhenItsContentChanges() throws IOException {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED);
    old.setSignature(ONE);
    Change again = fetch(CrawlDatum.STATUS_FETCH_SUCCESS);
    again.datum().setModifiedTime(88);
    assertEquals(88, merge(entry(1), signature(0, ONE), again).getModifiedTime(), "the first time");
    assertEquals(88, merge(old, signature(0, ONE), again).getModifiedTime(), "not known before");
    old.setModifiedTime(77);
    assertEquals(77, merge(old, signature(0, ONE), again).getModifiedTime());
    assertEquals(88, merge(old, signature(0, TWO), again).getModifiedTime());
    Change failed = fetch(CrawlDatum.STATUS_FETCH_RETRY);
    assertEquals(77, merge(old, failed).getModifiedTime());
  }

  @Test
  void scoreIntervalAndFailuresStayTheEntrysWhenARedirectLedToIt() throws IOException {
    CrawlDatum known = entry(CrawlDatum.STATUS_DB_UNFETCHED);
    known.setScore(7f);
    known.setFetchInterval(86_400);
    known.setRetriesSinceFetch(1);
    CrawlDatum failed = merge(known, fetch(CrawlDatum.STATUS_FETCH_RETRY));
    assertEquals(2, failed.getRetriesSinceFetch());
    CrawlDatum fetched = merge(known, fetch(CrawlDatum.STATUS_FETCH_SUCCESS));
    assertEquals(7f, fetched.getScore());
    assertEquals(FETCHED + DAY, fetched.getFetchTime());
  }

  private static Change deferral(int segment, long time) {
    Change record = fetch(segment, CrawlDatum.STATUS_FETCH_RETRY, time);
    record
        .datum()
        .getMetaData()
        .put(
            Nutch.WRITABLE_PROTO_STATUS_KEY,
            new ProtocolStatus(Deferral.PROTOCOL_STATUS, "the host had 10 consecutive failures"));
    return record;
  }

  @Test
  void deferredUrlOnlyWaits() throws IOException {
    for (int status : new int[] {CrawlDatum.STATUS_DB_UNFETCHED, CrawlDatum.STATUS_DB_FETCHED}) {
      CrawlDatum entry = entry(status);
      entry.setSignature(ONE);
      entry.setRetriesSinceFetch(2);
      for (int round = 0; round < 5; round++) {
        long time = FETCHED + round * DAY;
        CrawlDatum expected = new CrawlDatum();
        expected.set(entry);
        expected.setFetchTime(time + DAY);
        entry = merge(entry, deferral(0, time));
        assertEquals(expected, entry);
        assertEquals(expected, merge(entry, deferral(0, time - 1)), "twice, and an older one");
      }
    }
    assertEquals(
        10,
        Collections.frequency(tally, CrawlDbCounter.CHANGED),
        "changed each time, and not by what came late");
    CrawlDatum target = merge(null, deferral(0, FETCHED));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, target.getStatus(), "a redirect's target");
    assertEquals(0, target.getRetriesSinceFetch());
    assertEquals(FETCHED + DAY, target.getFetchTime());
  }

  private static Change refused(String fingerprint, long time) {
    Change record = deferral(0, time);
    new Refusal(Refusal.Cause.PORT, fingerprint, time, "port 25").putOn(record.datum());
    return record;
  }

  @Test
  void refusedUrlKeepsItsStateAndItsTime() throws IOException {
    for (int status : new int[] {CrawlDatum.STATUS_DB_UNFETCHED, CrawlDatum.STATUS_DB_FETCHED}) {
      CrawlDatum old = entry(status);
      old.setRetriesSinceFetch(1);
      CrawlDatum expected = new CrawlDatum();
      expected.set(old);
      new Refusal(Refusal.Cause.PORT, "1", FETCHED, "port 25").putOn(expected);
      CrawlDatum entry = merge(old, refused("1", FETCHED));
      assertEquals(expected, entry);
      assertEquals(expected, merge(entry, refused("0", FETCHED - 1)), "an older word");
      entry = merge(entry, refused("2", FETCHED + DAY));
      assertEquals("2", Refusal.of(entry).orElseThrow().fingerprint(), "refused again");
      CrawlDatum deferred = new CrawlDatum();
      deferred.set(entry);
      deferred = merge(deferred, deferral(0, FETCHED + 2 * DAY));
      assertEquals(Optional.empty(), Refusal.of(deferred), "it would have been requested");
      assertEquals(FETCHED + 3 * DAY, deferred.getFetchTime());
      entry = merge(entry, fetch(0, CrawlDatum.STATUS_FETCH_SUCCESS, FETCHED + 2 * DAY));
      assertEquals(Optional.empty(), Refusal.of(entry));
      assertEquals(CrawlDatum.STATUS_DB_FETCHED, entry.getStatus());
    }
    CrawlDatum target = merge(null, refused("1", FETCHED));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, target.getStatus(), "a redirect's target");
    assertEquals("1", Refusal.of(target).orElseThrow().fingerprint());
    assertEquals(FETCHED, target.getFetchTime());
  }

  @Test
  void fetchCountsMoreThanALaterDeferral() throws IOException {
    CrawlDatum entry =
        merge(
            entry(CrawlDatum.STATUS_DB_UNFETCHED),
            deferral(1, FETCHED + 9),
            signature(0, ONE),
            fetch(0, CrawlDatum.STATUS_FETCH_SUCCESS, FETCHED));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, entry.getStatus());
    assertArrayEquals(ONE, entry.getSignature());
    assertEquals(FETCHED + 30 * DAY, entry.getFetchTime());
  }

  @Test
  void linksAddUrlsAndRaiseTheScoreOfUnfetchedOnes() throws IOException {
    CrawlDatum added = merge(null, Change.link(0, .25f), Change.link(1, .5f), Change.link(0, .1f));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, added.getStatus());
    assertEquals(.5f, added.getScore());
    assertEquals(FETCHED + 5, added.getFetchTime());
    assertEquals(2_592_000, added.getFetchInterval());
    CrawlDatum waiting = entry(CrawlDatum.STATUS_DB_UNFETCHED);
    assertSame(waiting, merge(waiting, Change.link(0, 3f)));
    assertEquals(3f, waiting.getScore());
    CrawlDatum fetched = entry(CrawlDatum.STATUS_DB_FETCHED);
    merge(fetched, Change.link(0, 3f));
    assertEquals(1f, fetched.getScore());
    assertEquals(FETCHED - DAY, fetched.getFetchTime());
  }

  @ParameterizedTest
  @ValueSource(strings = {"opic", "in-degree"})
  void linksAddUpWhereTheirSumIsTheOrder(String order) throws IOException {
    Configuration conf = new Configuration();
    conf.set("orbweaver.generate.order", order);
    conf.setLong(UpdateMerge.NOW, FETCHED + 5);
    merge.setup(conf, tally -> {});
    CrawlDatum added = merge(null, Change.link(0, .25f), Change.link(1, .5f), Change.link(0, .25f));
    assertEquals(1f, added.getScore());
    merge(added, Change.link(1, .5f), Change.link(2, .25f));
    assertEquals(1.75f, added.getScore());
    merge(added, link(5f, MetadataKeys.AGAIN), link(.25f, "a"));
    assertEquals(2f, added.getScore(), "links of pages fetched again");
    CrawlDatum found = merge(null, link(.5f, MetadataKeys.AGAIN), Change.link(0, .25f));
    assertEquals(.75f, found.getScore());
    assertTrue(found.getMetaData().isEmpty(), found.toString());
    CrawlDatum fetched = entry(CrawlDatum.STATUS_DB_FETCHED);
    merge(fetched, Change.link(0, 3f));
    assertEquals(1f, fetched.getScore());
  }

  @Test
  void theNearestSeedCounts() throws IOException {
    CrawlDatum added = merge(null, deep(3), deep(2), deep(4));
    assertEquals(2, LinkDepth.of(added));
    merge(added, deep(5));
    assertEquals(2, LinkDepth.of(added));
    merge(added, deep(1));
    assertEquals(1, LinkDepth.of(added));
    merge(added, Change.link(0, 1f));
    assertEquals(0, LinkDepth.of(added), "a link without a limit leads from a seed");
    assertTrue(added.getMetaData().isEmpty(), added.toString());
    CrawlDatum seed = entry(CrawlDatum.STATUS_DB_FETCHED);
    merge(seed, deep(1));
    assertEquals(0, LinkDepth.of(seed));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, '', 9, true",
    "2, '', 2, true",
    "2, '', 3, false",
    "-1, [host a.example]|depth 1, 1, true",
    "-1, [host a.example]|depth 1, 2, false",
    "1, [host a.example]|depth 3, 3, true",
    "1, [host other.test]|depth 3, 2, false",
    "-1, [host other.test]|depth 3, 9, true"
  })
  void theSiteOfATargetLimitsItsDepth(int general, String sites, int depth, boolean added)
      throws IOException {
    Configuration conf = new Configuration();
    conf.setInt("orbweaver.crawl.depth.max", general);
    conf.set("orbweaver.sites", sites.replace("|", "\n"));
    merge.setup(conf, tally -> {});
    assertEquals(added, merge(null, deep(depth)) != null);
  }

  private static Change deep(int depth) {
    var link = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, 1f);
    LinkDepth.putOn(link, depth);
    return Change.of(0, link);
  }

  private static Change link(float score, String... metadata) {
    var link = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, score);
    for (String key : metadata) {
      link.getMetaData().put(new Text(key), new Text(key));
    }
    return Change.of(0, link);
  }

  /** The entry is the same in whichever order the shuffle brings its links. */
  @Test
  void theMetadataOfLinksIsTheSameInAnyOrder() throws IOException {
    List<Change> links =
        new ArrayList<>(
            List.of(
                Change.link(0, .9f),
                link(.5f, "b"),
                link(.5f, "c", "a"),
                link(.4f, "0"),
                link(.5f, "d")));
    var random = new Random(3);
    for (int i = 0; i < 30; i++) {
      Collections.shuffle(links, random);
      CrawlDatum added = merge(null, links.toArray(new Change[0]));
      assertEquals(.9f, added.getScore(), "the best of all");
      assertEquals(
          Set.of(new Text("a"), new Text("c")),
          added.getMetaData().keySet(),
          "of those with metadata the best, and the first of these");
    }
  }

  @Test
  void filtersAndTheSettingKeepUrlsOut() throws IOException {
    assertNull(merge.merge("http://a.example/x.jpg", null, List.of(Change.link(0, 1f))));
    assertEquals(List.of(CrawlDbCounter.REFUSED), tally);
    conf.setBoolean("db.update.additions.allowed", false);
    setup();
    assertNull(merge(null, Change.link(0, 1f)));
    assertNull(merge(null, fetch(CrawlDatum.STATUS_FETCH_SUCCESS)));
  }

  @Test
  void theLastFetchCountsWithTheSignatureOfItsSegment() throws IOException {
    CrawlDatum entry =
        merge(
            entry(CrawlDatum.STATUS_DB_UNFETCHED),
            fetch(1, CrawlDatum.STATUS_FETCH_SUCCESS, FETCHED + 9),
            signature(0, ONE),
            signature(1, TWO),
            fetch(0, CrawlDatum.STATUS_FETCH_GONE, FETCHED));
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, entry.getStatus());
    assertArrayEquals(TWO, entry.getSignature());
  }
}
