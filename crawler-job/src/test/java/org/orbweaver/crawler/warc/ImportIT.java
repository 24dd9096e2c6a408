package org.orbweaver.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.orbweaver.crawler.warc.Warcs.bytes;
import static org.orbweaver.crawler.warc.Warcs.response;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;

/** Imports WARC files into a crawl, with the commands of the crawler. */
class ImportIT {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n";

  @TempDir Path folder;
  private Configuration conf;
  private String crawl;

  @BeforeEach
  void prepare() {
    conf = TestSegments.conf(folder);
    crawl = folder.resolve("crawl").toString();
  }

  @Test
  void statusesBecomeTheFatesOfTheirUrls() throws Exception {
    String later = "2025-01-01T00:00:00Z";
    List<byte[]> first =
        List.of(
            page("/page", "<title>Bees</title><a href=/linked>x</a>"),
            response("http://h0.test/moved", "HTTP/1.1 301 x\nLocation: /target\n\n", bytes("")),
            response("http://h0.test/found", "HTTP/1.1 302 x\nLocation: /page\n\n", bytes("")),
            response("http://h0.test/lost", "HTTP/1.1 302 x\n\n", bytes("")),
            response("http://h0.test/gone", "HTTP/1.1 404 x\n\n", bytes("no")),
            response("http://h0.test/busy", "HTTP/1.1 503 x\n\n", bytes("no")),
            response("http://h0.test/up", "HTTP/1.1 503 x\n\n", bytes("no")),
            page("/up", "up"),
            page("/twice", "old"),
            page("/same", "same"),
            revisit("/unknown", ""),
            revisit("/copy", "WARC-Refers-To-Target-URI: http://h0.test/same\r\n"),
            response("http://h0.test/logo.png", OK, bytes("filtered")));
    List<byte[]> second =
        List.of(
            dated(later, page("/twice", "new")),
            dated(later, revisit("/same", "")),
            dated(later, response("http://h0.test/up", "HTTP/1.1 500 x\n\n", bytes("no"))));
    Files.write(folder.resolve("a b{1}.warc.gz"), Warcs.file(true, first));
    Files.createDirectory(folder.resolve("more"));
    Files.write(folder.resolve("more/c.warc"), Warcs.file(false, second));
    CommandRun run =
        run("import", folder.resolve("a b{1}.warc.gz").toString(), folder + "/more", crawl);
    assertEquals(0, run.status(), run.err());
    String segment = CrawlDir.open(conf, crawl).segmentList().get(0).getName();
    assertEquals(
        "segment "
            + segment
            + ": 4 pages from 16 records, 2 redirects, 2 gone, 1 failed, 1 not modified,"
            + " 1 filtered\n",
        run.out());

    Map<String, Content> contents = read(segment, Content.DIR_NAME, Content.class);
    assertEquals("new", text(contents.get("http://h0.test/twice")));
    assertEquals("up", text(contents.get("http://h0.test/up")));
    assertEquals("same", text(contents.get("http://h0.test/same")));
    assertEquals("text/html", contents.get("http://h0.test/page").getContentType());

    assertEquals(0, run("parse", crawl).status());
    assertEquals(0, run("update", crawl).status());
    List<String> fates = new ArrayList<>();
    CrawlDir dir = CrawlDir.open(conf, crawl);
    read(dir.crawlDb(), CrawlDatum.class)
        .forEach(
            (url, datum) ->
                fates.add(
                    url.replace("http://h0.test/", "")
                        + " "
                        + CrawlDatum.getStatusName(datum.getStatus()).replace("db_", "")));
    assertEquals(
        List.of(
            "busy unfetched",
            "found redir_temp",
            "gone gone",
            "linked unfetched",
            "lost gone",
            "moved redir_perm",
            "page fetched",
            "same fetched",
            "target unfetched",
            "twice fetched",
            "unknown notmodified",
            "up fetched"),
        fates);
    assertEquals(0, run("links", crawl).status());
  }

