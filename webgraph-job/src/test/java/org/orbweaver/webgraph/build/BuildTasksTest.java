package org.orbweaver.webgraph.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.job.KeySample;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.webgraph.build.links.ExtractMapper;
import org.orbweaver.webgraph.build.links.Mention;
import org.orbweaver.webgraph.build.links.MentionMapper;
import org.orbweaver.webgraph.build.links.PageLinks;
import org.orbweaver.webgraph.build.links.WebGraphKeys;

/** Mappers and their records, without jobs. */
class BuildTasksTest {
  private static final long VERSION = 20260101000001L;
  private static final Text PAGE = new Text("http://a.example/");

  @Test
  void aParseGivesItsLinksSortedAndDistinct() throws IOException {
    PageLinks links =
        extract(parse("", "http://c.example/", "http://b.example/", "http://c.example/"));
    assertEquals(VERSION, links.version());
    assertEquals(List.of("example.b:http/", "example.c:http/"), strings(links));
    // Links to the page itself are dropped.
    assertEquals(
        List.of("example.a:http/x"),
        strings(extract(parse("", "http://a.example/", "http://a.example/x"))));
  }

  @Test
  void aPageMayDisownItsLinks() throws IOException {
    ParseData parse = parse("noindex,NoFollow", "http://b.example/");
    assertEquals(List.of(), strings(extract(parse)));
    MapDriver<Text, Writable, Text, PageLinks> keeping = driver();
    keeping.getConfiguration().set(WebGraphKeys.NOFOLLOW.name(), "keep");
    assertEquals(1, run(keeping, parse).links().size());
  }

  @Test
  void linksDoNotCountAnyMoreWhereAFetchIsANewVersionOrThePageIsGone() throws IOException {
    CrawlDatum left =
        fetch(CrawlDatum.STATUS_FETCH_RETRY, ProtocolStatus.NOTFETCHING, "host left alone");
    left.setRetriesSinceFetch(2);
    for (CrawlDatum same : List.of(fetch(CrawlDatum.STATUS_FETCH_NOTMODIFIED), failed(1), left)) {
      assertEquals(0, extract(same).version());
      assertEquals(List.of(), strings(extract(same)));
    }
    for (CrawlDatum gone :
        List.of(
            fetch(CrawlDatum.STATUS_FETCH_GONE),
            fetch(CrawlDatum.STATUS_FETCH_SUCCESS),
            failed(2))) {
      assertEquals(VERSION, extract(gone).version());
      assertEquals(List.of(), strings(extract(gone)));
    }
  }

  private static CrawlDatum fetch(byte status) {
    return new CrawlDatum(status, 3600);
  }

