package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.common.text.Json;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** A crawl exported as web archives: heads as received, WET, WAT, ZipNum and zstd. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchiveIT {
  private static final String TEXT = "The okapi lives in the forest and is seldom seen by people. ";

  @TempDir static Path tmp;
  private TestSite site;

  @BeforeAll
  void crawl() {
    site = new TestSite(FakeWeb.start(), tmp);
    FakeWeb web = site.web();
    String links = "";
    for (String path : List.of("/gzip", "/moved", "/gone", "/hidden", "/noai", "/chunked")) {
      links += "<a href='" + path + "?a&amp;b' rel=x>to " + path + "</a> ";
    }
    web.on(
        "a.test",
        "/",
        Response.html(
                "<html lang=en><title>Start</title><meta name=description content=d>"
                    + "<link rel=icon href=/i.ico><script src=s.js></script><p>"
                    + TEXT.repeat(5)
                    + links
                    + "<p data-nosnippet><span data-nosnippet>unshown words</span>")
            .header("x-LOWER", "Kept As Is"));
    web.on("a.test", "/gzip?a&b", Response.html("<title>Z</title>" + TEXT.repeat(9)).gzip());
    web.on(
        "a.test", "/chunked?a&b", Response.html("<title>C</title>" + TEXT.repeat(8)).chunked(99));
    web.on("a.test", "/moved?a&b", Response.redirect(301, "/gzip?a&b").header("X-Why", "moved"));
    web.on("a.test", "/gone?a&b", Response.status(410).header("X-Why", "gone"));
    web.page("a.test", "/hidden?a&b", "<meta name=robots content=noindex>hidden " + TEXT);
    web.page("a.test", "/noai?a&b", "<meta name=robots content=noai>noai " + TEXT);
    site.orb(0, "crawl", web.url("a.test", "/"), site.dir(), "--rounds", "2");
  }

  @AfterAll
  void close() {
    site.close();
  }

  /** A record, without what differs from run to run. */
  private record Entry(String type, String url, Map<String, String> fields, String block) {}

  private static List<Entry> read(InputStream in) throws Exception {
    List<Entry> entries = new ArrayList<>();
    try (WarcReader reader = new WarcReader(in)) {
      for (WarcRecord record : reader) {
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        record.headers().map().forEach((name, values) -> fields.put(name, values.get(0)));
        String block = new String(record.body().stream().readAllBytes(), StandardCharsets.UTF_8);
        String url = fields.getOrDefault("WARC-Target-URI", "").replaceFirst(".*:\\d+", "");
        entries.add(new Entry(record.type(), url, fields, block));
      }
    }
    return entries;
  }

  private List<Entry> export(String name, String end, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of("export", site.dir(), "--format", "warc", "--out", tmp + "/" + name));
    words.addAll(List.of(options));
    TestSite.Run run = site.orb(words);
    assertEquals(0, run.status(), run.err());
    List<Entry> entries = new ArrayList<>();
    for (Path file : files(name, end)) {
      entries.addAll(read(Files.newInputStream(file)));
    }
    return entries;
  }

  private List<Path> files(String folder, String end) throws Exception {
    try (Stream<Path> files = Files.list(tmp.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static Entry of(List<Entry> entries, String type, String url) {
    return entries.stream()
        .filter(entry -> entry.type.equals(type) && entry.url.equals(url))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type + " of " + url));
  }

  @Test
  void headsAreWhatWasSentAndReceived() throws Exception {
    List<Entry> warc = export("heads", ".warc.gz");
    Entry start = of(warc, "response", "/");
    assertTrue(start.block.startsWith("HTTP/1.1 200 \r\n"), start.block);
    assertTrue(start.block.contains("\r\nx-LOWER: Kept As Is\r\n"), start.block);
    Entry request = of(warc, "request", "/");
    assertEquals(start.fields.get("WARC-Record-ID"), request.fields.get("WARC-Concurrent-To"));
    assertTrue(request.block.startsWith("GET / HTTP/1.1\r\n"), request.block);
    assertTrue(request.block.contains("\r\nUser-Agent: orbweaver-test"), request.block);
    assertTrue(of(warc, "metadata", "/").block.startsWith("heads: as sent and received"));

    String packed = of(warc, "response", "/gzip?a&b").block;
    assertTrue(packed.contains("\r\nX-Crawler-Content-Encoding: gzip\r\n"), packed);
    String[] parts = packed.split("\r\n\r\n", 2);
    assertTrue(parts[0].endsWith("\r\nContent-Length: " + parts[1].length()), packed);
    String chunked = of(warc, "response", "/chunked?a&b").block;
    assertTrue(chunked.contains("\r\nX-Crawler-Transfer-Encoding: chunked\r\n"), chunked);
    assertTrue(of(warc, "response", "/moved?a&b").block.contains("\r\nX-Why: moved\r\n"));
    assertTrue(of(warc, "response", "/gone?a&b").block.startsWith("HTTP/1.1 410 "));
    assertTrue(of(warc, "response", "/gone?a&b").block.contains("\r\nX-Why: gone\r\n"));
  }

  @Test
  void textsAndDescriptionsBesideThem() throws Exception {
    List<Entry> warc = export("all", ".warc.gz", "--wet", "--wat");
    List<Entry> wet = new ArrayList<>();
    for (Path file : files("all", ".warc.wet.gz")) {
      wet.addAll(read(Files.newInputStream(file)));
    }
    Entry text = of(wet, "conversion", "/");
    assertTrue(text.block.startsWith("Start\n" + TEXT.strip()), text.block);
    assertFalse(text.block.contains("unshown"), text.block);
    assertEquals("eng", text.fields.get("WARC-Identified-Content-Language"));
    assertEquals("text/plain", text.fields.get("Content-Type"));
    Entry start = of(warc, "response", "/");
    assertEquals(start.fields.get("WARC-Record-ID"), text.fields.get("WARC-Refers-To"));
    assertEquals(start.fields.get("WARC-Date"), text.fields.get("WARC-Date"));
    assertTrue(wet.stream().noneMatch(entry -> entry.block.contains("hidden The")), "noindex");

    List<Map<?, ?>> wat = new ArrayList<>();
    for (Path file : files("all", ".warc.wat.gz")) {
      for (Entry entry : read(Files.newInputStream(file))) {
        if (entry.type.equals("metadata")) {
          assertEquals("application/json", entry.fields.get("Content-Type"));
          wat.add(Json.parse(entry.block));
          checkPlace(Json.parse(entry.block));
        }
      }
    }
    assertEquals(warc.size(), wat.size(), "a description of each record");
    Map<?, ?> described =
        wat.stream()
            .filter(one -> id(one).equals(start.fields.get("WARC-Record-ID")))
            .findFirst()
            .orElseThrow();
    Map<?, ?> http = at(described, "Envelope", "Payload-Metadata", "HTTP-Response-Metadata");
    assertEquals("200", at(http, "Response-Message").get("Status"));
    assertEquals("Kept As Is", at(http, "Headers").get("x-LOWER"));
    Map<?, ?> head = at(http, "HTML-Metadata", "Head");
    assertEquals("Start", head.get("Title"));
    assertEquals(
        "[{name=HTML@/lang, content=en}, {name=description, content=d}]",
        head.get("Metas").toString());
    assertEquals("[{path=LINK@/href, url=/i.ico, rel=icon}]", head.get("Link").toString());
    assertEquals("[{path=SCRIPT@/src, url=s.js}]", head.get("Scripts").toString());
    List<?> links = (List<?>) at(http, "HTML-Metadata").get("Links");
    assertEquals("{path=A@/href, url=/gzip?a&b, rel=x, text=to /gzip}", links.get(0).toString());
    assertEquals(6, links.size());
  }

  private static Map<?, ?> at(Map<?, ?> fields, String... names) {
    Map<?, ?> at = fields;
    for (String name : names) {
      at = (Map<?, ?>) at.get(name);
    }
    return at;
  }

  private static String id(Map<?, ?> wat) {
    return (String) at(wat, "Envelope", "WARC-Header-Metadata").get("WARC-Record-ID");
  }

  /** The place in a WAT is that of the record it describes. */
  private void checkPlace(Map<String, Object> wat) throws Exception {
    Map<?, ?> container = at(wat, "Container");
    Map<?, ?> gzip = at(container, "Gzip-Metadata");
    byte[] member = new byte[Integer.parseInt((String) gzip.get("Deflate-Length"))];
    Path file = tmp.resolve("all").resolve((String) container.get("Filename"));
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Long.parseLong((String) container.get("Offset")));
      in.readFully(member);
    }
    byte[] record = new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
    assertEquals(gzip.get("Inflated-Length"), "" + record.length);
    String text = new String(record, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("WARC-Record-ID: " + id(wat)), text);
    assertEquals(
        at(wat, "Envelope").get("WARC-Header-Length"), "" + (text.indexOf("\r\n\r\n") + 4));
  }

  @Test
  void whatOwnersDisallowIsLeftOut() throws Exception {
    List<Entry> all = export("every", ".warc.gz");
    List<Entry> some = export("some", ".warc.gz", "--usage", "ai-train", "--wet");
    assertTrue(all.stream().anyMatch(entry -> entry.url.equals("/noai?a&b")));
    assertTrue(some.stream().noneMatch(entry -> entry.url.equals("/noai?a&b")));
    assertTrue(some.stream().anyMatch(entry -> entry.url.equals("/gzip?a&b")));
    for (Path file : files("some", ".gz")) {
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        assertFalse(new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("noai The"));
      }
    }
  }

  @Test
  void aZipNumClusterHasTheLinesOfTheIndex() throws Exception {
    export("plain", ".warc.gz");
    export("zipnum", ".warc.gz", "--zipnum");
    List<String> cluster = Files.readAllLines(tmp.resolve("zipnum/cluster.idx"));
    assertEquals(1, cluster.size());
    String[] fields = cluster.get(0).split("\t", -1);
    byte[] blocks = Files.readAllBytes(tmp.resolve("zipnum").resolve(fields[1]));
    assertEquals(List.of("0", "" + blocks.length, "1"), List.of(fields).subList(2, 5));
    String lines =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(blocks)).readAllBytes(),
            StandardCharsets.UTF_8);
    assertTrue(lines.startsWith(fields[0] + " {"), lines);
    assertEquals(urls(Files.readString(tmp.resolve("plain/index.cdxj"))), urls(lines));
  }

  private static List<String> urls(String index) {
    return index.lines().map(line -> line.substring(0, line.indexOf('{'))).toList();
  }

  @Test
  void eachRecordIsAFrameOfZstd() throws Exception {
    export("gzip", ".warc.gz");
    export("zstd", ".none", "--zstd");
    List<Path> files = files("zstd", ".warc.zst");
    assertFalse(files.isEmpty());
    List<String> types = new ArrayList<>();
    for (Path file : files) {
      types.addAll(
          read(new ZstdInputStream(Files.newInputStream(file)).setContinuous(false)).stream()
              .map(Entry::type)
              .toList());
    }
    assertTrue(types.contains("response"), types.toString());
    for (String line : Files.readAllLines(tmp.resolve("zstd/index.cdxj"))) {
      Map<String, Object> fields = Json.parse(line.substring(line.indexOf('{')));
      byte[] frame = new byte[Integer.parseInt((String) fields.get("length"))];
      Path file = tmp.resolve("zstd").resolve((String) fields.get("filename"));
      try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
        in.seek(Long.parseLong((String) fields.get("offset")));
        in.readFully(frame);
      }
      InputStream one = new ZstdInputStream(new ByteArrayInputStream(frame));
      List<Entry> record = read(one);
      assertEquals(1, record.size());
      assertEquals(fields.get("url"), record.get(0).fields.get("WARC-Target-URI"));
    }
  }
}
