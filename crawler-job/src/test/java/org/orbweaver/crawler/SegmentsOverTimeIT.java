package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.segments.MergeSegmentsPhase;
import org.orbweaver.crawler.segments.SegmentRetention;
import org.orbweaver.crawler.update.UpdatePhase;

/** The versions of pages that merges keep, and their display by {@code read page}. */
class SegmentsOverTimeIT {
  private static final int PAGES = 40;
  private static final int PARTS = 2;

  @TempDir private static java.nio.file.Path made;
  @TempDir private java.nio.file.Path folder;
  private TestCrawl crawl;

  @BeforeAll
  static void makeCrawl() throws IOException {
    SegmentsOverTimeIT maker = new SegmentsOverTimeIT();
    maker.folder = made;
    maker.open();
    String[] urls = new String[PAGES];
    Map<Integer, String> first = new TreeMap<>();
    for (int page = 0; page < PAGES; page++) {
      urls[page] = url(page);
      first.put(page, "v1");
    }
    Phases.inject(maker.crawl, maker.crawl.seeds(urls));
    maker.round("20260115000000", first);
    maker.round("20260120000000", Map.of(0, "v2"));
    maker.round("20260210000000", Map.of(0, "v3", 1, "v2"));
    maker.round("20260215000000", Map.of(0, "v4"));
    maker.round("20260310000000", Map.of(0, "v5"));
    maker.round("20260401000000", Map.of(0, "v6"));
  }

  @BeforeEach
  void copyCrawl() throws IOException {
    FileUtils.copyDirectory(made.resolve("crawl").toFile(), folder.resolve("crawl").toFile());
    open();
  }

  private void open() throws IOException {
    crawl = new TestCrawl(folder.resolve("crawl"));
    crawl.conf.setBoolean("mime.type.magic", false);
    crawl.conf.setInt("orbweaver.crawldb.parts", PARTS);
  }

  private static String url(int page) {
    return "http://host.test/" + page;
  }

  private Path segment(String name) {
    return new Path(folder.resolve("crawl/segments/" + name).toUri());
  }