  private static CrawlDatum fetch(byte status, int code, String message) {
    CrawlDatum fetch = fetch(status);
    fetch.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(code, message));
    return fetch;
  }

  /** A temporary failure, after others. */
  private static CrawlDatum failed(int before) {
    CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_RETRY);
    fetch.setRetriesSinceFetch(before);
    return fetch;
  }

  @Test
  void aSitemapIsNoPage() throws IOException {
    ParseData parse = parse("", "http://b.example/");
    parse.getParseMeta().set(MetadataKeys.SITEMAP, "urlset, 1 URLs");
    CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_SUCCESS);
    fetch.getMetaData().put(new Text(MetadataKeys.SITEMAP), new Text("1 0"));
    CrawlDatum link = fetch(CrawlDatum.STATUS_LINKED);
    link.getMetaData().put(new Text(MetadataKeys.SITEMAP), new Text("1 0"));
    for (Writable value : List.of(parse, fetch, link)) {
      assertEquals(List.of(), driver().withInput(PAGE, value).run());
    }
  }

  private static PageLinks extract(Writable value) throws IOException {
    return run(driver(), value);
  }

  private static MapDriver<Text, Writable, Text, PageLinks> driver() {
    MapDriver<Text, Writable, Text, PageLinks> driver = MapDriver.newMapDriver(new ExtractMapper());
    driver
        .getConfiguration()
        .set(
            MRJobConfig.MAP_INPUT_FILE,
            "file:/c/segments/20260101000001/parse_data/part-r-00000/data");
    return driver;
  }

  private static PageLinks run(MapDriver<Text, Writable, Text, PageLinks> driver, Writable value)
      throws IOException {
    List<Pair<Text, PageLinks>> output = driver.withInput(PAGE, value).run();
    assertEquals(1, output.size());
    assertEquals("example.a:http/", output.get(0).getFirst().toString());
    return output.get(0).getSecond();
  }

  private static ParseData parse(String robots, String... targets) throws IOException {
    Outlink[] links = new Outlink[targets.length];
    for (int i = 0; i < links.length; i++) {
      links[i] = new Outlink(targets[i], "anchor");
    }
    Metadata meta = new Metadata();
    meta.set("robots", robots);
    return new ParseData(ParseStatus.STATUS_SUCCESS, "title", links, new Metadata(), meta);
  }

  private static List<String> strings(PageLinks links) {
    return links.links().stream().map(key -> new String(key, StandardCharsets.UTF_8)).toList();
  }

  @Test
  void aLinkWeighsByItsPlaceAndAnchor() throws IOException {
    MapDriver<Text, Writable, Text, PageLinks> driver = driver();
    WebGraphKeys.LAST_LINK.set(driver.getConfiguration(), 0.5);
    WebGraphKeys.NO_ANCHOR.set(driver.getConfiguration(), 0.25);
    driver.getConfiguration().set(WebGraphKeys.DUPLICATES.name(), "count");
    ParseData parse =
        parse(
            "", "http://b.example/", "http://d.example/", "http://b.example/", "http://c.example/");
    parse.getOutlinks()[1] = new Outlink("http://d.example/", " ");
    WebGraphKeys.BESIDE.set(driver.getConfiguration(), 0.5);
    parse.getOutlinks()[0].setMetadata(region("main"));
    parse.getOutlinks()[3].setMetadata(region("footer"));
    PageLinks links = run(driver, parse);
    assertEquals(List.of("example.b:http/", "example.c:http/", "example.d:http/"), strings(links));
    // The first of four weighs 1, the last 1/2, those between 5/6 and 2/3.
    assertEquals(65536 + Math.round(65536 * 2 / 3.0), links.units(0));
    assertEquals(32768 / 2, links.units(1), "half for the last, and half for the footer");
    assertEquals(Math.round(65536 * 5 / 6.0 / 4), links.units(2));
  }

  private static MapWritable region(String name) {
    MapWritable metadata = new MapWritable();
    metadata.put(new Text("region"), new Text(name));
    return metadata;
  }

  @Test
  void theHeaviestOfMergedLinksCounts() throws IOException {
    MapDriver<Text, Writable, Text, PageLinks> driver = driver();
    WebGraphKeys.LAST_LINK.set(driver.getConfiguration(), 0.5);
    PageLinks links =
        run(driver, parse("", "http://c.example/", "http://b.example/", "http://b.example/"));
    assertEquals(Math.round(65536 * 0.75), links.units(0));
    assertEquals(65536, links.units(1));
  }

  @Test
  void whereAPageRedirectsIsWhatItIs() throws IOException {
    byte moved = CrawlDatum.STATUS_FETCH_REDIR_TEMP;
    PageLinks links = extract(fetch(moved, ProtocolStatus.TEMP_MOVED, "http://b.example/x"));
    assertEquals("example.b:http/x", alias(links));
    assertFalse(links.alias().canonical());
    assertEquals(VERSION, links.version());
    assertEquals("", alias(extract(fetch(moved, ProtocolStatus.TEMP_MOVED, PAGE.toString()))));
    assertEquals("", alias(extract(fetch(moved))));
  }

  @Test
  void anImmediateRefreshIsARedirectAndALaterOneIsNot() throws IOException {
    for (String seconds : List.of("0", "5")) {
      ParseData parse = parse("", "http://c.example/");
      parse.getParseMeta().set("canonical", "http://c.example/");
      ParseStatus refreshes =
          new ParseStatus(
              ParseStatus.SUCCESS,
              ParseStatus.SUCCESS_REDIRECT,
              new String[] {"http://b.example/", seconds});
      ParseData page =
          new ParseData(refreshes, "", parse.getOutlinks(), new Metadata(), parse.getParseMeta());
      PageLinks links = extract(page);
      assertEquals(seconds.equals("0") ? "example.b:http/" : "example.c:http/", alias(links));
      assertEquals(!seconds.equals("0"), links.alias().canonical());
      assertEquals(1, links.links().size());
    }
  }

  private static String alias(PageLinks links) {
    return links.alias() == null ? "" : new String(links.alias().key(), StandardCharsets.UTF_8);
  }

  @Test
  void theNewestParseWinsInWhateverOrder() {
    List<PageLinks> records =
        new ArrayList<>(
            List.of(
                PageLinks.none(),
                links(2, "b"),
                links(3, "x"),
                links(3, "x", "y"),
                links(1, "z", "zz"),
                PageLinks.none()));
    for (int i = 0; i < 50; i++) {
      Collections.shuffle(records, new Random(i));
      PageLinks newest = PageLinks.newest(records);
      assertEquals(3, newest.version());
      assertEquals(List.of("x", "y"), strings(newest));
    }
    assertEquals(0, PageLinks.newest(List.of(PageLinks.none())).version());
  }

  private static PageLinks links(long version, String... keys) {
    List<byte[]> bytes = new ArrayList<>();
    for (String key : keys) {
      bytes.add(key.getBytes(StandardCharsets.UTF_8));
    }
    return PageLinks.of(version, bytes, new int[bytes.size()], null);
  }

  @Test
  void keysGoOutWithTheirTags() throws IOException {
    long number = 3L << SelectJob.NUMBER_BITS | 5;
    List<Pair<Text, Mention>> mentions =
        MapDriver.newMapDriver(new MentionMapper())
            .withInput(new Text("p"), links(number, "a", "b"))
            .run();
    assertEquals(
        List.of("p " + 2 * number, "a " + (2 * number + 1), "b " + (2 * number + 1)),
        mentions.stream().map(pair -> pair.getFirst() + " " + pair.getSecond().tagged()).toList());
  }

  @Test
  void arcsGoBothWays() throws IOException {
    long arc = Arc.out(7, Integer.MAX_VALUE);
    MapDriver.newMapDriver(new WriteJob.BothWaysMapper())
        .withInput(new LongWritable(arc), new VLongWritable(5))
        .withOutput(new LongWritable(arc), new VLongWritable(5))
        .withOutput(new LongWritable(Arc.turn(arc)), new VLongWritable(5))
        .runTest();
    assertTrue(Arc.isOut(arc));
    assertFalse(Arc.isOut(Arc.turn(arc)));
    assertEquals(7, Arc.node(arc));
    assertEquals(Integer.MAX_VALUE, Arc.neighbour(arc));
    assertEquals(Integer.MAX_VALUE, Arc.node(Arc.turn(arc)));
    assertEquals(7, Arc.neighbour(Arc.turn(arc)));
    // Within a direction, order is by node, then by neighbour.
    assertTrue(Arc.turn(Arc.out(9, 1)) < Arc.turn(Arc.out(0, 2)));
    assertTrue(Arc.turn(Arc.out(1, 1)) < Arc.turn(Arc.out(9, 1)));
  }

  @Test
  void aSampleDoesNotDependOnOrderOrRepetition() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      keys.add(("key" + i).getBytes(StandardCharsets.UTF_8));
    }
    KeySample whole = new KeySample(100);
    keys.forEach(key -> whole.add(key, key.length));
    Collections.shuffle(keys, new Random(1));
    KeySample first = new KeySample(100);
    keys.subList(0, 3000).forEach(key -> first.add(key, key.length));
    KeySample second = new KeySample(100);
    keys.subList(2000, 5000).forEach(key -> second.add(key, key.length));
    KeySample merged = new KeySample(100);
    first.keys().forEach(key -> merged.add(key, key.length));
    second.keys().forEach(key -> merged.add(key, key.length));
    assertEquals(texts(whole.keys()), texts(merged.keys()));
    assertEquals(100, whole.keys().size());
    assertEquals(6, whole.cuts(7).size());
    assertEquals(0, whole.cuts(1).size());
    assertEquals(99, whole.cuts(1000).size());
  }

  private static List<String> texts(List<byte[]> keys) {
    return keys.stream().map(key -> new String(key, StandardCharsets.UTF_8)).toList();
  }

  @Test
  void aKeyTableNumbersAndSorts() {
    KeyTable table = new KeyTable();
    Random random = new Random(8);
    List<String> distinct = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      String key = Integer.toString(random.nextInt(9000), 36) + (i % 3 == 0 ? "é" : "");
      byte[] bytes = ("##" + key).getBytes(StandardCharsets.UTF_8);
      int number = table.add(bytes, 2, bytes.length - 2);
      if (number == distinct.size()) {
        distinct.add(key);
      }
      assertEquals(key, distinct.get(number));
    }
    assertEquals(distinct.size(), table.size());
    int[] order = table.sorted();
    int[] places = KeyTable.inverse(order);
    for (int i = 0; i < order.length; i++) {
      assertEquals(i, places[order[i]]);
      if (i > 0) {
        byte[] before = table.key(order[i - 1]);
        assertTrue(java.util.Arrays.compareUnsigned(before, table.key(order[i])) < 0);
      }
    }
  }
}
