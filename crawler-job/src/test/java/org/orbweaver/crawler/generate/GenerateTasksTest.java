package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.trap.TextSkeleton;
import org.orbweaver.crawler.trap.UrlTemplate;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;

class GenerateTasksTest {
  private static final long NOW = 1_000_000_000_000L;

  private final List<GenerateCounter> counters = new ArrayList<>();

  private PageIndex pages = PageIndex.EMPTY;

  private static BytesWritable key(float score, String url) {
    var key = new BytesWritable();
    SortKey.set(key, false, score, new Text(url));
    return key;
  }

  private static BytesWritable revisit(float value, String url) {
    var key = new BytesWritable();
    SortKey.set(key, true, value, new Text(url));
    return key;
  }

  @Test
  void keysSortByScoreDownwardsThenUrl() {
    float[] scores = {
      Float.POSITIVE_INFINITY, 3e38f, 2f, 1f, .5f, Float.MIN_VALUE, 0f, -0f, -.5f, -2f
    };
    List<BytesWritable> keys = new ArrayList<>();
    for (float score : scores) {
      for (String url : new String[] {"http://a/", "http://a/b", "http://ä/"}) {
        keys.add(key(score, url));
      }
    }
    keys.add(key(Float.NaN, "http://a/"));
    keys.add(revisit(Float.POSITIVE_INFINITY, "http://a/"));
    keys.add(revisit(.25f, "http://a/"));
    List<BytesWritable> sorted = new ArrayList<>(keys);
    sorted.sort(null);
    assertEquals(keys, sorted);
    assertEquals("http://ä/", SortKey.url(keys.get(2)));
    for (float score : scores) {
      assertEquals(score, SortKey.rank(key(score, "http://a/")));
      assertEquals(score, SortKey.rank(revisit(score, "http://a/")));
    }
    assertTrue(SortKey.isRevisit(revisit(1, "")) && !SortKey.isRevisit(key(1, "")));
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

  @ParameterizedTest
  @CsvSource({"0, 2", "1, .5", ".5, 1.25"})
  void spamComesLater(float weight, float score) throws IOException {
    var driver = MapDriver.newMapDriver(new GenerateMapper());
    driver.getConfiguration().setLong(GenerateSettings.NOW, NOW);
    driver.getConfiguration().setFloat("orbweaver.generate.spam.weight", weight);
    Change spam = entry(NOW, 2f);
    Text signals = new Text("0.75 hidden:0.75");
    spam.datum().getMetaData().put(new Text(MetadataKeys.SPAM), signals);
    driver.withInput(new Text("http://a/spam"), spam);
    assertEquals(key(score, "http://a/spam"), driver.run().get(0).getFirst());
  }

  private static Change entry(long fetchTime, float score) {
    var datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1000, score);
    datum.setFetchTime(fetchTime);
    return Change.of(0, datum);
  }

