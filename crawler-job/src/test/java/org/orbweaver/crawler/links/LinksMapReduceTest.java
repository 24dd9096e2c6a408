package org.orbweaver.crawler.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.links.InlinkCollector.Link;
import org.orbweaver.crawler.links.LinksJob.InlinkWritable;
import org.orbweaver.crawler.links.LinksJob.InlinksReducer;
import org.orbweaver.crawler.links.LinksJob.LinksMapper;

class LinksMapReduceTest {

  private static final String FROM = "http://a.example/";

  private static Outlink link(String to, String anchor, String rel) throws MalformedURLException {
    Outlink outlink = new Outlink(to, anchor);
    if (!rel.isEmpty()) {
      MapWritable metadata = new MapWritable();
      metadata.put(new Text("rel"), new Text(rel));
      outlink.setMetadata(metadata);
    }
    return outlink;
  }

  private static ParseData page(Outlink... links) {
    return new ParseData(
        new ParseStatus(ParseStatus.SUCCESS), "title", links, new Metadata(), new Metadata());
  }

  private static MapDriver<Text, ParseData, Text, InlinkWritable> mapper(ParseData page) {
    MapDriver<Text, ParseData, Text, InlinkWritable> driver =
        MapDriver.newMapDriver(new LinksMapper());
    driver
        .getConfiguration()
        .set(MRJobConfig.MAP_INPUT_FILE, "/c/segments/20260401120000/parse_data/part-r-00000/data");
    return driver.withInput(new Text(FROM), page);
  }

  private static Pair<Text, InlinkWritable> inlink(String to, String anchor) {
    return new Pair<>(new Text(to), new InlinkWritable(FROM, anchor, 20260401120000L));
  }

  @Test
  void turnsLinksAroundAndLeavesOutWhatIsNoVote() throws Exception {
    mapper(
            page(
                link("http://a.example/in", "within", ""),
                link("http://b.example/", "beyond", "next"),
                link(FROM, "self", ""),
                link("http://c.example/", "paid", "sponsored"),
                link("http://d.example/", "no", "nofollow ugc"),
                link("http://e.example/", "", "canonical")))
        .withAllOutput(
            List.of(inlink("http://a.example/in", "within"), inlink("http://b.example/", "beyond")))
        .withCounter(LinksCounter.PAGES, 1)
        .withCounter(LinksCounter.LINKS, 2)
        .withCounter(LinksCounter.SKIPPED, 4)
        .runTest();
  }

  @Test
  void obeysNutchsSettings() throws Exception {
    ParseData page =
        page(link("http://a.example/in", "i", ""), link("http://b.example/", "anchor", ""));
    MapDriver<Text, ParseData, Text, InlinkWritable> external = mapper(page);
    CrawlerKeys.LINKDB_IGNORE_INTERNAL.set(external.getConfiguration(), true);
    CrawlerKeys.LINKDB_MAX_ANCHOR_LENGTH.set(external.getConfiguration(), 3);
    external.withAllOutput(List.of(inlink("http://b.example/", "anc"))).runTest();

    MapDriver<Text, ParseData, Text, InlinkWritable> internal = mapper(page);
    CrawlerKeys.LINKDB_IGNORE_EXTERNAL.set(internal.getConfiguration(), true);
    internal.withAllOutput(List.of(inlink("http://a.example/in", "i"))).runTest();
  }

  @Test
  void collectsOneLinkForEachSource() throws Exception {
    List<Pair<Text, Inlinks>> output =
        ReduceDriver.newReduceDriver(new InlinksReducer())
            .withInput(
                new Text(FROM),
                List.of(
                    new InlinkWritable("http://x.example/", "old", 0),
                    new InlinkWritable("http://y.example/", "y", 5),
                    new InlinkWritable("http://x.example/", "new", 7)))
            .withCounter(LinksCounter.INLINKS, 2)
            .run();
    Inlinks inlinks = output.get(0).getSecond();
    assertEquals(2, inlinks.size());
    inlinks
        .iterator()
        .forEachRemaining(
            link ->
                assertEquals(
                    link.getFromUrl().equals("http://x.example/") ? "new" : "y", link.getAnchor()));
  }

