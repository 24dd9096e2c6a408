package org.orbweaver.crawler.dedup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.dedup.BestOfEqual.Candidate;
import org.orbweaver.crawler.dedup.BestOfEqual.Page;
import org.orbweaver.crawler.dedup.DedupPhase.DedupCounter;
import org.orbweaver.crawler.dedup.FindJob.DigestKey;
import org.orbweaver.crawler.dedup.FindJob.FindMapper;
import org.orbweaver.crawler.dedup.FindJob.FindReducer;
import org.orbweaver.crawler.schedule.Deferral;

class DedupTasksTest {
  private static final byte[] D = {5, 6};

  private static BytesWritable key(byte[] digest, String url) {
    var key = new BytesWritable();
    DigestKey.set(key, digest, new Text(url));
    return key;
  }

  private static Candidate candidate(Candidate.Kind kind, float score) {
    var candidate = new Candidate();
    candidate.set(kind, score);
    return candidate;
  }

  private static List<String> duplicates(Object... urlsAndCandidates) {
    List<String> found = new ArrayList<>();
    var pages = new BestOfEqual(found::add, url -> found.add("restored " + url));
    for (int i = 0; i < urlsAndCandidates.length; i += 2) {
      pages.add((String) urlsAndCandidates[i], (Candidate) urlsAndCandidates[i + 1]);
    }
    pages.end();
    return found;
  }

  @Test
  void writesDuplicatesWithTheirDigest() throws IOException {
    var driver = ReduceDriver.newReduceDriver(new FindReducer());
    driver.withInput(key(D, "a"), List.of(candidate(Candidate.Kind.KNOWN, 9)));
    assertEquals(List.of(), driver.run());
    assertEquals(0, driver.getCounters().findCounter(DedupCounter.DUPLICATES).getValue());
  }

  @Test
  void keysAreGroupedAndPartitionedByDigest() {
    var grouping = new DigestKey.Grouping();
    assertEquals(0, compare(grouping, key(D, "a"), key(D, "b")));
    assertTrue(compare(grouping, key(new byte[] {5}, "\u0006a"), key(D, "a")) < 0);
    assertTrue(compare(grouping, key(D, "a"), key(new byte[] {5, 7}, "a")) < 0);
    var partitioner = new DigestKey.ByDigest();
    assertEquals(
        partitioner.getPartition(key(D, "a"), null, 7),
        partitioner.getPartition(key(D, "b"), null, 7));
    assertArrayEquals(D, DigestKey.digest(key(D, "a")));
    assertEquals("ä", DigestKey.url(key(D, "ä")));
  }

  private static int compare(DigestKey.Grouping grouping, BytesWritable a, BytesWritable b) {
    byte[] left = WritableUtils.toByteArray(a);
    byte[] right = WritableUtils.toByteArray(b);
    return grouping.compare(left, 0, left.length, right, 0, right.length);
  }

  @Test
  void keepsTheBest() {
    var known = Candidate.Kind.KNOWN;
    assertEquals(
        List.of("b", "c"),
        duplicates("a", candidate(known, 2), "b", candidate(known, 1), "c", candidate(known, 1)));
    assertEquals(
        List.of("a", "b"),
        duplicates("a", candidate(known, 1), "b", candidate(known, 2), "c", candidate(known, 3)));
    assertEquals(List.of(), duplicates("a", candidate(known, 1)));
  }

  @Test
  void aDuplicateWithoutItsPageIsOneNoMore() {
    Candidate duplicate = candidate(Candidate.Kind.KNOWN_DUPLICATE, 1);
    Candidate asked = candidate(Candidate.Kind.REQUESTED_AGAIN, 9);
    assertEquals(
        List.of("restored b"), duplicates("a", asked, "b", duplicate, "c", duplicate), "gone");
    assertEquals(
        List.of(), duplicates("a", candidate(Candidate.Kind.KNOWN, 0), "b", duplicate), "stays");
    assertEquals(
        List.of(),
        duplicates("b", duplicate, "b", asked, "c", candidate(Candidate.Kind.PARSED, 0)),
        "it was asked again itself");
  }

  @Test
  void theWordOfMostForceCounts() {
    // a is asked again and gone from this digest; b is new with it; c stays and wins.
    assertEquals(
        List.of("b"),
        duplicates(
            "a", candidate(Candidate.Kind.KNOWN, 9),
            "a", candidate(Candidate.Kind.REQUESTED_AGAIN, 9),
            "b", candidate(Candidate.Kind.PARSED, 1),
            "c", candidate(Candidate.Kind.KNOWN, 2)));
    // The parser saw other content.
    assertEquals(
        List.of(),
        duplicates(
            "a", candidate(Candidate.Kind.REQUESTED_AGAIN, 9),
            "c", candidate(Candidate.Kind.KNOWN, 2)));
    // The parser saw the same content again, or the server said that it is the same.
    for (Candidate.Kind same : List.of(Candidate.Kind.PARSED, Candidate.Kind.UNMODIFIED)) {
      assertEquals(
          List.of("c"),
          duplicates(
              "a", candidate(Candidate.Kind.REQUESTED_AGAIN, 9),
              "a", candidate(same, 9),
              "c", candidate(Candidate.Kind.KNOWN, 2)));
    }
  }

