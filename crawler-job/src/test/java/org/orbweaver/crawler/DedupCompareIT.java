package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.dedup.DedupCounter;
import org.orbweaver.crawler.update.UpdatePhase;

/** Pages of one digest are compared byte by byte, on the local runner. */
class DedupCompareIT {
  private static final String URL = "http://host.test/";
  private static final byte[] ONE = message("87", "71", "f", "b4", "80a8", "2b6");
  private static final byte[] TWO = message("07", "f1", "7", "34", "8028", "ab6");

  @TempDir Path temp;
  private TestCrawl crawl;

  /**
   * One of two messages with the same MD5 (X. Wang, D. Feng, X. Lai, H. Yu, <i>Collisions for Hash
   * Functions MD4, MD5, HAVAL-128 and RIPEMD</i>, 2004), given the bytes at which they differ.
   */
  private static byte[] message(String... differences) {
    String[] same = {
      "d131dd02c5e6eec4693d9a0698aff95c2fcab5",
      "12467eab4004583eb8fb7f8955ad340609f4b30283e4888325",
      "415a085125e8f7cdc99fd91dbd",
      "280373c5bd8823e3156348f5bae6dacd436c919c6dd53e2",
      "87da03fd02396306d248cda0e99f33420f577ee8ce54b670",
      "0d1ec69821bcb6a8839396f965",
      "ff72a70"
    };
    StringBuilder hex = new StringBuilder(same[0]);
    for (int i = 0; i < differences.length; i++) {
      hex.append(differences[i]).append(same[i + 1]);
    }
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void theMessagesCollide() {
    assertArrayEquals(MD5Hash.digest(ONE).getDigest(), MD5Hash.digest(TWO).getDigest());
  }

  /**
   * Two rounds: {@code a1} is page a with the first message, {@code a0} a page with their digest
   * whose content is lost, {@code a-} one that was fetched again, with other content. Then the
   * duplicates, and the counters of the second round.
   */
  @ParameterizedTest
  @CsvSource({
    "a1 b2 c1 d2,  'e2 f1',  false, cdef, 'COLLISIONS=1 DUPLICATES=2 EQUAL_DIGESTS=3'",
    "a1 b1 c1,     'e2',     false, bc,   'COLLISIONS=1 EQUAL_DIGESTS=1'",
    "a1 b0 c2,     'e1 f0',  false, bef,  'COLLISIONS=1 DUPLICATES=2 EQUAL_DIGESTS=3'",
    "a1 b2,        'a- e2',  false, e,    'DUPLICATES=1 EQUAL_DIGESTS=1'",
    "a1 b2,        'e2',     true,  be,   'DUPLICATES=2 EQUAL_DIGESTS=2'",
  })
  void whatDiffersIsKept(
      String first, String second, boolean lost, String duplicates, String counted)
      throws IOException {
    crawl = new TestCrawl(temp.resolve("crawl"));
    Phases.inject(
        crawl, crawl.seeds("abcdef".chars().mapToObj(c -> URL + (char) c).toArray(String[]::new)));
    round("20260501000000", first);
    if (lost) {
      FileUtils.deleteDirectory(crawl.dir.resolve("segments/20260501000000").toFile());
    }
    StepRecord step = round("20260502000000", second);
    StringBuilder found = new StringBuilder();
    crawl
        .crawlDb()
        .forEach(
            (url, datum) -> {
              if (datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE) {
                found.append(url.charAt(url.length() - 1));
              }
            });
    assertEquals(duplicates, found.toString());
    List<String> counts = new ArrayList<>();
    for (String name : List.of("COLLISIONS", "DUPLICATES", "EQUAL_DIGESTS")) {
      if (step.count(DedupCounter.valueOf(name).name()) > 0) {
        counts.add(name + "=" + step.count(name));
      }
    }
    assertEquals(counted, String.join(" ", counts));
  }

  private StepRecord round(String segment, String pages) throws IOException {
    crawl.pass(Duration.ofDays(1));
    SortedMap<String, CrawlDatum> fetches = new TreeMap<>();
    List<Map.Entry<String, CrawlDatum>> parses = new ArrayList<>();
    var folder = new org.apache.hadoop.fs.Path(crawl.dir.resolve("segments/" + segment).toUri());
    var contents = new org.apache.hadoop.fs.Path(folder, "content/part-r-00000");
    try (MapFile.Writer out = StoreFiles.mapFile(crawl.conf, contents, Content.class)) {
      for (String page : pages.split(" ")) {
        String url = URL + page.charAt(0);
        byte[] content = page.endsWith("-") ? new byte[] {1} : page.endsWith("2") ? TWO : ONE;
        byte[] digest = MD5Hash.digest(content).getDigest();
        CrawlDatum known = crawl.crawlDb().getOrDefault(url, new CrawlDatum());
        fetches.put(url, crawl.fetched(known, CrawlDatum.STATUS_FETCH_SUCCESS));
        parses.add(Map.entry(url, TestCrawl.signature(digest)));
        if (!page.endsWith("0")) {
          out.append(
              new Text(url),
              new Content(url, url, content, "text/html", new Metadata(), crawl.conf));
        }
      }
    }
    crawl.writeFetch(segment, fetches);
    crawl.writeParse(segment, parses);
    try (Session session = crawl.session()) {
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.round(segment));
      return session.steps().last(UpdatePhase.STEP).orElseThrow();
    }
  }
}
