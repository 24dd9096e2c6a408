package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.TestSegments.Document;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.usage.Use;

class ReadCommandsTest {

  @TempDir Path temporary;

  private Configuration conf;
  private Path crawl;

  private CommandRun run(String... args) {
    return CommandRun.of(conf, ArrayUtils.insert(0, args, "read"));
  }

  @BeforeEach
  void makeConf() {
    conf = TestSegments.conf(temporary);
    crawl = temporary.resolve("crawl");
  }

  @Test
  void exportsKnowTheSameUses() {
    assertEquals(Use.tokens(), String.join(", ", MetadataKeys.USES));
  }

  private void writeCrawlDb() throws IOException {
    SortedMap<String, CrawlDatum> entries = new TreeMap<>();
    for (int i = 0; i < 300; i++) {
      String url = String.format("http://h%d.example/%03d", i / 100, i);
      CrawlDatum datum =
          TestSegments.datum(
              i % 3 == 0 ? CrawlDatum.STATUS_DB_FETCHED : CrawlDatum.STATUS_DB_UNFETCHED, i / 100f);
      datum.setRetriesSinceFetch(i % 2);
      datum.getMetaData().put(new Text("note"), new Text("esc \u001b[31m"));
      if (i >= 290) {
        String before = Refusal.Cause.fingerprints(conf).get(Refusal.Cause.PORT);
        new Refusal(Refusal.Cause.PORT, before, System.currentTimeMillis(), "port").putOn(datum);
      }
      if (i == 150) {
        SitemapMark.mark(datum, 1, List.of("b.example"));
      }
      datum
          .getMetaData()
          .put(Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(ProtocolStatus.SUCCESS));
      entries.put(url, datum);
    }
    Path folder = crawl.resolve("crawldb/current");
    TestSegments.writeStore(conf, folder, 3, CrawlDatum.class, entries);
  }

  @Test
  void countsTheCrawlDb() throws Exception {
    writeCrawlDb();
    CommandRun stats = run("crawldb", crawl.toString(), "--stats");
    assertEquals(0, stats.status(), stats.err());
    assertTrue(stats.out().contains("urls: 300\nhosts: 3\ndue now: 290\n"), stats.out());
    assertTrue(stats.out().contains("db_unfetched: 200"), stats.out());
    CommandRun json = run("crawldb", "--json", crawl.toString(), "--stats");
    assertTrue(json.out().startsWith("{\"urls\":300,\"hosts\":3,"), json.out());
    assertTrue(json.out().contains("\"retries\":{\"0\":150,\"1\":150}"), json.out());
    assertTrue(json.out().contains("\"max\":2.99"), json.out());
    conf.set("orbweaver.fetch.ports", "80");
    CommandRun otherPorts = run("crawldb", crawl.toString(), "--stats");
    assertTrue(otherPorts.out().contains("due now: 300\n"), otherPorts.out());
    conf.set("generate.min.score", "1.5");
    CommandRun best = run("crawldb", crawl.toString(), "--stats");
    assertTrue(best.out().contains("due now: 150\n"), best.out());
  }

  @Test
  void tellsAllOfOneUrlSafely() throws Exception {
    writeCrawlDb();
    CommandRun url = run("crawldb", crawl.toString(), "--url", "HTTP://H1.example:80/150#x");
    assertEquals(0, url.status(), url.err());
    assertTrue(url.out().startsWith("http://h1.example/150\n  status: db_fetched\n"), url.out());
    assertTrue(url.out().contains("note: esc \\u001b[31m"), url.out());
    assertTrue(url.out().contains("_pst_ (protocol status): success"), url.out());
    assertTrue(
        url.out()
            .contains("_orb_sitemap_: read as a sitemap, 1 below an index, may list b.example\n"),
        url.out());
    CommandRun none = run("crawldb", crawl.toString(), "--url", "http://h1.example/nothing");
    assertEquals(1, none.status());
    assertTrue(none.err().contains("is not in the crawldb"), none.err());
  }

