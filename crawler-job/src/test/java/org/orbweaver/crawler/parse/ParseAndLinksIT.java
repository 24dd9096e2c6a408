package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.crawl.LinkDbReader;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.segment.SegmentReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.TestSegments.Document;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.links.LinksPhase;
import org.orbweaver.crawler.parse.ParsePhase.ParseJob.ParseCounter;

/** Parse and links over whole segments, read by Nutch's own readers. */
class ParseAndLinksIT {

  private static final String SEGMENT = "20260401120000";

  @TempDir Path temporary;

  private Configuration conf;
  private Path crawl;

  @BeforeEach
  void makeConf() {
    conf = TestSegments.conf(temporary);
    crawl = temporary.resolve("crawl");
  }

  private org.apache.hadoop.fs.Path path(String child) {
    return new org.apache.hadoop.fs.Path(crawl + "/" + child);
  }

  private ParsePhase.ParseSummary parse() throws IOException {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "parse")) {
      return new ParsePhase().run(session, List.of());
    }
  }

  private LinksPhase.LinksResult links() throws IOException {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "links")) {
      return new LinksPhase().run(session, false);
    }
  }

  private ParseData parseData(String url) throws IOException {
    try (MapFile.Reader reader =
        new MapFile.Reader(path("segments/" + SEGMENT + "/parse_data/part-r-00000"), conf)) {
      ParseData data = new ParseData();
      return reader.get(new Text(url), data) == null ? null : data;
    }
  }

  private Map<String, List<CrawlDatum>> crawlParse() throws IOException {
    Map<String, List<CrawlDatum>> records = new TreeMap<>();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(
            conf,
            SequenceFile.Reader.file(path("segments/" + SEGMENT + "/crawl_parse/part-r-00000")))) {
      Text url = new Text();
      CrawlDatum datum = new CrawlDatum();
      while (reader.next(url, datum)) {
        CrawlDatum copy = new CrawlDatum();
        copy.set(datum);
        records.computeIfAbsent(url.toString(), key -> new ArrayList<>()).add(copy);
      }
    }
    return records;
  }

  private void writeSegment() throws IOException {
    Map<String, Document> documents = new HashMap<>();
    documents.put(
        "http://a.example/",
        new Document(
            "text/html; charset=utf-8",
            "<html lang=en><title>Start</title><p>Hello wörld <a href=/deep/er>deep</a>"
                + "<a href=http://b.example/ rel=nofollow>no</a><a href=/two>two</a>"
                + "<a href=http://c.example/>c</a>"));
    documents.put(
        "http://a.example/two",
        new Document(
            "text/html",
            "<title>Two</title><a href=/deep/er>the deep page</a><form><input name=q></form>"));
    documents.put(
        "http://a.example/quiet",
        new Document("text/html", "<meta name=robots content=nofollow><a href=/hidden>hidden</a>"));
    documents.put("http://a.example/empty", new Document("text/html", ""));
    documents.put(
        "http://a.example/data", new Document("application/octet-stream", "\0\1\2\3 data"));
    documents.put(
        "http://a.example/broken.pdf", new Document("application/pdf", "%PDF-1.4 broken"));
    documents.put("http://a.example/plain.txt", new Document("text/plain", "just text"));
    for (int i = 0; i < 200; i++) {
      documents.put(
          "http://a.example/page/" + i,
          new Document("text/html", "<title>" + i + "</title><a href=" + (i + 1) + ">next</a>"));
    }
    TestSegments.write(conf, path("segments/" + SEGMENT), documents);
  }

  @Test
  void parsesASegment() throws Exception {
    writeSegment();
    CrawlerKeys.PARSE_THREADS.set(conf, 3);
    ParsePhase.ParseSummary result = parse();
    assertEquals(List.of(SEGMENT), result.segments());
    assertEquals(207, result.read());
    assertEquals(205, result.parsed());
    StepRecord step = Steps.readHistory(CrawlDir.open(conf, crawl.toString())).get(0);
    assertEquals(1, step.count(ParseCounter.BEHIND_FORM.name()));
    assertEquals(0, step.count(ParseCounter.BEHIND_LOGIN.name()));
    assertEquals(1, result.unsupported());
    assertEquals(1, result.failed());

    ParseData start = parseData("http://a.example/");
    assertEquals("Start", start.getTitle());
    assertTrue(start.getStatus().isSuccess());
    assertEquals("en", start.getParseMeta().get("lang"));
    assertEquals(4, start.getOutlinks().length);
    assertEquals("nofollow", start.getOutlinks()[1].getMetadata().get(new Text("rel")).toString());
    assertFalse(parseData("http://a.example/data").getStatus().isSuccess());
    assertFalse(parseData("http://a.example/broken.pdf").getStatus().isSuccess());
    assertTrue(parseData("http://a.example/empty").getStatus().isSuccess());
    assertEquals(1, parseData("http://a.example/quiet").getOutlinks().length);

    try (MapFile.Reader text =
        new MapFile.Reader(path("segments/" + SEGMENT + "/parse_text/part-r-00000"), conf)) {
      ParseText found = new ParseText();
      text.get(new Text("http://a.example/"), found);
      assertEquals("Hello wörld deepnotwoc", found.getText());
    }

    Map<String, List<CrawlDatum>> told = crawlParse();
    CrawlDatum signature = told.get("http://a.example/broken.pdf").get(0);
    assertEquals(CrawlDatum.STATUS_SIGNATURE, signature.getStatus());
    assertEquals(16, signature.getSignature().length);
    assertFalse(told.containsKey("http://a.example/hidden"));
    assertFalse(told.containsKey("http://b.example/"));
    assertEquals(1f / 3, told.get("http://a.example/deep/er").get(0).getScore());
    assertEquals(1f, told.get("http://c.example/").get(0).getScore());

    OrbException again = assertThrows(OrbException.class, this::parse);
    assertEquals(ExitCode.NOTHING_TO_DO, again.exitCode());
  }

  @Test
  void theSameInputGivesTheSameBytes() throws Exception {
    writeSegment();
    CrawlerKeys.PARSE_THREADS.set(conf, 4);
    parse();
    Path folder = crawl.resolve("segments/" + SEGMENT);
    List<String> first = records(folder);
    for (String part : List.of("parse_data", "parse_text", "crawl_parse")) {
      org.apache.hadoop.fs.FileUtil.fullyDelete(folder.resolve(part).toFile());
    }
    org.apache.hadoop.fs.FileUtil.fullyDelete(crawl.resolve(".state").toFile());
    CrawlerKeys.PARSE_THREADS.set(conf, 1);
    parse();
    assertEquals(first, records(folder));
  }

  private List<String> records(Path segment) throws IOException {
    List<String> records = new ArrayList<>();
    for (String file :
        List.of(
            "parse_data/part-r-00000/data",
            "parse_text/part-r-00000/data",
            "crawl_parse/part-r-00000")) {
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(
              conf,
              SequenceFile.Reader.file(
                  new org.apache.hadoop.fs.Path(segment.resolve(file).toString())))) {
        Text key = new Text();
        org.apache.hadoop.io.Writable value =
            org.apache.hadoop.util.ReflectionUtils.newInstance(
                reader.getValueClass().asSubclass(org.apache.hadoop.io.Writable.class), conf);
        while (reader.next(key, value)) {
          records.add(key + " " + value);
        }
      }
    }
    return records;
  }

  @Test
  void contentThatWasCutShortIsNotReadAsLess() throws Exception {
    writeSegment();
    Path data = crawl.resolve("segments/" + SEGMENT + "/content/part-r-00000/data");
    byte[] bytes = Files.readAllBytes(data);
    Files.write(data, java.util.Arrays.copyOf(bytes, bytes.length - 100));
    Files.deleteIfExists(data.resolveSibling(".data.crc"));
    OrbException cut = assertThrows(OrbException.class, this::parse);
    assertTrue(cut.getMessage().contains("is corrupt"), cut.getMessage());
    assertFalse(Files.exists(crawl.resolve("segments/" + SEGMENT + "/parse_data")));
  }

  @Test
  void linksStayWithinTheHostWhereAsked() throws Exception {
    writeSegment();
    CrawlerKeys.IGNORE_EXTERNAL_LINKS.set(conf, true);
    parse();
    assertFalse(crawlParse().containsKey("http://c.example/"));
    assertTrue(crawlParse().containsKey("http://a.example/two"));
  }

  @Test
  void buildsAndUpdatesTheLinkDb() throws Exception {
    writeSegment();
    parse();
    LinksPhase.LinksResult result = links();
    assertEquals(1, result.segments());
    try (MapFile.Reader reader = new MapFile.Reader(path("linkdb/current/part-r-00000"), conf)) {
      Inlinks inlinks = new Inlinks();
      reader.get(new Text("http://a.example/deep/er"), inlinks);
      assertEquals(2, inlinks.size());
    }
    checkWithNutch(SEGMENT, "http://a.example/two", 207);
    OrbException again = assertThrows(OrbException.class, this::links);
    assertEquals(ExitCode.NOTHING_TO_DO, again.exitCode());

    String second = "20260402120000";
    TestSegments.write(
        conf,
        path("segments/" + second),
        Map.of(
            "http://a.example/", new Document("text/html", "<a href=/deep/er>renamed</a>"),
            "http://z.example/",
                new Document("text/html", "<a href=http://a.example/deep/er>from z</a>")));
    parse();
    assertEquals(2, links().segments(), "a page has a new version: the linkdb is made anew");
    try (MapFile.Reader reader = new MapFile.Reader(path("linkdb/current/part-r-00000"), conf)) {
      Inlinks inlinks = new Inlinks();
      reader.get(new Text("http://a.example/deep/er"), inlinks);
      assertEquals(3, inlinks.size());
      assertEquals(
          List.of("from z", "renamed", "the deep page"),
          Stream.of(inlinks.getAnchors()).sorted().toList());
      assertTrue(reader.get(new Text("http://a.example/page/77"), inlinks) != null);
      assertNull(
          reader.get(new Text("http://c.example/"), inlinks),
          "the new version of the only page that did does not link there");
    }
  }

  private void checkWithNutch(String segment, String linked, int pages) throws Exception {
    SegmentReader reader = new SegmentReader();
    reader.setConf(conf);
    StringWriter list = new StringWriter();
    reader.list(List.of(path("segments/" + segment)), list);
    String line = list.toString().lines().skip(1).findFirst().orElse("");
    assertTrue(line.startsWith(segment) && line.endsWith("\t" + pages), list.toString());

    Path dump = temporary.resolve("dump");
    assertEquals(
        0, reader.run(new String[] {"-dump", crawl + "/segments/" + segment, dump.toString()}));
    String text = Files.readString(dump.resolve("dump"), StandardCharsets.UTF_8);
    assertTrue(text.contains("ParseData::") && text.contains("ParseText::"), "dump has parses");
    assertTrue(text.contains("Signature: "), "dump has signatures");

    LinkDbReader links = new LinkDbReader(conf, path("linkdb"));
    assertTrue(links.getInlinks(new Text(linked)).size() > 0);
    assertEquals(0, links.run(new String[] {crawl + "/linkdb", "-url", linked}));
    links.close();
  }

  @Test
  void parsesWhatNutchFetched() throws Exception {
    TestSegments.copyNutchCrawl(crawl);
    Path segment;
    try (Stream<Path> segments = Files.list(crawl.resolve("segments"))) {
      segment = segments.findFirst().orElseThrow();
    }
    for (String part : List.of("parse_data", "parse_text", "crawl_parse")) {
      org.apache.hadoop.fs.FileUtil.fullyDelete(segment.resolve(part).toFile());
    }
    ParsePhase.ParseSummary result = parse();
    assertTrue(result.parsed() > 0, result.toString());
    LinksPhase.LinksResult links = links();
    assertTrue(links.targets() > 0, links.toString());
    String linked;
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(
            conf, SequenceFile.Reader.file(path("linkdb/current/part-r-00000/data")))) {
      Text first = new Text();
      assertTrue(reader.next(first));
      linked = first.toString();
    }
    checkWithNutch(segment.getFileName().toString(), linked, (int) result.read());
  }
}