  /** The linkdb is not shuffled: each reducer merges new links with its part. */
  @Test
  void mergesNewLinksWithTheLinkDb(@TempDir java.nio.file.Path temp) throws Exception {
    Configuration conf = new Configuration();
    CrawlerKeys.LINKDB_MAX_INLINKS.set(conf, 2);
    Path linkDb = new Path(temp.toUri());
    try (MapFile.Writer out =
        StoreFiles.mapFile(conf, new Path(linkDb, "part-r-00000"), Inlinks.class)) {
      out.append(new Text("a"), inlinks("x old", "y old"));
      out.append(new Text("b"), inlinks("x old"));
      out.append(new Text("d"), inlinks("x old", "y old", "z old"));
    }
    Job job = Job.getInstance(conf);
    MergeJoinReducer.join(job, SortedStore.open(conf, linkDb, Inlinks.class), 7);
    assertEquals(1, job.getNumReduceTasks(), "one for each part");
    ReduceDriver<Text, InlinkWritable, Text, Inlinks> driver =
        ReduceDriver.newReduceDriver(new InlinksReducer());
    driver.getConfiguration().addResource(job.getConfiguration());
    driver.withInput(new Text("b"), List.of(new InlinkWritable("x", "new", 7)));
    driver.withInput(new Text("c"), List.of(new InlinkWritable("y", "new", 7)));
    Map<String, Set<String>> merged = new TreeMap<>();
    for (Pair<Text, Inlinks> pair : driver.run()) {
      Set<String> links = new TreeSet<>();
      pair.getSecond()
          .iterator()
          .forEachRemaining(link -> links.add(link.getFromUrl() + " " + link.getAnchor()));
      merged.put(pair.getFirst().toString(), links);
    }
    assertEquals(2, merged.remove("d").size(), "as many as the setting allows now");
    assertEquals(
        Map.of("a", Set.of("x old", "y old"), "b", Set.of("x new"), "c", Set.of("y new")), merged);
    Counters counters = driver.getCounters();
    assertEquals(6, counters.findCounter(LinksCounter.KNOWN).getValue());
    assertEquals(4, counters.findCounter(LinksCounter.TARGETS).getValue());
    assertEquals(6, counters.findCounter(LinksCounter.INLINKS).getValue());
    assertEquals(1, counters.findCounter(LinksCounter.DROPPED).getValue());
  }

  private static Inlinks inlinks(String... links) {
    Inlinks inlinks = new Inlinks();
    for (String link : links) {
      inlinks.add(new Inlink(link.substring(0, 1), link.substring(2)));
    }
    return inlinks;
  }

  private static List<Link> collect(int most, List<Link> links) {
    InlinkCollector collector = new InlinkCollector(most);
    links.forEach(collector::add);
    List<Link> kept = collector.links();
    assertEquals(
        links.stream().map(Link::from).distinct().count() - kept.size(), collector.dropped());
    return kept;
  }

  @Test
  void oneLinkForEachSourceTheNewest() {
    assertEquals(
        List.of(new Link("a", "new", 2), new Link("b", "longer", 1)),
        collect(
            10,
            List.of(
                new Link("b", "x", 1),
                new Link("a", "new", 2),
                new Link("b", "longer", 1),
                new Link("a", "a very old one", 0))));
  }

  @Test
  void keepsAnchorsFirstWhateverTheOrder() {
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      links.add(new Link("http://h" + i % 7 + ".example/" + i, i % 4 == 0 ? "text " + i : "", 1));
    }
    List<Link> kept = collect(100, links);
    assertEquals(100, kept.size());
    assertTrue(kept.stream().noneMatch(link -> link.anchor().isEmpty()));
    Random random = new Random(3);
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(links, random);
      assertEquals(kept, collect(100, links));
    }
  }
}