  @Test
  void brokenPlacesAreNamed() throws Exception {
    byte[] whole = Warcs.file(true, List.of(page("/1", "one")));
    byte[] broken = whole.clone();
    broken[broken.length - 6] ^= 1;
    Path file = folder.resolve("x.warc.gz");
    Files.write(file, Warcs.join(whole, broken, whole.clone()));
    CommandRun run = run("import", file.toString(), crawl);
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.err()
            .contains("damaged: file:" + file + ", offset " + whole.length + ": Gzip-compressed"),
        run.err());
    assertTrue(run.out().contains("1 page from 2 records, 1 damaged"), run.out());
    var segment = CrawlDir.open(conf, crawl).segmentList().get(0);
    assertFalse(
        CrawlDir.open(conf, crawl)
            .fs()
            .exists(new org.apache.hadoop.fs.Path(segment, ImportJob.DAMAGED)));
  }

  @Test
  void aFileWithoutPagesChangesNothing() throws Exception {
    Files.write(folder.resolve("x.warc.gz"), bytes("<html>no WARC"));
    CommandRun run = run("import", folder + "/x.warc.gz", crawl);
    assertEquals(1, run.status());
    assertTrue(run.err().contains("no web page to import: 0 records"), run.err());
    assertFalse(Files.exists(Path.of(crawl)));
  }

  /** Common Crawl's own WARC, with the text (WET) that was extracted from it. */
  @Test
  void commonCrawlAgreesOnText() throws Exception {
    Path shared = Path.of(System.getProperty("orbweaver.shared", "none"), "data/warc");
    assumeTrue(Files.isDirectory(shared), "no data/warc in orbweaver.shared");
    String file = shared.resolve("whirlwind.warc.gz").toString();
    assertEquals(0, run("import", file, crawl).status());
    assertEquals(0, run("parse", crawl).status());
    String segment = CrawlDir.open(conf, crawl).segmentList().get(0).getName();
    String url = "https://an.wikipedia.org/wiki/Escopete";
    Content content = read(segment, Content.DIR_NAME, Content.class).get(url);
    assertArrayEquals(body(shared.resolve("whirlwind.warc.gz")), content.getContent());

    String ours = read(segment, ParseText.DIR_NAME, ParseText.class).get(url).getText();
    String wet = new String(body(shared.resolve("whirlwind.warc.wet.gz")), StandardCharsets.UTF_8);
    ParseData data = read(segment, ParseData.DIR_NAME, ParseData.class).get(url);
    // WET begins with the title, which is a separate field here.
    assertEquals(wet.lines().findFirst().orElseThrow(), data.getTitle());
    assertEquals(words(wet), words(data.getTitle() + " " + ours));
  }

  private static byte[] body(Path warc) throws Exception {
    try (WarcReader reader = new WarcReader(warc)) {
      for (WarcRecord record : reader) {
        if (record instanceof org.netpreserve.jwarc.WarcResponse response) {
          return response.http().body().stream().readAllBytes();
        }
        if (record.type().equals("conversion")) {
          return record.body().stream().readAllBytes();
        }
      }
    }
    throw new AssertionError("no body in " + warc);
  }

  private static Set<String> words(String text) {
    Set<String> words = new TreeSet<>();
    Matcher word = Pattern.compile("\\p{L}{2,}").matcher(text);
    while (word.find()) {
      words.add(word.group());
    }
    return words;
  }

  private static byte[] page(String path, String body) {
    return response("http://h0.test" + path, OK, bytes(body));
  }

  private static byte[] revisit(String path, String more) {
    return Warcs.record(
        "WARC/1.1",
        Warcs.fields("revisit", "http://h0.test" + path) + more,
        bytes("HTTP/1.1 200 OK\r\n\r\n"));
  }

  private static byte[] dated(String date, byte[] record) {
    return bytes(new String(record, StandardCharsets.UTF_8).replace(Warcs.DATE, date));
  }

  private static String text(Content content) {
    return new String(content.getContent(), StandardCharsets.UTF_8);
  }

  private CommandRun run(String... words) {
    return CommandRun.of(conf, words);
  }

  private <V extends Writable> Map<String, V> read(String segment, String part, Class<V> type)
      throws Exception {
    Path folderOfPart = Path.of(crawl, "segments", segment, part);
    return read(new org.apache.hadoop.fs.Path(folderOfPart.toUri()), type);
  }

  private <V extends Writable> Map<String, V> read(org.apache.hadoop.fs.Path store, Class<V> type)
      throws Exception {
    return read(conf, store, type);
  }

  /** All records of a store. */
  static <V extends Writable> Map<String, V> read(
      Configuration conf, org.apache.hadoop.fs.Path store, Class<V> type) throws Exception {
    Map<String, V> all = new TreeMap<>();
    List<org.apache.hadoop.fs.Path> parts = Parts.of(store.getFileSystem(conf), store);
    try (SortedMerge<V> merge = SortedMerge.open(conf, parts, type)) {
      while (merge.next()) {
        all.put(merge.key().toString(), merge.value());
      }
    }
    return all;
  }
}