  @Test
  void ordersByScoreLengthAndUrl() {
    var best = new Page("http://a/bb", 1f);
    assertTrue(best.compareTo(new Page("http://a/", .9f)) < 0);
    assertTrue(best.compareTo(new Page("http://a/bbb", 1f)) < 0);
    assertTrue(best.compareTo(new Page("http://a/bc", 1f)) < 0);
    assertTrue(best.compareTo(new Page("http://a/%41%41%41", 1f)) < 0, "decoded it is longer");
    assertTrue(new Page("http://a/%41", 1f).compareTo(best) < 0, "decoded it is shorter");
    assertEquals(0, best.compareTo(new Page("http://a/bb", 1f)));
    assertEquals(-1, Integer.signum(best.compareTo(new Page("http://a/%zz1", 1f))));
  }

  /** What Nutch lets decide, and which differs between two runs of one crawl. */
  @Test
  void theTimeOfFetchHasNoSay() throws IOException {
    List<List<Candidate>> said = new ArrayList<>();
    for (long time : new long[] {5, 9}) {
      var driver = MapDriver.newMapDriver(new FindMapper());
      for (String url : List.of("http://a/", "http://b/")) {
        var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_NOTMODIFIED, 100, 1f);
        datum.setSignature(D);
        datum.setFetchTime(url.contains("a") ? time : 7);
        driver.withInput(new Text(url), Change.of(0, datum));
      }
      List<Candidate> candidates = new ArrayList<>();
      driver.run().forEach(pair -> candidates.add(pair.getSecond()));
      said.add(candidates);
    }
    for (List<Candidate> candidates : said) {
      assertEquals(
          List.of("http://b/"),
          duplicates("http://a/", candidates.get(0), "http://b/", candidates.get(1)));
    }
  }

  @Test
  void deferredPageStays() throws IOException {
    var driver = MapDriver.newMapDriver(new FindMapper());
    for (int status :
        new int[] {ProtocolStatus.EXCEPTION, Deferral.PROTOCOL_STATUS, ProtocolStatus.RETRY}) {
      var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_RETRY, 100);
      datum.setSignature(D);
      datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(status));
      driver.withInput(new Text("u" + status), Change.of(0, datum));
    }
    List<String> urls = new ArrayList<>();
    driver.run().forEach(pair -> urls.add(DigestKey.url(pair.getFirst())));
    assertEquals(List.of("u16", "u15"), urls);
  }

  @Test
  void pagesWithoutContentAreNoDuplicates() throws Exception {
    byte[] nothing = MessageDigest.getInstance("MD5").digest(new byte[0]);
    var driver = MapDriver.newMapDriver(new FindMapper());
    for (int status :
        new int[] {
          CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_NOTMODIFIED,
          CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_SIGNATURE
        }) {
      var datum = new CrawlDatum(status, 100);
      datum.setSignature(nothing);
      driver.withInput(new Text("u" + status), Change.of(0, datum));
    }
    assertEquals(List.of(), driver.run());
  }

  @Test
  void sitemapsAreNotPages() throws IOException {
    var driver = MapDriver.newMapDriver(new FindMapper());
    for (int status :
        new int[] {
          CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_DUPLICATE,
          CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_FETCH_NOTMODIFIED,
          CrawlDatum.STATUS_SIGNATURE
        }) {
      var datum = new CrawlDatum(status, 100);
      datum.setSignature(D);
      SitemapMark.mark(datum, 0);
      driver.withInput(new Text("u" + status), Change.of(0, datum));
    }
    List<String> said = new ArrayList<>();
    for (var pair : driver.run()) {
      said.add(DigestKey.url(pair.getFirst()) + " " + pair.getSecond().kind());
    }
    assertEquals(
        List.of("u33 REQUESTED_AGAIN", "u38 REQUESTED_AGAIN", "u65 REQUESTED_AGAIN"),
        said,
        "that it was requested again, for it may have been a page");
  }

  @Test
  void pageFetchedAgainHasTheDigestThatParseSaw() throws IOException {
    var driver = MapDriver.newMapDriver(new FindMapper());
    var fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 100, 3);
    fetch.setSignature(D);
    driver.withInput(new Text("u"), Change.of(0, fetch));
    var parsed = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, 0, 3);
    parsed.setSignature(new byte[] {7});
    driver.withInput(new Text("u"), Change.of(0, parsed));
    var said = driver.run();
    assertArrayEquals(D, DigestKey.digest(said.get(0).getFirst()));
    assertEquals(Candidate.Kind.REQUESTED_AGAIN, said.get(0).getSecond().kind());
    assertArrayEquals(new byte[] {7}, DigestKey.digest(said.get(1).getFirst()));
    assertEquals(Candidate.Kind.PARSED, said.get(1).getSecond().kind());
    assertEquals(3, said.get(1).getSecond().score());
  }

  @Test
  void readsTheCrawlDb() throws IOException {
    var driver = MapDriver.newMapDriver(new FindMapper());
    for (int status : new int[] {1, 2, 3, 4, 5, 6, 7}) {
      var datum = new CrawlDatum(status, 100, status);
      datum.setSignature(D);
      driver.withInput(new Text("u" + status), Change.of(0, datum));
    }
    driver.withInput(new Text("n"), Change.of(0, new CrawlDatum(2, 100)));
    driver.withInput(new Text("l"), Change.link(0, 1f));
    List<String> urls = new ArrayList<>();
    driver.run().forEach(pair -> urls.add(DigestKey.url(pair.getFirst())));
    assertEquals(List.of("u2", "u6", "u7"), urls, "pages and duplicates, with a digest");
  }
}
