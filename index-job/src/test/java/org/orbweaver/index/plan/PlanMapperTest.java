package org.orbweaver.index.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;

class PlanMapperTest {
  private static final Text URL = new Text("http://a.org/");

  @TempDir Path folder;

  private MapDriver<Text, Writable, PageKey, StoreRecord.StoreValue> driver(String input) {
    MapDriver<Text, Writable, PageKey, StoreRecord.StoreValue> driver =
        MapDriver.newMapDriver(new PlanMapper());
    driver.getConfiguration().set(MRJobConfig.MAP_INPUT_FILE, input);
    driver.getConfiguration().set(PlanJob.SEGMENTS, "20260102000000,20260101000000");
    return driver;
  }

  private static final StoreRecord UNFETCHED =
      new StoreRecord.CrawledPage(false, "", 0, "", "", false, "");

  private static PageKey key(StoreRecord part, int age) {
    return new PageKey(URL.toString(), part.kind(), age);
  }

  @Test
  void fetchedPagesAreCandidatesAndOthersAreCounted() throws IOException {
    CrawlDatum fetched = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 100, 1f);
    fetched.setFetchTime(1_000_000);
    fetched.getMetaData().put(new Text("Content-Type"), new Text("text/HTML; charset=x"));
    StoreRecord part = new StoreRecord.CrawledPage(true, "", 900_000, "text/html", "", false, "");
    MapDriver<Text, Writable, PageKey, StoreRecord.StoreValue> driver =
        driver("/crawldb/current/data");
    driver.withInput(URL, fetched);
    for (byte status :
        new byte[] {
          CrawlDatum.STATUS_DB_GONE, CrawlDatum.STATUS_DB_UNFETCHED, CrawlDatum.STATUS_DB_REDIR_PERM
        }) {
      driver.withInput(new Text("http://b.org/" + status), new CrawlDatum(status, 100));
    }
    CrawlDatum behind = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 100);
    behind.getMetaData().put(new Text(MetadataKeys.NON_CONTENT), new Text("login"));
    driver.withInput(new Text("http://b.org/login"), behind);
    CrawlDatum duplicate = new CrawlDatum(CrawlDatum.STATUS_DB_DUPLICATE, 100, 1f);
    duplicate.setModifiedTime(700_000);
    duplicate.setSignature(new byte[] {0x1f});
    duplicate.getMetaData().put(new Text(MetadataKeys.GROUP), new Text("g1"));
    duplicate.getMetaData().put(new Text(MetadataKeys.REPRESENTATIVE), new BooleanWritable(true));
    driver.withInput(URL, duplicate);
    StoreRecord waits = new StoreRecord.CrawledPage(true, "1f", 700_000, "", "g1", true, "");
    driver.withOutput(key(part, 0), new StoreRecord.StoreValue(part));
    for (String hidden : List.of("http://b.org/1", "http://b.org/login")) {
      driver.withOutput(
          new PageKey(hidden, UNFETCHED.kind(), 0), new StoreRecord.StoreValue(UNFETCHED));
    }
    driver.withOutput(key(waits, 0), new StoreRecord.StoreValue(waits)).runTest();
    assertEquals(1, driver.getCounters().findCounter(IndexCounter.CANDIDATES).getValue());
    assertEquals(1, driver.getCounters().findCounter(IndexCounter.DUPLICATES).getValue());
    assertEquals(4, driver.getCounters().findCounter(IndexCounter.NOT_FETCHED).getValue());
  }

  @Test
  void aPageThatOnlyFailedTheLastTimeStays() throws IOException {
    CrawlDatum failed = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 100, 1f);
    failed.setModifiedTime(900_000);
    failed.setSignature(new byte[] {1});
    MapDriver<Text, Writable, PageKey, StoreRecord.StoreValue> driver =
        driver("/crawldb/current/data");
    StoreRecord part = new StoreRecord.CrawledPage(true, "", 900_000, "", "", false, "");
    driver
        .withInput(URL, failed)
        .withOutput(key(part, 0), new StoreRecord.StoreValue(part))
        .runTest();
  }

  @Test
  void linksBecomeWeighedAnchors() throws IOException {
    Inlinks links = new Inlinks();
    links.add(new Inlink("http://b.org/1", "A site"));
    links.add(new Inlink("http://c.org/1", "a  site"));
    links.add(new Inlink("http://c.org/2", " "));
    StoreRecord part = new StoreRecord.LinkTexts(List.of(new Anchor("A site", 2)), 2);
    Inlinks nothing = new Inlinks();
    nothing.add(new Inlink("http://b.org/1", ""));
    List<org.apache.hadoop.mrunit.types.Pair<PageKey, StoreRecord.StoreValue>> out =
        driver("/linkdb/current/data")
            .withInput(URL, links)
            .withInput(new Text("http://z.org/"), nothing)
            .run();
    assertEquals(new StoreRecord.LinkTexts(List.of(), 1), out.get(1).getSecond().get());
    StoreRecord.LinkTexts named = (StoreRecord.LinkTexts) out.get(0).getSecond().get();
    assertEquals(List.of(new Anchor("A site", 2)), named.anchors());
    assertEquals(2, named.hosts());
    assertEquals(key(part, 0), out.get(0).getFirst());
  }

  @Test
  void ranksPass() throws IOException {
    StoreRecord part = new StoreRecord.Score("scores", .25);
    driver("/pagerank/1/scores/part-r-00000/data")
        .withInput(URL, new DoubleWritable(.25))
        .withOutput(key(part, 0), new StoreRecord.StoreValue(part))
        .runTest();
  }

  private static ParseData page(String title, String... meta) throws IOException {
    Metadata content = new Metadata();
    content.set("Content-Type", "text/html; charset=utf-8");
    content.set("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT");
    content.set(Nutch.SIGNATURE_KEY, "1f");
    Metadata parse = new Metadata();
    for (int i = 0; i < meta.length; i += 2) {
      parse.set(meta[i], meta[i + 1]);
    }
    return new ParseData(
        ParseStatus.STATUS_SUCCESS,
        title,
        new Outlink[] {new Outlink("http://b/", "b"), new Outlink("http://b/", "c")},
        content,
        parse);
  }

  @Test
  void parsesBecomeContent() throws IOException {
    ParseData data =
        page(
            " The\n title ",
            "lang",
            "EN_us",
            "headings",
            "One\n\nTwo",
            "description",
            "About",
            "keywords",
            "k, l",
            "main",
            "4-8",
            "nosnippet",
            "6-8",
            "robots",
            "index; max-snippet: 20",
            "author",
            "A. One; B. Two",
            "kind",
            "article",
            "prominence",
            "1:0-3 E:0-3",
            "usage",
            "search:y ai-train:n <b>",
            "topics",
            "Databases:0.613 compilers:0.300",
            "spam",
            "0.83 hidden:0.70");
    assertEquals(
        new Page.Content(
            "The title",
            List.of("One", "Two"),
            "About k, l",
            "A. One; B. Two",
            "text",
            "the ",
            "the",
            List.of("http://b/"),
            "en-us",
            "text/html",
            "article",
            "search:y ai-train:n",
            "databases",
            784111777000L,
            .83,
            new Page.Showing(20, List.of("te  ", "the "))),
        ParsedPages.content(data, "the text", 100));
  }

  private List<StoreRecord> parsed(String text, ParseData data) throws IOException {
    return driver(segment("20260101000000", URL.toString(), text))
        .withInput(URL, data)
        .run()
        .stream()
        .map(pair -> pair.getSecond().get())
        .toList();
  }

  @Test
  void parsesSayWhereTheyAreAndWhatTheyNameAsCanonical() throws IOException {
    String place = "20260101000000/part-r-00000";
    List<StoreRecord> parts = parsed("the text", page("t", "canonical", "http://www.a.org/"));
    assertEquals(new StoreRecord.CanonicalClaim(URL.toString(), place, "1f"), parts.get(0));
    StoreRecord.Parse parsed = (StoreRecord.Parse) parts.get(1);
    assertEquals(
        new StoreRecord.Parse(
            place, false, false, "http://www.a.org/", 784111777000L, parsed.digest(), ""),
        parsed);
    assertEquals(1, parsed("text", page("t", "canonical", "http://b.org/")).size(), "not its site");
  }

  @Test
  void theLoginOfAPageIsKnownFromItsRecordsAlone() throws IOException {
    ParseData page = page("t", MetadataKeys.SITE, "host of-the-page");
    assertEquals("", ((StoreRecord.Parse) parsed("text", page).get(0)).login());
    for (String directive : List.of("", "noindex")) {
      ParseData behind = page("t", "robots", directive);
      behind.getContentMeta().set(MetadataKeys.SITE, "host a.org");
      assertEquals("host a.org", ((StoreRecord.Parse) parsed("text", behind).get(0)).login());
    }
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 100);
    datum.setModifiedTime(7);
    datum.getMetaData().put(new Text(MetadataKeys.SITE), new Text("host a.org"));
    StoreRecord part = new StoreRecord.CrawledPage(true, "", 7, "", "", false, "host a.org");
    driver("/crawldb/current/data")
        .withInput(URL, datum)
        .withOutput(key(part, 0), new StoreRecord.StoreValue(part))
        .runTest();
  }

  @ParameterizedTest
  @CsvSource({"title, '', false", "'', text, false", "'', ' ', true"})
  void aPageWithoutTitleAndTextIsEmpty(String title, String text, boolean empty)
      throws IOException {
    assertEquals(empty, ((StoreRecord.Parse) parsed(text, page(title)).get(0)).empty());
  }

  @Test
  void theDigestChangesWithAllThatIsIndexed() throws IOException {
    String digest = ((StoreRecord.Parse) parsed("a", page("t")).get(0)).digest();
    assertEquals(
        digest, ((StoreRecord.Parse) parsed("a", page("t", "other", "x")).get(0)).digest());
    ParseData content = page("t");
    content.getContentMeta().set(Nutch.SIGNATURE_KEY, "2f");
    for (ParseData other :
        List.of(page("u"), content, page("t", "main", "0-1"), page("t", "_orb_text_", "0f"))) {
      assertNotEquals(digest, ((StoreRecord.Parse) parsed("a", other).get(0)).digest());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"robots | Noarchive, NOINDEX", "unavailable_after | 2019-03-12T00:00:00Z"})
  void noindexIsSaid(String name, String directive) throws IOException {
    assertTrue(((StoreRecord.Parse) parsed("text", page("t", name, directive)).get(0)).noindex());
  }

  @ParameterizedTest
  @CsvSource({"2019-03-12, 1552348800000", "2019-03-12T01:00:00+01:00, 1552348800000", "soon, 7"})
  void thePageItselfDatesIt(String published, long millis) {
    ParseData page =
        new ParseData(
            ParseStatus.STATUS_SUCCESS, "t", new Outlink[0], new Metadata(), new Metadata());
    page.getParseMeta().set("published", published);
    page.getParseMeta().set("unavailable_after", "9999-01-01T00:00:00Z");
    page.getContentMeta().set(Nutch.FETCH_TIME_KEY, "7");
    assertFalse(ParsedPages.isNoindex(page, true));
    assertEquals(millis, ParsedPages.content(page, "", 10).date());
    assertEquals(millis != 7, ParsedPages.content(page, "", 10).showing().date());
  }

  @ParameterizedTest
  @CsvSource({"search:n ai-train:y, true", "search:y ai-train:n, false", "ai-search:nx, false"})
  void ownersWordOnSearchCountsAsNoindexUnlessSetOtherwise(String usage, boolean noindex) {
    Metadata parse = new Metadata();
    parse.set("usage", usage);
    ParseData data =
        new ParseData(ParseStatus.STATUS_SUCCESS, "title", new Outlink[0], new Metadata(), parse);
    assertEquals(noindex, ParsedPages.isNoindex(data, true));
    assertFalse(ParsedPages.isNoindex(data, false));
  }

  @Test
  void truncatedTextIsAnError() throws IOException {
    String data = segment("20260102000000", "http://a.org/", "the text");
    MapDriver<Text, Writable, PageKey, StoreRecord.StoreValue> driver =
        driver(data).withInput(new Text("http://b.org/"), page(""));
    IOException e = assertThrows(IOException.class, driver::run);
    assertTrue(e.getMessage().contains("truncated"), e.getMessage());
  }

  private String segment(String name, String url, String text) throws IOException {
    Path segment = folder.resolve("segments").resolve(name);
    try (MapFile.Writer writer =
        new MapFile.Writer(
            new Configuration(),
            new org.apache.hadoop.fs.Path(segment.resolve("parse_text/part-r-00000").toString()),
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(ParseText.class))) {
      writer.append(new Text(url), new ParseText(text));
    }
    return segment.resolve("parse_data/part-r-00000/data").toString();
  }
}
