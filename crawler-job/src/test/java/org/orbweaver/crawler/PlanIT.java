package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.generate.GenerateCounter;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.generate.ListPreview.LeftOutUrls;

/** The plan equals the list that generate then makes. */
class PlanIT {
  @TempDir Path temp;

  private ListPreview plan(TestCrawl crawl, long topN, int parts, Path work) throws Exception {
    return ListPreview.make(
        crawl.conf,
        CrawlDir.open(crawl.conf, crawl.dir.toString()),
        Console.silent(),
        Clock.fixed(Instant.ofEpochMilli(crawl.now()), ZoneOffset.UTC),
        new GeneratePhase.GenerateOptions(topN, parts),
        new org.apache.hadoop.fs.Path(work.toUri()));
  }

  private static Map<GenerateCounter, Long> leftOut(ListPreview preview) {
    return preview.leftOut().byReason().stream()
        .collect(Collectors.toMap(LeftOutUrls::reason, LeftOutUrls::urls));
  }

  /** Skewed hosts, few scores (so that the list ends within ties), a budget, a filter. */
  @ParameterizedTest
  @CsvSource({"777, 1", "777, 3", "100000, 3"})
  void plannedListIsTheOneThatGenerateMakes(long topN, int parts) throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    crawl.conf.setInt("orbweaver.crawldb.parts", 2);
    var random = new Random(11);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      int host = (int) Math.pow(random.nextInt(6), 2);
      lines.add("http://h" + host + ".example/" + i + "\tnutch.score=" + random.nextInt(5) / 4f);
    }
    Phases.inject(crawl, crawl.seeds(lines.toArray(new String[0])));
    crawl.conf.setInt("generate.max.count", 200);
    crawl.conf.set("generate.min.score", "0.2");
    List<String> before = TestCrawl.files(crawl.dir);

    Path work = temp.resolve("work");
    ListPreview planned = plan(crawl, topN, parts, work);
    assertEquals(before, TestCrawl.files(crawl.dir), "the crawl is as it was");

    GeneratePhase.GeneratedList made = Phases.generate(crawl, topN, parts);
    assertEquals(made.urls(), planned.counts().listed());
    assertEquals(made.due(), planned.counts().due());
    for (int part = 0; part < parts; part++) {
      String name = org.orbweaver.common.store.Parts.name(part);
      var generated = crawl.parts("segments/" + made.segment() + "/crawl_generate").get(part);
      assertEquals(
          crawl.read(generated).toString(),
          crawl.read(new org.apache.hadoop.fs.Path(planned.list(), name)).toString());
    }
    long left = planned.leftOut().byReason().stream().mapToLong(LeftOutUrls::urls).sum();
    assertEquals(2000, planned.counts().listed() + left, "every URL is in the list or left out");
    assertEquals(2000, planned.counts().known());
    assertEquals(topN < 1000, leftOut(planned).containsKey(GenerateCounter.BEYOND_TOP_N));
    if (topN > 1000) {
      long over = planned.leftOut().overBudget().stream().mapToLong(Map.Entry::getValue).sum();
      assertEquals(leftOut(planned).get(GenerateCounter.OVER_BUDGET), over);
    }
  }

  @Test
  void tellsWhenTheFirstOfThoseLeftOutWillBeDue() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    Phases.inject(crawl, "http://a.example/");
    crawl.pass(Duration.ofHours(1));
    Phases.inject(crawl, "http://b.example/");
    long first = crawl.now() - 3_600_000;
    crawl.pass(Duration.ofHours(-2));
    ListPreview planned = plan(crawl, 0, 1, temp.resolve("work"));
    assertEquals(0, planned.counts().listed());
    assertEquals(
        List.of(new LeftOutUrls(GenerateCounter.NOT_DUE, 2, "http://a.example/", first, "")),
        planned.leftOut().byReason());
    assertTrue(planned.leftOut().whyNone().contains("2 not due yet"), planned.leftOut().whyNone());
    assertFalse(java.nio.file.Files.exists(crawl.dir.resolve("segments")));
  }
}
