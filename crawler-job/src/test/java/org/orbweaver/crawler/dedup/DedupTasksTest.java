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
import org.apache.hadoop.mrunit.types.Pair;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.dedup.BestOfEqual.Candidate;
import org.orbweaver.crawler.dedup.DigestJob.DigestMapper;
import org.orbweaver.crawler.duplicate.Copy;
import org.orbweaver.crawler.duplicate.Copy.Preference;
import org.orbweaver.crawler.recrawl.Deferral;

class DedupTasksTest {
  private static final byte[] D = {5, 6};

  private static BytesWritable key(byte[] digest, String url) {
    var key = new BytesWritable();
    DigestKey.set(key, digest, new Text(url));
    return key;
  }

  private static Candidate candidate(Candidate.Evidence kind, float score) {
    var candidate = new Candidate();
    candidate.set(kind, score, Long.MAX_VALUE);
    return candidate;
  }

  private static List<String> duplicates(Object... urlsAndCandidates) {
    List<String> found = new ArrayList<>();
    var pages =
        new BestOfEqual(
            Copy.order(List.of(Preference.SCORE, Preference.SHORT)),
            copy -> found.add(copy.url()),
            url -> found.add("restored " + url));
    for (int i = 0; i < urlsAndCandidates.length; i += 2) {
      pages.add((String) urlsAndCandidates[i], (Candidate) urlsAndCandidates[i + 1]);
    }
    pages.end();
    return found;
  }

  @Test
  void keysAreGroupedAndPartitionedByDigest() {
    var grouping = new DigestKey.DigestGrouping();
    assertEquals(0, compare(grouping, key(D, "a"), key(D, "b")));
    assertTrue(compare(grouping, key(new byte[] {5}, "\u0006a"), key(D, "a")) < 0);
    assertTrue(compare(grouping, key(D, "a"), key(new byte[] {5, 7}, "a")) < 0);
    var partitioner = new DigestKey.DigestPartitioner();
    assertEquals(
        partitioner.getPartition(key(D, "a"), null, 7),
        partitioner.getPartition(key(D, "b"), null, 7));
    assertArrayEquals(D, DigestKey.digest(key(D, "a")));
    assertEquals("ä", DigestKey.url(key(D, "ä")));
  }

  private static int compare(DigestKey.DigestGrouping grouping, BytesWritable a, BytesWritable b) {
    byte[] left = WritableUtils.toByteArray(a);
    byte[] right = WritableUtils.toByteArray(b);
    return grouping.compare(left, 0, left.length, right, 0, right.length);
  }

  @Test
  void keepsTheBest() {
    var known = Candidate.Evidence.KNOWN;
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
    Candidate duplicate = candidate(Candidate.Evidence.KNOWN_DUPLICATE, 1);
    Candidate asked = candidate(Candidate.Evidence.REQUESTED_AGAIN, 9);
    assertEquals(
        List.of("restored b"), duplicates("a", asked, "b", duplicate, "c", duplicate), "gone");
    assertEquals(
        List.of(),
        duplicates("a", candidate(Candidate.Evidence.KNOWN, 0), "b", duplicate),
        "stays");
    assertEquals(
        List.of(),
        duplicates("b", duplicate, "b", asked, "c", candidate(Candidate.Evidence.PARSED, 0)),
        "it was asked again itself");
  }

  @Test
  void theWordOfMostForceCounts() {
    // a was requested again and no longer has this digest; b is new with it; c stays and wins.
    assertEquals(
        List.of("b"),
        duplicates(
            "a", candidate(Candidate.Evidence.KNOWN, 9),
            "a", candidate(Candidate.Evidence.REQUESTED_AGAIN, 9),
            "b", candidate(Candidate.Evidence.PARSED, 1),
            "c", candidate(Candidate.Evidence.KNOWN, 2)));
    // The parser found other content.
    assertEquals(
        List.of(),
        duplicates(
            "a", candidate(Candidate.Evidence.REQUESTED_AGAIN, 9),
            "c", candidate(Candidate.Evidence.KNOWN, 2)));
    // The parser found the same content again, or the server answered "not modified".
    for (Candidate.Evidence same :
        List.of(Candidate.Evidence.PARSED, Candidate.Evidence.UNMODIFIED)) {
      assertEquals(
          List.of("c"),
          duplicates(
              "a", candidate(Candidate.Evidence.REQUESTED_AGAIN, 9),
              "a", candidate(same, 9),
              "c", candidate(Candidate.Evidence.KNOWN, 2)));
    }
  }

  /** The kind of candidate that the mapper emits for a record, or nothing. */
  @ParameterizedTest
  @CsvSource({
    "db_unfetched, 5, false,",
    "db_fetched, 5, false, KNOWN",
    "db_fetched, , false,",
    "db_gone, 5, false,",
    "db_redir_temp, 5, false,",
    "db_redir_perm, 5, false,",
    "db_notmodified, 5, false, KNOWN",
    "db_duplicate, 5, false, KNOWN_DUPLICATE",
    "fetch_success, 5, false, REQUESTED_AGAIN",
    "fetch_notmodified, 5, false, UNMODIFIED",
    "fetch_retry, 5, false, REQUESTED_AGAIN",
    "fetch_gone, 5, false, REQUESTED_AGAIN",
    "signature, 5, false, PARSED",
    // Pages without content have nothing in common.
    "db_fetched, empty, false,",
    "fetch_success, empty, false,",
    "signature, empty, false,",
    // Sitemaps are not pages, but may have been.
    "db_fetched, 5, true,",
    "db_duplicate, 5, true,",
    "fetch_success, 5, true, REQUESTED_AGAIN",
    "fetch_notmodified, 5, true, REQUESTED_AGAIN",
    "signature, 5, true, REQUESTED_AGAIN"
  })
  void eachRecordIsACandidateOrNone(
      String status, String digest, boolean sitemap, Candidate.Evidence kind) throws Exception {
    var datum = new CrawlDatum(CrawlDatum.getStatusByName(status), 100, 3);
    if (digest != null) {
      datum.setSignature(
          digest.equals("empty") ? MessageDigest.getInstance("MD5").digest(new byte[0]) : D);
    }
    if (sitemap) {
      SitemapMark.mark(datum, 0);
    }
    List<Pair<BytesWritable, Candidate>> said = map(datum);
    assertEquals(kind == null ? 0 : 1, said.size());
    if (kind != null) {
      assertEquals("u", DigestKey.url(said.get(0).getFirst()));
      assertArrayEquals(D, DigestKey.digest(said.get(0).getFirst()));
      assertEquals(kind, said.get(0).getSecond().kind());
      assertEquals(3, said.get(0).getSecond().score());
    }
  }

  private static List<Pair<BytesWritable, Candidate>> map(CrawlDatum datum) throws IOException {
    var driver = MapDriver.newMapDriver(new DigestMapper());
    return driver.withInput(new Text("u"), Change.of(0, datum)).run();
  }

  @Test
  void deferredPageStays() throws IOException {
    var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_RETRY, 100);
    datum.setSignature(D);
    var deferred = new ProtocolStatus(Deferral.PROTOCOL_STATUS);
    datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, deferred);
    assertEquals(List.of(), map(datum));
  }
}
