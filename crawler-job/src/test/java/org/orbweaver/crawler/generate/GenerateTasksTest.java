package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.HostMode;

class GenerateTasksTest {
  private static final long NOW = 1_000_000_000_000L;

  private static BytesWritable key(int part, float score, String url) {
    var key = new BytesWritable();
    SortKey.set(key, part, score, new Text(url));
    return key;
  }

  @Test
  void keysSortByPartThenScoreDownwardsThenUrl() {
    float[] scores = {
      Float.POSITIVE_INFINITY, 3e38f, 2f, 1f, .5f, Float.MIN_VALUE, 0f, -0f, -.5f, -2f
    };
    List<BytesWritable> keys = new ArrayList<>();
    for (int part : new int[] {0, 1, 300}) {
      for (float score : scores) {
        for (String url : new String[] {"http://a/", "http://a/b", "http://ä/"}) {
          keys.add(key(part, score, url));
        }
      }
      keys.add(key(part, Float.NaN, "http://a/"));
    }
    List<BytesWritable> sorted = new ArrayList<>(keys);
    sorted.sort(null);
    assertEquals(keys, sorted);
    assertEquals(300, SortKey.part(keys.get(keys.size() - 1)));
    assertEquals("http://ä/", SortKey.url(keys.get(2)));
    assertEquals(0, SortKey.compareIgnoringPart(key(1, 2f, "u"), key(2, 2f, "u")));
    assertTrue(SortKey.compareIgnoringPart(key(2, 3f, "u"), key(1, 2f, "t")) < 0);
  }

  @Test
  void takesWhatIsDue() throws IOException {
    var driver = MapDriver.newMapDriver(new GenerateMapper());
    Configuration conf = driver.getConfiguration();
    conf.setLong(GenerateSettings.NOW, NOW);
    conf.setFloat("generate.min.score", .5f);
    driver.withInput(new Text("http://a/due"), entry(NOW, 1f));
    driver.withInput(new Text("http://a/later"), entry(NOW + 1, 1f));
    driver.withInput(new Text("http://a/low"), entry(NOW, .4f));
    Change marked = entry(NOW, 1f);
    marked
        .datum()
        .getMetaData()
        .put(Nutch.WRITABLE_GENERATE_TIME_KEY, new LongWritable(NOW - 1000));
    driver.withInput(new Text("http://a/marked"), marked);
    Change refused = entry(NOW, 9f);
    new Refusal(
            Refusal.Cause.PORT,
            Refusal.Cause.fingerprints(conf).get(Refusal.Cause.PORT),
            NOW,
            "port 25")
        .putOn(refused.datum());
    driver.withInput(new Text("http://a:25/refused"), refused);
    var output = driver.run();
    assertEquals(1, output.size());
    assertEquals("http://a/due", SortKey.url(output.get(0).getFirst()));
    for (GenerateCounter fate :
        new GenerateCounter[] {
          GenerateCounter.DUE,
          GenerateCounter.NOT_DUE,
          GenerateCounter.LOW_SCORE,
          GenerateCounter.WAITING,
          GenerateCounter.REFUSED
        }) {
      assertEquals(1, driver.getCounters().findCounter(fate).getValue(), fate.name());
    }
  }

  private static Change entry(long fetchTime, float score) {
    var datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1000, score);
    datum.setFetchTime(fetchTime);
    return Change.of(0, datum);
  }

  @Test
  void stopsAtTheListsLengthAndAtHostsBudgets() throws IOException {
    var driver = ReduceDriver.newReduceDriver(new FetchListReducer());
    driver.getConfiguration().setInt("generate.max.count", 2);
    driver.getConfiguration().setLong(GenerateSettings.TOP_N, 3);
    String[] urls = {
      "http://a/1", "http://a/2.jpg", "http://a/3", "http://a/4", "http://b/5", "http://b/6"
    };
    for (int i = 0; i < urls.length; i++) {
      driver.withInput(
          key(0, 9f - i, urls[i]), List.of(new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0)));
    }
    List<String> taken = new ArrayList<>();
    driver.run().forEach(pair -> taken.add(pair.getFirst().toString()));
    assertEquals(List.of("http://a/1", "http://a/3", "http://b/5"), taken);
    assertEquals(1, driver.getCounters().findCounter(GenerateCounter.FILTERED).getValue());
    assertEquals(1, driver.getCounters().findCounter(GenerateCounter.OVER_BUDGET).getValue());
    assertEquals(3, driver.getCounters().findCounter(GenerateCounter.TAKEN).getValue());
    assertEquals(2, driver.getCounters().findCounter(GenerateCounter.HOSTS).getValue());
  }

  @Test
  void aSitemapMayHaveAnySuffix() throws IOException {
    var driver = ReduceDriver.newReduceDriver(new FetchListReducer());
    driver.getConfiguration().setLong(GenerateSettings.TOP_N, 9);
    var sitemap = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    SitemapMark.mark(sitemap, 0);
    driver.withInput(key(0, 1f, "http://a/sitemap.xml.gz"), List.of(sitemap));
    driver.withInput(
        key(0, 1f, "http://b/page.gz"), List.of(new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0)));
    List<String> taken = new ArrayList<>();
    driver.run().forEach(pair -> taken.add(pair.getFirst().toString()));
    assertEquals(List.of("http://a/sitemap.xml.gz"), taken);
  }

  @Test
  void aDomainsBudgetKeepsItInOnePart() {
    var conf = new Configuration();
    assertEquals(HostMode.HOST, GenerateSettings.of(conf).divideBy());
    conf.set("generate.count.mode", "domain");
    assertEquals(HostMode.HOST, GenerateSettings.of(conf).divideBy());
    conf.setInt("generate.max.count", 10);
    assertEquals(HostMode.DOMAIN, GenerateSettings.of(conf).divideBy());
    conf.set("partition.url.mode", "byIP");
    assertThrows(OrbException.class, () -> GenerateSettings.of(conf));
    conf.set("generate.count.mode", "byIP");
    assertEquals(HostMode.IP, GenerateSettings.of(conf).divideBy());
    conf.set("partition.url.mode", "byColour");
    assertThrows(OrbException.class, () -> GenerateSettings.of(conf));
  }

  @Test
  void keysGrowAndShrink() {
    var key = new BytesWritable();
    SortKey.set(key, 0, 1f, new Text("http://long.example/"));
    SortKey.set(key, 0, 1f, new Text("http://s/"));
    assertEquals("http://s/", SortKey.url(key));
    assertTrue(Arrays.equals(key.copyBytes(), key(0, 1f, "http://s/").copyBytes()));
  }
}
