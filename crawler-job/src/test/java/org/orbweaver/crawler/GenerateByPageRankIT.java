package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.crawler.Phases.generate;
import static org.orbweaver.crawler.Phases.inject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.crawler.crawldb.TestCrawl;

/** The order of a fetch list by PageRank. */
class GenerateByPageRankIT {

  private static final int URLS = 2500;

  @TempDir private Path temp;
  private TestCrawl crawl;
  private final Map<String, Float> crawlDb = new TreeMap<>();
  private final Map<String, Double> ranks = new TreeMap<>();

  @BeforeEach
  void setUp() throws IOException {
    crawl = new TestCrawl(temp.resolve("crawl"));
    crawl.conf.setInt("orbweaver.crawldb.parts", 3);
    Random random = new Random(11);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < URLS; i++) {
      String url = "http://h" + random.nextInt(40) + ".example/" + i;
      float score = random.nextInt(100) / 50f;
      crawlDb.put(url, score);
      lines.add(url + "\tnutch.score=" + score);
      if (random.nextInt(5) > 0) {
        ranks.put(url, Math.pow(random.nextDouble(), 3));
      }
    }
    for (int i = 0; i < 500; i++) { // Pages of the graph that are not to be fetched.
      ranks.put("http://other.example/" + i, random.nextDouble());
    }
    double sum = ranks.values().stream().mapToDouble(Double::doubleValue).sum();
    ranks.replaceAll((url, rank) -> rank / sum);
    inject(crawl, crawl.seeds(lines.toArray(new String[0])));
  }

  private void publish(String run, int parts) throws IOException {
    List<String> keys = ranks.keySet().stream().map(ReversedUrl::key).sorted().toList();
    for (int part = 0; part < parts; part++) {
      var folder =
          new org.apache.hadoop.fs.Path(
              crawl.dir.resolve("pagerank/" + run + "/scores").toUri().toString(),
              Parts.name(part));
      List<String> range =
          keys.subList(part * keys.size() / parts, (part + 1) * keys.size() / parts);
      SequenceFile.Metadata metadata = new SequenceFile.Metadata();
      metadata.set(RankingRuns.FIRST_KEY, new Text(range.get(0)));
      try (var writer =
          new MapFile.Writer(
              crawl.conf,
              folder,
              MapFile.Writer.keyClass(Text.class),
              SequenceFile.Writer.valueClass(DoubleWritable.class),
              SequenceFile.Writer.metadata(metadata))) {
        for (Text url : range.stream().map(ReversedUrl::url).map(Text::new).sorted().toList()) {
          writer.append(url, new DoubleWritable(ranks.get(url.toString())));
        }
      }
    }
    Files.writeString(
        crawl.dir.resolve("pagerank/" + run + "/meta.json"),
        "{\"build\":\"20260101000000\",\"nested\":{\"pages\":3},\"pages\":"
            + ranks.size()
            + ",\"mass\":1.0}\n");
  }

  private List<String> listed(String segment) throws IOException {
    crawl.pass(Duration.ofDays(8)); // An open list is forgotten after a week.
    List<String> urls = new ArrayList<>();
    for (var part : crawl.parts("segments/" + segment + "/crawl_generate")) {
      Map<String, CrawlDatum> list = crawl.read(part);
      list.forEach((url, datum) -> assertEquals(crawlDb.get(url), datum.getScore(), url));
      urls.addAll(list.keySet());
    }
    return urls;
  }

  /**
   * Orders by PageRank times the number of pages, or by the crawldb's score for URLs without a
   * rank.
   */
  private List<String> byPageRank(int topN) {
    return crawlDb.keySet().stream()
        .sorted(
            Comparator.comparing(
                    (String url) ->
                        ranks.containsKey(url)
                            ? -(float) (ranks.get(url) / (1.0 / ranks.size()))
                            : -crawlDb.get(url))
                .thenComparing(Comparator.naturalOrder()))
        .limit(topN)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 4"})
  void theOrderFollowsTheNewestPageRank(int scoreParts, int listParts) throws IOException {
    publish("20250101000000", 1);
    double first = ranks.values().iterator().next();
    ranks.replaceAll((url, rank) -> .25 * rank + .75 * (rank == first ? 1 : 0)); // A newer run.
    double sum = ranks.values().stream().mapToDouble(Double::doubleValue).sum();
    ranks.replaceAll((url, rank) -> rank / sum);
    publish("20260101000000", scoreParts);
    crawl.conf.set("orbweaver.generate.order", "pagerank");
    List<String> expected = byPageRank(600);
    String segment = generate(crawl, 600, listParts).segment();
    List<String> listed = listed(segment);
    if (listParts == 1) {
      assertEquals(expected, listed);
    } else {
      assertEquals(expected.stream().sorted().toList(), listed.stream().sorted().toList());
    }
  }

  @Test
  void withoutARunOrASettingNothingChanges() throws IOException {
    List<String> before = listed(generate(crawl, 600, 1).segment());
    crawl.conf.set("orbweaver.generate.order", "pagerank");
    assertEquals(before, listed(generate(crawl, 600, 1).segment()), "no run yet");
    publish("20260101000000", 2);
    crawl.conf.unset("orbweaver.generate.order");
    assertEquals(before, listed(generate(crawl, 600, 1).segment()), "not asked for");
    crawl.conf.set("orbweaver.generate.order", "pagerank");
    assertFalse(before.equals(listed(generate(crawl, 600, 1).segment())));
  }

  @Test
  void aWrongSettingAndADamagedRunAreNamed() throws IOException {
    crawl.conf.set("orbweaver.generate.order", "random");
    OrbException e = assertThrows(OrbException.class, () -> generate(crawl, 10, 1));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(
        e.getMessage()
            .contains(
                "orbweaver.generate.order: expected one of crawldb, pagerank, breadth-first, opic,"
                    + " in-degree, got 'random'"),
        e.getMessage());
    crawl.conf.set("orbweaver.generate.order", "pagerank");
    publish("20260101000000", 1);
    Files.writeString(crawl.dir.resolve("pagerank/20260101000000/meta.json"), "{\"pages\":");
    Files.deleteIfExists(crawl.dir.resolve("pagerank/20260101000000/.meta.json.crc"));
    e = assertThrows(OrbException.class, () -> generate(crawl, 10, 1));
    assertTrue(e.getMessage().contains("meta.json"), e.getMessage());
    assertFalse(Files.exists(crawl.dir.resolve("segments")), "nothing is written");
  }
}
