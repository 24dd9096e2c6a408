package org.orbweaver.crawler.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.PageVersions;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

class SegmentVersionsTest {
  private static final byte OK = CrawlDatum.STATUS_FETCH_SUCCESS;
  private static final byte SAME = CrawlDatum.STATUS_FETCH_NOTMODIFIED;
  private static final byte MOVED = CrawlDatum.STATUS_FETCH_REDIR_PERM;
  private static final byte GONE = CrawlDatum.STATUS_FETCH_GONE;
  private static final byte FAILED = CrawlDatum.STATUS_FETCH_RETRY;
  private static final byte LINKED = CrawlDatum.STATUS_LINKED;

  /** The status kept, and the segments (0 is the newest) whose content is kept. */
  private static String kept(byte... newestFirst) {
    CrawlDatum[] fetches = new CrawlDatum[newestFirst.length];
    Arrays.setAll(fetches, age -> new CrawlDatum(newestFirst[age], 100));
    return kept(fetches);
  }

  private static String kept(CrawlDatum... newestFirst) {
    SegmentVersions versions = new SegmentVersions(new PageVersions(3));
    versions.begin();
    for (int age = 0; age < newestFirst.length; age++) {
      versions.add(newestFirst[age], age);
    }
    List<Integer> content =
        IntStream.range(0, newestFirst.length).filter(versions::isKept).boxed().toList();
    return CrawlDatum.getStatusName(versions.kept().getStatus()) + " " + content;
  }

  @Test
  void theNewestVersionAndItsContentAreKept() {
    assertEquals("fetch_success [0]", kept(OK, OK, OK));
    assertEquals("fetch_success [1]", kept(SAME, OK, OK));
    assertEquals("fetch_success [2]", kept(FAILED, SAME, OK, GONE));
    assertEquals("fetch_gone []", kept(GONE, SAME, OK));
    assertEquals("fetch_gone []", kept(SAME, GONE, OK), "not modified since it was gone: nonsense");
    assertEquals("fetch_redir_perm []", kept(MOVED, OK));
    assertEquals("fetch_success [0]", kept(OK, MOVED, OK));
    assertEquals("fetch_success [1]", kept(LINKED, OK));
  }

  @Test
  void withoutAVersionTheNewestIsKept() {
    assertEquals("fetch_notmodified [0]", kept(SAME, FAILED));
    assertEquals("fetch_retry [0]", kept(LINKED, FAILED));
    assertEquals("linked [0]", kept(LINKED, LINKED));
  }

  @Test
  void theLastOfTooManyFailuresIsTheEndOfThePage() {
    CrawlDatum last = new CrawlDatum(FAILED, 100);
    last.setRetriesSinceFetch(2);
    CrawlDatum page = new CrawlDatum(OK, 100);
    assertEquals("fetch_retry []", kept(last, page));
    last.getMetaData()
        .put(
            Nutch.WRITABLE_PROTO_STATUS_KEY,
            new ProtocolStatus(Deferral.PROTOCOL_STATUS, "host left alone"));
    assertEquals("fetch_success [1]", kept(last, page), "it was not requested");
  }

  @Test
  void keysAreInTheOrderOfUrlsPartsAndAges() {
    TreeMap<BytesWritable, String> sorted = new TreeMap<>();
    for (String url : List.of("http://a/b", "http://a/", "http://ä/", "http://a/b/c")) {
      for (SegmentPart part : List.of(SegmentPart.CONTENT, SegmentPart.FETCH)) {
        for (int age : new int[] {300, 2}) {
          BytesWritable key = new BytesWritable();
          SegmentKey.set(key, new Text(url), part, age);
          Text read = new Text();
          SegmentKey.readUrl(key, read);
          assertEquals(url, read.toString());
          assertEquals(part, SegmentKey.part(key));
          assertEquals(age, SegmentKey.age(key));
          sorted.put(key, url + " " + part + " " + age);
        }
      }
    }
    List<String> order = List.copyOf(sorted.values());
    assertEquals(
        List.of(
            "http://a/ FETCH 2",
            "http://a/ FETCH 300",
            "http://a/ CONTENT 2",
            "http://a/ CONTENT 300",
            "http://a/b FETCH 2"),
        order.subList(0, 5));
    assertTrue(order.get(order.size() - 1).startsWith("http://ä/"));
  }
}