  private List<String> select(Configuration conf, Exclusions exclusions, String... urls) {
    var selection =
        new Selection(
            GenerateSettings.of(conf),
            UrlRules.filters(conf),
            new HostAdmission(HostIndex.EMPTY, HostBackOff.of(conf), 0),
            new PageBudgets(conf, pages, Mazes.NONE),
            counters::add,
            exclusions);
    List<String> taken = new ArrayList<>();
    for (String url : urls) {
      var datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0);
      if (url.contains("sitemap")) {
        SitemapMark.mark(datum, 0);
      }
      if (!selection.isFull() && selection.take(url, datum, false, 0)) {
        taken.add(url);
      }
    }
    return taken;
  }

  @Test
  void stopsAtTheListsLengthAndAtHostsBudgets() {
    var conf = new Configuration();
    conf.setInt("generate.max.count", 2);
    conf.setLong(GenerateSettings.TOP_N, 3);
    assertEquals(
        List.of("http://a/1", "http://a/3", "http://b/5"),
        select(
            conf,
            null,
            "http://a/1",
            "http://a/2.jpg",
            "http://a/3",
            "http://a/4",
            "http://b/5",
            "http://b/6"));
    assertEquals(
        List.of(
            GenerateCounter.TAKEN,
            GenerateCounter.FILTERED,
            GenerateCounter.TAKEN,
            GenerateCounter.OVER_BUDGET,
            GenerateCounter.TAKEN),
        counters);
  }

  @ParameterizedTest
  @CsvSource({
    // total, new, visits, of a host: taken of six new URLs and six pages, price
    "9, 4, 5, -1, 4, 5, 2",
    "9, 6, 9, -1, 6, 3, 4",
    "99, 6, 2, -1, 6, 2, 5",
    "99, 6, 99, -1, 6, 6, 0",
    "99, 0, 0, -1, 0, 0, 0",
    "99, 6, 99, 2, 4, 0, 0",
    "3, 2, 99, 1, 2, 0, 0"
  })
  void newUrlsAndVisitsHaveQuotas(
      long total, long fresh, long most, int ofHost, int news, int visits, float price) {
    var conf = new Configuration();
    conf.setLong(GenerateSettings.TOP_N, total);
    new ListQuota(total, fresh, most, ofHost).embed(conf);
    var selection =
        new Selection(
            GenerateSettings.of(conf),
            UrlRules.filters(conf),
            new HostAdmission(HostIndex.EMPTY, HostBackOff.of(conf), 0),
            new PageBudgets(conf, pages, Mazes.NONE),
            counters::add,
            null);
    int[] taken = new int[2];
    for (int i = 0; i < 12 && !selection.isFull(); i++) {
      boolean revisit = i >= 6;
      if (revisit && selection.hasAllVisits()) {
        break;
      }
      var datum = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 0);
      String url = "http://" + (i % 2 == 0 ? "a" : "b") + "/" + i;
      taken[revisit ? 1 : 0] += selection.take(url, datum, revisit, 12 - i) ? 1 : 0;
    }
    assertEquals(List.of(news, visits), List.of(taken[0], taken[1]));
    assertEquals(price, selection.price());
    assertEquals(visits, counters.stream().filter(GenerateCounter.VISITS::equals).count());
  }

  @ParameterizedTest
  @CsvSource({
    "fixed, 31, false",
    "fixed, 29, ",
    "harmonic, 29, true",
    "harmonic, .05, true",
    "harmonic, .03, ",
    "freshness, 1, true",
    "adaptive, 29, "
  })
  void pagesCompeteUnderAPolicyWithABudget(String policy, double daysAgo, Boolean revisit)
      throws IOException {
    var driver = MapDriver.newMapDriver(new GenerateMapper());
    Configuration conf = driver.getConfiguration();
    conf.setLong(GenerateSettings.NOW, NOW);
    conf.set("orbweaver.recrawl.policy", policy);
    var datum = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 30 * 86_400, 5);
    datum.setFetchTime(NOW - (long) (daysAgo * 86_400_000) + 30 * 86_400_000L);
    driver.withInput(new Text("http://a/page"), Change.of(0, datum));
    var output = driver.run();
    assertEquals(revisit == null ? 0 : 1, output.size());
    if (revisit != null) {
      BytesWritable key = output.get(0).getFirst();
      assertEquals(revisit, SortKey.isRevisit(key));
      double rate = 1 / 120.0;
      float value =
          revisit
              ? (float)
                  RecrawlPolicy.valueOf(policy.toUpperCase(Locale.ROOT)).value(rate, 1, daysAgo)
              : 5;
      assertEquals(value, SortKey.rank(key), value * 1e-5);
    }
  }

  /** Two templates of a host: one is a calendar, the other is not sampled yet. */
  @Test
  void templatesWithoutNewPagesGetProbes() {
    var conf = new Configuration();
    var host = new HostPages();
    for (int i = 0; i < 40; i++) {
      host.addPage(UrlTemplate.fingerprint("http://a/cal?m=" + i), TextSkeleton.NOTHING);
    }
    host.endRound();
    pages = PageIndex.of(conf, "a", host);
    assertEquals(
        List.of("http://a/cal?m=1", "http://a/cal?m=2", "http://a/1", "http://a/2", "http://b/cal"),
        select(
            conf,
            null,
            "http://a/cal?m=1",
            "http://a/cal?m=2",
            "http://a/cal?m=3",
            "http://a/1",
            "http://a/2",
            "http://b/cal",
            "http://a/cal?m=4"));
    assertEquals(2, Collections.frequency(counters, GenerateCounter.NOTHING_NEW));
    conf.setInt("orbweaver.trap.yield.pages", 0);
    assertEquals(1, select(conf, null, "http://a/cal?m=3").size());
  }

  @ParameterizedTest
  @CsvSource({"1, false, 2, 4", "3, false, 3, 6", "1, true, 9, 9"})
  void budgetsGrowWithLinksFromOtherDomains(
      int linkingDomains, boolean seed, int ofHost, int ofDomain) {
    var conf = new Configuration();
    conf.setInt("orbweaver.budget.pages", 2);
    conf.setInt("orbweaver.budget.pages.per.domain", 1);
    conf.setInt("orbweaver.budget.domain.hosts", 2);
    var known = new HostPages();
    for (int i = 0; i < linkingDomains; i++) {
      known.addLinkingDomain(i);
    }
    if (seed) {
      known.addSeed();
    }
    pages = PageIndex.of(conf, "a.org", known);
    String[] ofOne =
        IntStream.range(0, 9).mapToObj(i -> "http://a.org/" + i).toArray(String[]::new);
    assertEquals(ofHost, select(conf, null, ofOne).size());
    assertEquals(9 - ofHost, Collections.frequency(counters, GenerateCounter.HOST_BUDGET));
    String[] ofHosts =
        IntStream.range(0, 9)
            .mapToObj(i -> "http://" + (seed ? "" : "h" + i + ".") + "a.org/" + i)
            .toArray(String[]::new);
    assertEquals(ofDomain, select(conf, null, ofHosts).size());
    assertEquals(9 - ofDomain, Collections.frequency(counters, GenerateCounter.DOMAIN_BUDGET));
  }

  @Test
  void blockOfASiteLimitsARound() {
    var conf = new Configuration();
    conf.setInt("orbweaver.budget.pages", -1);
    conf.set(
        "orbweaver.sites",
        """
        [domain a.org]
        pages-per-round 3
        [prefix http://a.org/docs/]
        pages-per-round 1
        """);
    assertEquals(
        List.of(
            "http://a.org/1",
            "http://x.a.org/2",
            "http://a.org/docs/3",
            "http://a.org/5",
            "http://b/"),
        select(
            conf,
            null,
            "http://a.org/1",
            "http://x.a.org/2",
            "http://a.org/docs/3",
            "http://a.org/docs/4",
            "http://a.org/5",
            "http://y.a.org/6",
            "http://b/"));
    assertEquals(2, Collections.frequency(counters, GenerateCounter.SITE_BUDGET));
  }

  @Test
  void aSitemapMayHaveAnySuffix() {
    assertEquals(
        List.of("http://a/sitemap.xml.gz"),
        select(new Configuration(), null, "http://a/sitemap.xml.gz", "http://b/page.gz"));
  }

  /** In any mix of hosts, those with most URLs are found, although only some hosts are kept. */
  @Test
  void hostsWithMostOverBudgetAreExact() {
    var conf = new Configuration();
    conf.setInt("generate.max.count", 0);
    List<String> urls = new ArrayList<>();
    for (int host = 1; host <= 300; host++) {
      for (int i = 0; i < host; i++) {
        urls.add("http://h" + host + "/" + i);
      }
    }
    Collections.shuffle(urls, new Random(3));
    var exclusions = new Exclusions();
    assertEquals(List.of(), select(conf, exclusions, urls.toArray(new String[0])));
    assertEquals(
        List.of(Map.entry("h300", 300L), Map.entry("h299", 299L), Map.entry("h298", 298L)),
        exclusions.overBudget(3));
  }

  /**
   * For any division of hosts among reducers, the last one selects the same as a sole reducer does.
   */
  @Test
  void selectingFromSelectionsIsSelectingFromAll() {
    var random = new Random(5);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      int host = (int) Math.abs(random.nextGaussian() * 30);
      urls.add("http://h" + host + "/" + i + (i % 9 == 0 ? ".jpg" : ""));
    }
    var conf = new Configuration();
    for (int maxCount : new int[] {-1, 1, 20}) {
      conf.setInt("generate.max.count", maxCount);
      for (int topN : new int[] {1, 30, 500, 1500, 5000}) {
        conf.setLong(GenerateSettings.TOP_N, topN);
        var candidates = new HashSet<String>();
        for (int reducer = 0; reducer < 3; reducer++) {
          int own = reducer;
          candidates.addAll(
              select(
                  conf,
                  null,
                  urls.stream()
                      .filter(url -> ListPartitioner.part(Hosts.host(url), 3) == own)
                      .toArray(String[]::new)));
        }
        List<String> all = select(conf, null, urls.toArray(new String[0]));
        counters.clear();
        assertEquals(
            all,
            select(conf, null, urls.stream().filter(candidates::contains).toArray(String[]::new)),
            "top " + topN + ", " + maxCount + " a host");
        assertEquals(all.size(), counters.size(), "nothing is left out a second time");
      }
    }
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
}
