package org.orbweaver.crawler.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.MalformedURLException;
import java.util.List;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.CrawlerKeys;

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
}
