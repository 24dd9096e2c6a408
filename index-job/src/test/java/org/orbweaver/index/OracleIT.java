package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.search.Answers;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.shards.IndexJob.WriterKind;
import org.orbweaver.testkit.TestSeed;

/**
 * Sends an inverted index and one of an IndexWriter the same queries of all kinds; each commit asks
 * others.
 */
class OracleIT {
  private static final int QUERIES = 1_000;
  private static final int SETS = 20;

  /** The oracle's crawl directory, and that of the index to compare. */
  private static final String ORACLE = "orbweaver.test.oracle";

  private static final String COMPARED = "orbweaver.test.compared";

  private static final String SEGMENT = "20260101000000";
  private static final String RUN = "20260103000000";
  private static final int PAGES = 250;
  private static final List<String> LANGUAGES = List.of("en", "de", "pt-br", "");

  @TempDir Path folder;
  private final Configuration conf = new Configuration();

  /** Pages of words by Zipf's law, with values in all stores that an index reads. */
  private static CrawlFixture pages() throws IOException {
    Random random = new Random(5);
    CrawlFixture pages = new CrawlFixture();
    for (int i = 0; i < PAGES; i++) {
      String url = url(i);
      pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
      pages.parsed(
          SEGMENT,
          url,
          i % 5 == 0 ? "" : words(random, 4),
          words(random, i % 50 == 7 ? 1_500 : 5 + random.nextInt(150)),
          "lang",
          LANGUAGES.get(i % LANGUAGES.size()),
          "description",
          words(random, 6),
          "modified",
          2000 + i % 27 + "-03-0" + (1 + i % 9) + "T00:00:00Z");
      pages.linking(SEGMENT, url, url(random.nextInt(PAGES)), url(random.nextInt(PAGES)));
      pages.linked(url(random.nextInt(PAGES)), url, words(random, 3));
      pages.linked("http://other.example/", url, words(random, 2));
      pages.ranked(RUN, url, random.nextDouble());
      pages.judged(RUN, url, random.nextDouble(), random.nextDouble());
      pages.ranked("20260103010000", i % 2 == 0 ? "odd" : "even", url, random.nextDouble());
      if (i % 6 == 0) {
        pages.grouped(url, "a" + i % 60);
      }
    }
    pages.model(Map.of("odd", "word1 word3 word5 word7", "even", "word2 word4 word6 word8"));
    return pages;
  }

  private static String url(int i) {
    return "http://host" + i % 7 + ".example.org/folder" + i % 9 + "/page" + i;
  }

  private static String words(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int w = 0; w < count; w++) {
      int rank = (int) Math.pow(1500, random.nextDouble());
      text.append(
              rank == 9
                  ? "the"
                  : rank == 12 ? "Zürich" : rank % 3 == 0 ? letters(rank) : "word" + rank)
          .append(w % 11 == 10 ? ". " : " ");
    }
    return text.toString();
  }

  /** A word without digits, for patterns. */
  private static String letters(int rank) {
    StringBuilder word = new StringBuilder("ing");
    for (int left = rank; left > 0; left /= 5) {
      word.insert(0, "aeiou".charAt(left % 5)).insert(0, "bcdfg".charAt(left % 5));
    }
    return word.toString();
  }

  private SearchIndex index(CrawlFixture pages, String name, WriterKind writer) throws IOException {
    Path crawl = folder.resolve(name);
    pages.write(conf, crawl);
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(2, true, writer));
    }
    return open(crawl.toString());
  }

  private SearchIndex open(String crawl) throws IOException {
    return SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl));
  }

  private static Answers.Compared compare(SearchIndex oracle, SearchIndex inverted)
      throws IOException {
    assertEquals(oracle.meta().docs(), inverted.meta().docs());
    int set = TestSeed.slice(SETS);
    Answers.Compared compared = Answers.compare(oracle, inverted, QUERIES, set);
    assertTrue(
        compared.differences().isEmpty(),
        () ->
            compared.differences().size()
                + " of "
                + compared.asked()
                + " queries of set "
                + set
                + " differ:\n"
                + String.join("\n", compared.differences().stream().limit(3).toList()));
    return compared;
  }

  @Test
  void queriesOfAllKindsAreAnsweredAlike() throws IOException {
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlFixture pages = pages();
    try (SearchIndex oracle = index(pages, "oracle", WriterKind.INDEXWRITER);
        SearchIndex inverted = index(pages, "inverted", WriterKind.CODEC)) {
      Answers.Compared compared = compare(oracle, inverted);
      assertTrue(compared.found() > QUERIES / 2, () -> "found something: " + compared.found());
    }
  }

  /** {@code -Dorbweaver.test.oracle=DIR -Dorbweaver.test.compared=DIR}, local or on HDFS. */
  @Test
  void indexesThatWereNamedAreAlike() throws IOException {
    String oracle = System.getProperty(ORACLE);
    String other = System.getProperty(COMPARED);
    assumeTrue(oracle != null && other != null, "set " + ORACLE + " and " + COMPARED);
    try (SearchIndex one = open(oracle);
        SearchIndex two = open(other)) {
      Answers.Compared compared = compare(one, two);
      Console.system()
          .info(
              compared.asked()
                  + " queries alike, "
                  + compared.found()
                  + " of them found something");
    }
  }
}
