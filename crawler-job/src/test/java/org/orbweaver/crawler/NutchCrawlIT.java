package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.crawler.Phases.dedup;
import static org.orbweaver.crawler.Phases.dedupAndUpdate;
import static org.orbweaver.crawler.Phases.describe;
import static org.orbweaver.crawler.Phases.fetch;
import static org.orbweaver.crawler.Phases.generate;
import static org.orbweaver.crawler.Phases.inject;
import static org.orbweaver.crawler.Phases.md5;
import static org.orbweaver.crawler.Phases.update;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.CrawlDbReader;
import org.apache.nutch.util.NutchConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.update.UpdatePhase;

/** The crawldb is compatible with Apache Nutch's, in both directions. */
class NutchCrawlIT {
  @TempDir Path temp;

  /** Nutch's own reader accepts our crawldb as its own. */
  @Test
  void nutchReadsTheResult() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    crawl.conf.setInt("orbweaver.crawldb.parts", 2);
    inject(crawl, "http://a.example/", "http://b.example/", "http://c.example/");
    String segment = generate(crawl, 0, 1).segment();
    var fetches = fetch(crawl, "http://a.example/", CrawlDatum.STATUS_FETCH_SUCCESS);
    fetches.putAll(fetch(crawl, "http://b.example/", CrawlDatum.STATUS_FETCH_SUCCESS));
    crawl.writeFetch(segment, fetches);
    crawl.writeParse(
        segment,
        List.of(
            Map.entry("http://a.example/", TestCrawl.signature(md5(1))),
            Map.entry("http://b.example/", TestCrawl.signature(md5(1))),
            Map.entry("http://d.example/", TestCrawl.link(.5f))));
    dedupAndUpdate(crawl, segment);

    var conf = NutchConfiguration.create();
    conf.set("hadoop.tmp.dir", temp.resolve("nutch.tmp").toString());
    String db = crawl.dir.resolve("crawldb").toString();
    try (var reader = new CrawlDbReader()) {
      reader.setConf(conf);
      assertEquals(0, reader.run(new String[] {db, "-stats"}));
      CrawlDatum b = reader.get(db, "http://b.example/", conf);
      assertEquals(CrawlDatum.STATUS_DB_DUPLICATE, b.getStatus());
      assertEquals(0, reader.run(new String[] {db, "-url", "http://a.example/"}));
      Path dump = temp.resolve("dump");
      assertEquals(0, reader.run(new String[] {db, "-dump", dump.toString()}));
      long urls = 0;
      try (var files = Files.list(dump)) {
        for (Path file :
            files.filter(f -> f.getFileName().toString().startsWith("part")).toList()) {
          urls += Files.readString(file).lines().filter(l -> l.startsWith("http://")).count();
        }
      }
      assertEquals(4, urls);
    }
  }

  /** A round on a crawl that Nutch wrote: every entry's metadata is kept. */
  @Test
  void continuesACrawlOfNutchs() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    TestSegments.copyNutchCrawl(crawl.dir);
    SortedMap<String, CrawlDatum> before = crawl.crawlDb();
    int parts = crawl.parts("crawldb/current").size();
    long latest = before.values().stream().mapToLong(CrawlDatum::getFetchTime).max().orElseThrow();
    crawl.pass(Duration.ofMillis(latest + 1000 - crawl.now()));

    String old;
    try (Session session = crawl.session()) {
      old = session.dir().segmentList().get(0).getName();
    }
    UpdatePhase.UpdateResult again = update(crawl, old);
    assertEquals(0, again.count(CrawlDbCounter.CHANGED), "Nutch had put it in");
    for (String url : before.keySet()) {
      assertEquals(before.get(url).toString(), crawl.crawlDb().get(url).toString(), url);
    }

    String segment = generate(crawl, 0, 2).segment();
    SortedMap<String, CrawlDatum> fetches = new TreeMap<>();
    List<Map.Entry<String, CrawlDatum>> parses = new ArrayList<>();
    for (var part : crawl.parts("segments/" + segment + "/crawl_generate")) {
      crawl
          .read(part)
          .forEach(
              (url, datum) -> {
                fetches.put(url, crawl.fetched(datum, CrawlDatum.STATUS_FETCH_SUCCESS));
                parses.add(Map.entry(url, TestCrawl.signature(md5(url.hashCode()))));
              });
    }
    assertTrue(fetches.size() > 0);
    crawl.writeFetch(segment, fetches);
    crawl.writeParse(segment, parses);
    dedupAndUpdate(crawl, segment);
    dedup(crawl);
    SortedMap<String, CrawlDatum> now = crawl.crawlDb();
    assertEquals(parts, crawl.parts("crawldb/current").size());
    assertTrue(now.keySet().containsAll(before.keySet()));
    boolean any = false;
    for (var entry : before.entrySet()) {
      var metadata = entry.getValue().getMetaData();
      any |= !metadata.isEmpty();
      for (var item : metadata.entrySet()) {
        assertEquals(
            item.getValue(),
            now.get(entry.getKey()).getMetaData().get(item.getKey()),
            entry.getKey() + " " + item.getKey());
      }
    }
    assertTrue(any, "Nutch's entries have metadata");
    assertNotEquals(describe(before), describe(now));
  }
}
