package org.orbweaver.crawler.crawldb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DatumInputFormat.FoldedLinks;
import org.orbweaver.crawler.crawldb.MergeJob.ChangeMapper;
import org.orbweaver.crawler.crawldb.MergeJob.Merge;
import org.orbweaver.crawler.crawldb.MergeJob.MergeReducer;
import org.orbweaver.plugin.ScoringRule.Combination;

class MergeTasksTest {
  @TempDir java.nio.file.Path dir;

  /** Marks the entries it merges, and drops entries linked with a negative score. */
  public static final class Marking implements Merge {
    @Override
    public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {}

    @Override
    public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
      if (url.startsWith("odd")) {
        throw new IndexOutOfBoundsException(url);
      }
      float sum = 0;
      for (Change change : changes) {
        sum += change.score();
      }
      if (sum < 0) {
        return null;
      }
      CrawlDatum entry = old == null ? new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0) : old;
      entry.setScore(sum);
      return entry;
    }
  }

  private ReduceDriver<Text, Change, Text, CrawlDatum> reducer(String... old) throws IOException {
    var driver = ReduceDriver.newReduceDriver(new MergeReducer());
    Configuration conf = driver.getConfiguration();
    conf.setClass(MergeReducer.MERGE, Marking.class, Merge.class);
    if (old.length > 0) {
      Path db = new Path(dir.resolve("current").toUri());
      try (var writer = StoreFiles.mapFile(conf, new Path(db, "part-r-00000"), CrawlDatum.class)) {
        for (String url : old) {
          writer.append(new Text(url), new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 0, 9f));
        }
      }
      Job job = Job.getInstance(conf);
      MergeJoinReducer.join(job, SortedStore.open(conf, db, CrawlDatum.class), 1);
      driver.getConfiguration().addResource(job.getConfiguration());
    }
    return driver;
  }

  private static String results(List<Pair<Text, CrawlDatum>> pairs) {
    var text = new StringBuilder();
    for (var pair : pairs) {
      text.append(pair.getFirst())
          .append(pair.getSecond().getStatus())
          .append('/')
          .append((int) pair.getSecond().getScore())
          .append(' ');
    }
    return text.toString();
  }

  @Test
  void mergesChangesIntoThePart() throws IOException {
    var driver = reducer("b", "c", "e");
    driver.withInput(new Text("a"), List.of(Change.link(0, 1f), Change.link(0, 2f)));
    driver.withInput(new Text("c"), List.of(Change.link(0, 4f)));
    driver.withInput(new Text("d"), List.of(Change.link(0, -1f)));
    driver.withInput(new Text("f"), List.of(Change.link(0, 5f)));
    assertEquals("a1/3 b2/9 c2/4 e2/9 f1/5 ", results(driver.run()));
    assertEquals(5, driver.getCounters().findCounter(CrawlDbCounter.URLS).getValue());
    assertEquals(2, driver.getCounters().findCounter(CrawlDbCounter.ADDED).getValue());
    assertEquals(3, driver.getCounters().findCounter(CrawlDbCounter.FETCHED).getValue());
    assertEquals(2, driver.getCounters().findCounter(CrawlDbCounter.UNFETCHED).getValue());
  }

  /** An unchecked exception costs only its URL; one that many URLs cause fails the task. */
  @Test
  void uncheckedExceptionCostsItsUrl() throws IOException {
    var driver = reducer("b", "odd1");
    driver.withInput(new Text("a"), List.of(Change.link(0, 1f)));
    driver.withInput(new Text("odd1"), List.of(Change.link(0, 4f)));
    driver.withInput(new Text("odd2"), List.of(Change.link(0, 4f)));
    driver.withInput(new Text("p"), List.of(Change.link(0, 5f)));
    assertEquals("a1/1 b2/9 odd12/9 p1/5 ", results(driver.run()));
    assertEquals(2, driver.getCounters().findCounter(RecordFaults.FaultCounter.RECORDS).getValue());
    var broken = reducer();
    for (int i = 0; i <= RecordFaults.MOST; i++) {
      broken.withInput(new Text("odd" + (1000 + i)), List.of(Change.link(0, 4f)));
    }
    assertThrows(IndexOutOfBoundsException.class, broken::run);
  }

  @Test
  void beginsWithoutAPart() throws IOException {
    var driver = reducer();
    driver.withInput(new Text("a"), List.of(Change.link(0, 1f)));
    assertEquals("a1/1 ", results(driver.run()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void aPartOutOfOrderOrWithAKeyTwiceIsCorrupt(String second) throws IOException {
    var driver = reducer("a", "b");
    Path data = new Path(dir.resolve("current/part-r-00000/data").toUri());
    try (var writer = StoreFiles.sequenceFile(driver.getConfiguration(), data, CrawlDatum.class)) {
      writer.append(new Text("b"), new CrawlDatum(1, 0));
      writer.append(new Text(second), new CrawlDatum(1, 0));
    }
    driver.withInput(new Text("c"), List.of(Change.link(0, 1f)));
    OrbException e = assertThrows(OrbException.class, driver::run);
    assertTrue(e.getMessage().contains("part-r-00000 is corrupt (out of order"), e.getMessage());
  }

  @Test
  void normalizesTheTargetsOfLinks() throws IOException {
    var driver = MapDriver.newMapDriver(new ChangeMapper());
    var withMetadata = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, .1f);
    withMetadata.getMetaData().put(new Text("k"), new Text("v"));
    driver.withInput(new Text("http://a/"), Change.link(3, .1f));
    driver.withInput(new Text("http://b:80/"), Change.link(3, .4f));
    driver.withInput(new Text("http://B/"), Change.of(3, withMetadata));
    driver.withInput(new Text("mailto:x"), Change.link(3, 1f));
    driver.withInput(
        new Text("http://C/"), Change.of(3, new CrawlDatum(CrawlDatum.STATUS_FETCH_GONE, 0)));
    Map<String, String> found = new HashMap<>();
    for (var pair : driver.run()) {
      found.merge(pair.getFirst().toString(), pair.getSecond().toString(), (a, b) -> a + " " + b);
    }
    assertEquals(
        Map.of(
            "http://a/", "3: linked 0.1",
            "http://b/", "3: linked 0.4 3: linked 0.1",
            "http://C/", "3: fetch_gone 0.0"),
        found);
  }

  /** No link is lost: the best link of a target or the sum comes out, however small the memory. */
  @ParameterizedTest
  @EnumSource
  void foldsLinksToTheBestOfATargetOrTheirSum(Combination combination) {
    BinaryOperator<Float> fold = combination == Combination.SUM ? Float::sum : Math::max;
    for (int capacity : new int[] {1, 3, 100}) {
      var links = new FoldedLinks(capacity, combination);
      Map<String, Float> best = new HashMap<>();
      Map<String, Float> found = new HashMap<>();
      Text target = new Text();
      var random = new Random(capacity);
      int taken = 0;
      for (int i = 0; i < 500; i++) {
        float score = random.nextInt(8);
        target.set("u" + random.nextInt(20));
        best.merge(target.toString(), score, fold);
        links.add(target, score);
        if (links.isFull() || i == 499) {
          for (Text url = links.take(); url != null; url = links.take()) {
            assertTrue(taken++ < 500 && url.getLength() > 0);
            found.merge(url.toString(), links.score(), fold);
          }
          assertFalse(links.isEmptying());
        }
      }
      assertEquals(best, found);
      assertTrue(capacity < 100 || taken == 20, taken + " taken");
    }
  }

  @Test
  void readsADatumAsNutchWritesIt() throws IOException {
    var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 12, 3.5f);
    datum.setFetchTime(99);
    datum.setModifiedTime(98);
    datum.setRetriesSinceFetch(2);
    datum.setSignature(new byte[] {1, 2, 3});
    datum.getMetaData().put(new Text("k"), new Text("v"));
    assertEquals(datum, readDatum(datum).datum());
    datum.setSignature(null);
    datum.getMetaData().clear();
    assertEquals(datum.toString(), readDatum(datum).datum().toString());
    Change link = readDatum(new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, .5f));
    assertEquals(null, link.datum());
    assertEquals(.5f, link.score());
    byte[] old = bytes(datum);
    old[0] = 6;
    assertThrows(IOException.class, () -> new Change().readDatum(in(old), 0));
  }

  private static byte[] bytes(CrawlDatum datum) throws IOException {
    var out = new ByteArrayOutputStream();
    datum.write(new DataOutputStream(out));
    return out.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private static Change readDatum(CrawlDatum datum) throws IOException {
    DataInputStream in = in(bytes(datum));
    var change = new Change();
    change.readDatum(in, 4);
    assertEquals(-1, in.read(), "all was read");
    assertEquals(4, change.segment());
    return change;
  }
}