  @Test
  void ranksAndDumpsInOrder() throws Exception {
    writeCrawlDb();
    CommandRun top = run("crawldb", crawl.toString(), "--top", "2", "--json");
    assertEquals(
        List.of(
            "{\"url\":\"http://h2.example/299\",\"score\":2.99,\"status\":\"db_unfetched\"}",
            "{\"url\":\"http://h2.example/298\",\"score\":2.98,\"status\":\"db_unfetched\"}"),
        top.out().lines().toList());
    List<String> dump = run("crawldb", crawl.toString(), "--dump", "--json").out().lines().toList();
    assertEquals(300, dump.size());
    assertTrue(dump.get(7).startsWith("{\"url\":\"http://h0.example/007\","), dump.get(7));
  }

  @Test
  void saysWhatIsMissingOrBroken() throws Exception {
    CommandRun noDir = run("crawldb", crawl.toString(), "--stats");
    assertEquals(1, noDir.status());
    assertTrue(noDir.err().contains("no crawl directory"), noDir.err());
    Files.createDirectories(crawl);
    CommandRun noDb = run("crawldb", crawl.toString(), "--stats");
    assertEquals(1, noDb.status());
    assertTrue(noDb.err().contains("no crawldb in"), noDb.err());
    assertEquals(2, run("crawldb", crawl.toString()).status());
    assertEquals(2, run("crawldb", crawl.toString(), "--stats", "--dump").status());

    writeCrawlDb();
    Path data = crawl.resolve("crawldb/current/part-r-00001/data");
    byte[] bytes = Files.readAllBytes(data);
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(data, bytes);
    for (String[] what : new String[][] {{"--stats"}, {"--dump"}, {"--top", "3"}}) {
      List<String> args = new ArrayList<>(List.of("crawldb", crawl.toString()));
      args.addAll(List.of(what));
      CommandRun broken = run(args.toArray(new String[0]));
      assertEquals(1, broken.status());
      assertTrue(broken.err().contains("part-r-00001 is corrupt"), broken.err());
      assertEquals(1, broken.err().lines().filter(line -> !line.isBlank()).count(), broken.err());
    }
  }

  @Test
  void readsASegmentThatIsNotParsedYet() throws Exception {
    TestSegments.write(
        conf,
        new org.apache.hadoop.fs.Path(crawl + "/segments/20260401120000"),
        Map.of(
            "http://a.example/", new Document("text/html", "<p>x"),
            "http://b.example/", new Document("text/html", "<p>y")));
    CommandRun list = run("segment", crawl.toString(), "--list");
    assertEquals(0, list.status(), list.err());
    assertTrue(
        list.out().lines().skip(1).findFirst().orElse("").matches("20260401120000 +2 +2 +- +- .*"),
        list.out());
    CommandRun url = run("segment", crawl.toString(), "--url", "http://b.example/", "--json");
    assertTrue(url.out().contains("\"bytes\":4"), url.out());
    assertEquals(2, run("segment", crawl.toString(), "--dump", "--json").out().lines().count());
    assertEquals(1, run("segment", crawl.toString(), "--segment", "1", "--list").status());
  }

  @Test
  void readsWhatNutchWrote() throws Exception {
    TestSegments.copyNutchCrawl(crawl);
    CommandRun stats = run("crawldb", crawl.toString(), "--stats", "--json");
    assertEquals(0, stats.status(), stats.err());
    assertFalse(stats.out().contains("\"urls\":0"), stats.out());
    String top = run("crawldb", crawl.toString(), "--top", "1", "--json").out();
    String url = top.substring(8, top.indexOf('"', 8));
    assertEquals(0, run("crawldb", crawl.toString(), "--url", url).status());
    CommandRun list = run("segment", crawl.toString(), "--list", "--json");
    assertEquals(0, list.status(), list.err());
    assertEquals(0, run("segment", crawl.toString(), "--dump").status());
    CommandRun links = run("linkdb", crawl.toString(), "--stats");
    assertEquals(0, links.status(), links.err());
    assertEquals(0, run("linkdb", crawl.toString(), "--dump").status());
  }
}