  /** Fetches, parses and updates pages in a version. */
  private void round(String name, Map<Integer, String> pages) throws IOException {
    Map<String, TestSegments.Document> documents = new TreeMap<>();
    Map<String, CrawlDatum> fetched = new TreeMap<>();
    crawl.pass(Duration.ofDays(1));
    for (Map.Entry<Integer, String> page : pages.entrySet()) {
      String url = url(page.getKey());
      String html = "<p>first line<p>" + page.getValue() + "<p>last line";
      documents.put(url, new TestSegments.Document("text/html", html));
      fetched.put(url, crawl.fetched(crawl.crawlDb().get(url), CrawlDatum.STATUS_FETCH_SUCCESS));
    }
    TestSegments.write(crawl.conf, segment(name), documents);
    segment(name)
        .getFileSystem(crawl.conf)
        .delete(new Path(segment(name), CrawlDatum.FETCH_DIR_NAME), true);
    crawl.writeFetch(name, new TreeMap<>(fetched));
    try (Session session = crawl.session()) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, new UpdatePhase.UpdateOptions(List.of(name), false));
    }
  }

  private String merge(SegmentRetention retention, long sliceBytes) throws IOException {
    try (Session session = crawl.session()) {
      Optional<MergeSegmentsPhase.MergeResult> result =
          new MergeSegmentsPhase()
              .run(session, new MergeSegmentsPhase.MergeOptions(retention, sliceBytes));
      return result.map(MergeSegmentsPhase.MergeResult::summary).orElse("");
    }
  }

  private List<String> segments() throws IOException {
    try (Session session = crawl.session()) {
      return session.dir().segmentList().stream().map(Path::getName).toList();
    }
  }

  private CommandRun read(String... words) {
    List<String> all = new ArrayList<>(List.of("read", "page", crawl.dir.toString()));
    all.addAll(List.of(words));
    return CommandRun.of(new Configuration(crawl.conf), all.toArray(new String[0]));
  }

  /** The words in which the versions of a page differ, oldest first. */
  private String versions(int page) throws IOException {
    List<String> versions = new ArrayList<>();
    for (String name : segments()) {
      Path content = new Path(segment(name), Content.DIR_NAME);
      for (Content one : SortedStore.open(crawl.conf, content, Content.class).get(url(page))) {
        versions.add(new String(one.getContent(), java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return String.join(" ", versions).replaceAll("<p>(first|last) line|<p>", "");
  }

  @Test
  void versionsAreListedAndCompared() throws Exception {
    CommandRun list = read(url(0), "--versions");
    assertEquals(0, list.status(), list.err());
    List<String> lines = list.out().lines().toList();
    assertEquals(7, lines.size(), list.out());
    assertTrue(
        lines.get(2).matches(" +2  2026-05-03T12:00:00Z  fetch_success +yes +30  [0-9a-f]{32}"),
        lines.get(2));
    CommandRun diff = read(url(0), "--diff", "1", "6");
    assertEquals(
        List.of(
            "--- 2026-05-02T12:00:00Z",
            "+++ 2026-05-07T12:00:00Z",
            "@@ -1,3 +1,3 @@",
            " first line",
            "-v1",
            "+v6",
            " last line"),
        diff.out().lines().toList(),
        diff.err());
    assertTrue(read(url(0), "--versions", "--json").out().contains("\"version\":6"));
    assertTrue(read(url(0), "--diff", "2", "2").err().contains("The texts are equal."));

    CommandRun beyond = read(url(0), "--diff", "0", "7");
    assertEquals(2, beyond.status());
    assertTrue(beyond.err().contains("--diff: expected versions from 1 to 6, got 0"), beyond.err());
    CommandRun unknown = read("http://host.test/nowhere", "--versions");
    assertEquals(1, unknown.status());
    assertTrue(unknown.err().contains("has no version in a segment"), unknown.err());
  }

  @Test
  void aMonthKeepsItsLastVersionUntilItIsTooOld() throws Exception {
    assertEquals(
        "merged 4 segments into 2: 42 pages, 2 old versions dropped",
        merge(new SegmentRetention(1, 0, 12), 0));
    assertEquals(
        List.of("20260120000000", "20260215000000", "20260310000000", "20260401000000"),
        segments());
    assertEquals("v2 v4 v5 v6", versions(0));
    assertEquals("v1 v2", versions(1));
    assertEquals("", merge(new SegmentRetention(1, 0, 12), 0), "nothing is merged twice");
    // It is May: January and February are older than two months.
    merge(new SegmentRetention(1, 0, 2), 0);
    assertEquals("v4 v5 v6", versions(0));
    assertEquals("v2", versions(1));
    assertEquals("v1", versions(2));
  }

  @Test
  void slicesShareTheUrls() throws Exception {
    long half;
    try (Session session = crawl.session()) {
      half = session.dir().fs().getContentSummary(session.dir().segments()).getLength() / 2;
    }
    merge(new SegmentRetention(1, 0, 0), half);
    assertEquals(List.of("20260215000000", "20260310000000", "20260401000000"), segments());
    Set<String> seen = new HashSet<>();
    for (String name : segments().subList(0, 2)) {
      SortedStore<Content> content =
          SortedStore.open(crawl.conf, new Path(segment(name), Content.DIR_NAME), Content.class);
      content.check();
      assertEquals(PARTS, content.parts().size());
      Set<String> own = new HashSet<>();
      content.forEach(
          (url, page) -> {
            assertTrue(own.add(url.toString()) && seen.add(url.toString()), url::toString);
            int part = new HashPartitioner<Text, Content>().getPartition(url, page, PARTS);
            try (var reader =
                new org.apache.hadoop.io.MapFile.Reader(content.parts().get(part), crawl.conf)) {
              assertTrue(reader.get(url, new Content()) != null, "the part of " + url);
            }
          });
      assertTrue(own.size() > PAGES / 4, "an even share: " + own.size());
    }
    assertEquals(PAGES, seen.size());
    assertEquals("v5 v6", versions(0));
    assertEquals("", merge(new SegmentRetention(1, 0, 0), half), "nothing is gained");
  }
}
