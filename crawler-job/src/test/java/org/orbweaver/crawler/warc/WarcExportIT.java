package org.orbweaver.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.crawler.warc.Warcs.bytes;
import static org.orbweaver.crawler.warc.Warcs.response;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/** Exports segments to WARC files, reads them with jwarc's own tools, and imports them again. */
class WarcExportIT {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Type: text/html\n";

  @TempDir Path folder;
  private Configuration conf;

  @BeforeEach
  void prepare() throws Exception {
    conf = TestSegments.conf(folder);
    List<byte[]> first =
        List.of(
            response("http://h0.test/", OK + "Set-Cookie: a\nSet-Cookie: b\n\n", bytes("root")),
            response("https://www.h0.test/", OK + "\n", bytes("the same SURT")),
            response(
                "http://h0.test/gzip?b=2&a=1",
                OK + "Content-Encoding: gzip\nContent-Length: 25\n\n",
                Warcs.gzip(bytes("packed"))),
            response(
                "http://h0.test/cut", "WARC-Truncated: length\r\n", OK + "\n", bytes("cut short")),
            response("http://h0.test/moved", "HTTP/1.1 301 x\nLocation: /gzip\n\n", bytes("")),
            response("http://h0.test/gone", "HTTP/1.1 404 x\n\n", bytes("no")),
            response("http://h0.test/busy", "HTTP/1.1 503 x\n\n", bytes("no")),
            response("http://h0.test/%7c?q=a|b", OK + "\n", bytes("odd")),
            response("http://h0.test/b", OK + "\n", new byte[5000]));
    List<byte[]> second =
        List.of(
            response("http://h0.test/", OK + "Set-Cookie: a\nSet-Cookie: b\n\n", bytes("root")),
            response("http://h0.test/b", OK + "\n", bytes("another")),
            Warcs.record(
                "WARC/1.1",
                Warcs.fields("revisit", "http://h0.test/cut"),
                bytes("HTTP/1.1 304 Not Modified\r\n\r\n")));
    importInto("crawl", first, Warcs.DATE);
    importInto("crawl", second, "2025-02-03T04:05:06Z");
  }

  @Test
  void jwarcAcceptsTheFilesAndMakesTheSameIndex() throws Exception {
    String summary = export("crawl", "out", false, 1_000_000_000);
    assertTrue(
        summary.startsWith("10 responses and 2 revisits from 2 segments exported to "), summary);
    List<String> warcs = warcs(folder.resolve("out"));
    assertEquals("", tool(warcs, "ValidateTool", "--forbid-extensions"));
    assertEquals(
        lines(tool(warcs, "CdxTool", "--format", "CDXJ")),
        lines(Files.readString(folder.resolve("out/index.cdxj"))));
    List<String> index = Files.readAllLines(folder.resolve("out/index.cdxj"));
    assertEquals(index.stream().sorted().toList(), index);
    assertEquals(12, index.size());

    List<String> revisits = new ArrayList<>();
    for (String warc : warcs) {
      try (WarcReader reader = new WarcReader(Path.of(warc))) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcRevisit revisit) {
            revisits.add(
                revisit.target()
                    + " "
                    + revisit.profile().toString().replaceFirst(".*/", "")
                    + " "
                    + revisit.refersToDate().orElseThrow());
          }
        }
      }
    }
    revisits.sort(null);
    assertEquals(
        List.of(
            "http://h0.test/ identical-payload-digest " + Warcs.DATE,
            "http://h0.test/cut server-not-modified " + Warcs.DATE),
        revisits);
  }

  @Test
  void filesEndAtTheirSizeAndSayWhatTheyAre() throws Exception {
    export("crawl", "out", false, 1);
    List<String> warcs = warcs(folder.resolve("out"));
    assertEquals(12, warcs.size());
    assertEquals("", tool(warcs, "ValidateTool", "--forbid-extensions"));
    for (String warc : warcs) {
      try (WarcReader reader = new WarcReader(Path.of(warc))) {
        WarcRecord first = reader.next().orElseThrow();
        assertEquals("warcinfo", first.type());
        assertEquals(
            Path.of(warc).getFileName().toString(),
            first.headers().first("WARC-Filename").orElseThrow());
      }
    }
  }

  /** Only the last versions, since a segment has one version of each page. */
  @Test
  void whatIsExportedIsImportedToEqualPages() throws Exception {
    export("crawl", "out", false, 1_000_000_000);
    assertEquals(0, run("import", folder + "/out", folder + "/back").status());
    Map<String, Content> expected = new TreeMap<>();
    Map<String, CrawlDatum> fetches = new TreeMap<>();
    for (org.apache.hadoop.fs.Path segment : CrawlDir.open(conf, path("crawl")).segmentList()) {
      expected.putAll(read(segment, Content.DIR_NAME, Content.class));
      fetches.putAll(read(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class));
    }
    org.apache.hadoop.fs.Path segment = CrawlDir.open(conf, path("back")).segmentList().get(0);
    Map<String, Content> found = read(segment, Content.DIR_NAME, Content.class);
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach(
        (url, content) -> {
          Content other = found.get(url);
          assertArrayEquals(content.getContent(), other.getContent(), url);
          assertEquals(content.getContentType(), other.getContentType(), url);
          assertEquals(headers(content), headers(other), url);
        });
    Map<String, CrawlDatum> back = read(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class);
    assertEquals(fetches.keySet(), back.keySet());
    back.forEach(
        (url, datum) -> {
          assertEquals(fetches.get(url).getFetchTime(), datum.getFetchTime(), url);
          boolean revisit = url.equals("http://h0.test/cut");
          byte status = revisit ? CrawlDatum.STATUS_FETCH_SUCCESS : fetches.get(url).getStatus();
          assertEquals(status, datum.getStatus(), url);
        });
  }

  @Test
  void theRequestLogGivesTimeStatusAndAddress() throws Exception {
    var segment = CrawlDir.open(conf, path("crawl")).segmentList().get(0);
    try (MapFile.Writer log =
        StoreFiles.mapFile(
            conf, new org.apache.hadoop.fs.Path(segment, "fetch_log/part-r-00000"), Text.class)) {
      for (RequestLine line :
          List.of(
              new RequestLine(
                  "h0.test", 5, 9, 0, "::1", "404", 0, "http://h0.test/robots.txt", "-"),
              new RequestLine("h0.test", 10, 12, 0, "127.1.2.3", "203", 4, "http://h0.test/", "-"),
              new RequestLine("h0.test", 20, 90, 0, "::1", "dns", 4, "http://h0.test/b", "-"),
              new RequestLine(
                  "h0.test",
                  100,
                  170,
                  0,
                  "::1",
                  "200",
                  4,
                  "http://h0.test/b",
                  "http://h0.test/x"))) {
        log.append(new Text(line.group()), new Text(line.encode()));
      }
    }
    export("crawl", "out", false, 1_000_000_000);
    List<String> warcs = warcs(folder.resolve("out"));
    assertEquals("", tool(warcs, "ValidateTool", "--forbid-extensions"));
    Map<String, String> found = new TreeMap<>();
    for (String warc : warcs) {
      try (WarcReader reader = new WarcReader(Path.of(warc))) {
        for (WarcRecord record : reader) {
          if (record.date().toEpochMilli() < 1000) {
            String block =
                new String(record.body().stream().readAllBytes(), StandardCharsets.ISO_8859_1);
            found.put(
                record.headers().first("WARC-Target-URI").orElseThrow() + " " + record.type(),
                record.headers().first("WARC-IP-Address").orElse("-")
                    + " "
                    + record.date()
                    + " "
                    + block.replaceFirst("(?s)reconstructed: .*?\r\n|\r\n.*", "").strip());
          }
        }
      }
    }
    assertEquals(
        new TreeMap<>(
            Map.of(
                "http://h0.test/ metadata", "- 1970-01-01T00:00:00.010Z fetchTimeMs: 2",
                "http://h0.test/ request", "127.1.2.3 1970-01-01T00:00:00.010Z GET / HTTP/1.1",
                "http://h0.test/ response", "127.1.2.3 1970-01-01T00:00:00.010Z HTTP/1.1 203",
                "http://h0.test/b metadata",
                    "- 1970-01-01T00:00:00.100Z fetchTimeMs: 70\r\nvia: http://h0.test/x",
                "http://h0.test/b request", "::1 1970-01-01T00:00:00.100Z GET /b HTTP/1.1",
                "http://h0.test/b response", "::1 1970-01-01T00:00:00.100Z HTTP/1.1 200")),
        found);
  }

  /** A foreign segment may hold anything; no URL ends the job. */
  @Test
  void aUrlWithoutASurtStandsForItself() throws Exception {
    var segment = CrawlDir.open(conf, path("crawl")).segmentList().get(0);
    Map<String, CrawlDatum> fetches = read(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class);
    fetches.put("http://[/a b", fetches.get("http://h0.test/moved"));
    write(segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, fetches);
    String summary = export("crawl", "out", false, 1_000_000_000);
    assertTrue(summary.startsWith("11 responses and 2 revisits "), summary);
    String index = Files.readString(folder.resolve("out/index.cdxj"));
    assertEquals(1, index.lines().filter(line -> line.startsWith("http://[/a+b 2024")).count());
  }

  @Test
  void aWaczFileHoldsThemAll() throws Exception {
    export("crawl", "out", true, 1_000_000_000);
    export("crawl", "plain", false, 1_000_000_000);
    try (ZipFile zip = new ZipFile(folder.resolve("out/crawl.wacz").toFile())) {
      Map<String, Object> list = Json.parse(text(zip, "datapackage.json"));
      assertEquals("1.1.1", list.get("wacz_version"));
      List<String> paths = new ArrayList<>();
      for (Object resource : (List<?>) list.get("resources")) {
        Map<?, ?> fields = (Map<?, ?>) resource;
        String path = (String) fields.get("path");
        paths.add(path.replaceFirst("archive/.*", "archive/"));
        byte[] bytes = zip.getInputStream(zip.getEntry(path)).readAllBytes();
        assertEquals(fields.get("hash"), "sha256:" + sha256(bytes), path);
        assertEquals(((Number) fields.get("bytes")).longValue(), bytes.length, path);
        boolean archive = path.startsWith("archive/");
        assertEquals(archive, zip.getEntry(path).getMethod() == ZipEntry.STORED, path);
      }
      assertEquals(
          List.of("archive/", "archive/", "indexes/index.cdxj", "pages/pages.jsonl"), paths);
      assertEquals(
          "sha256:" + sha256(bytes(text(zip, "datapackage.json"))),
          Json.parse(text(zip, "datapackage-digest.json")).get("hash"));
      assertEquals(
          // The time of export in warcinfo shifts later records by a byte or two.
          withoutOffsets(Files.readString(folder.resolve("plain/index.cdxj"))),
          withoutOffsets(text(zip, "indexes/index.cdxj")));
      List<String> pages = text(zip, "pages/pages.jsonl").lines().toList();
      assertEquals(8, pages.size(), pages::toString);
      assertTrue(pages.get(1).contains("\"ts\":\"2024-05-18T01:58:10Z\""), pages.get(1));
    }
  }

  @Test
  void pagesWithALoginAreLeftOutAndTheirCookiesNeverWritten() throws Exception {
    mark(0, "http://h0.test/", "http://h0.test/gzip?b=2&a=1");
    mark(1, "http://h0.test/cut");
    String all = export("crawl", "all", false, 1_000_000_000);
    assertTrue(all.startsWith("10 responses and 2 revisits "), all);
    assertFalse(all.contains("login"), all);
    List<String> cookies = cookies("all");
    assertEquals(List.of(), cookies.stream().filter(c -> c.startsWith(Warcs.DATE)).toList());
    assertFalse(cookies.isEmpty(), "the other fetch had no login");

    String some = export("crawl", "public", false, 1_000_000_000, true);
    assertTrue(some.startsWith("9 responses and 0 revisits "), some);
    assertTrue(some.endsWith("; 3 fetches with a login omitted"), some);
    String index = Files.readString(folder.resolve("public/index.cdxj"));
    assertFalse(index.contains("gzip"), index);
    assertTrue(index.contains("\"http://h0.test/b\""), index);
  }

  @Test
  void renderedVersionsStandBesideTheirPages() throws Exception {
    String root = "http://h0.test/";
    String changed = "http://h0.test/b";
    String login = "http://h0.test/gzip?b=2&a=1";
    render(0, Map.of(root, "<p>ä one", changed, "<p>same", login, "<p>private"));
    mark(0, login);
    // The page is as it was, but its scripts made another document of it.
    render(1, Map.of(root, "<p>two", changed, "<p>same"));
    String summary = export("crawl", "out", false, 1_000_000_000, true);
    assertTrue(
        summary.startsWith("9 responses and 2 revisits, with 4 rendered versions, from 2 "),
        summary);
    List<String> warcs = warcs(folder.resolve("out"));
    assertEquals("", tool(warcs, "ValidateTool", "--forbid-extensions"));
    assertEquals(
        lines(tool(warcs, "CdxTool", "--format", "CDXJ")),
        lines(Files.readString(folder.resolve("out/index.cdxj"))));
    Map<URI, String> responses = new HashMap<>();
    List<String> conversions = new ArrayList<>();
    for (String warc : warcs) {
      try (WarcReader reader = new WarcReader(Path.of(warc))) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response) {
            responses.put(record.id(), response.target() + " " + record.date());
          } else if (record instanceof WarcConversion conversion) {
            byte[] html = conversion.body().stream().readAllBytes();
            assertEquals("text/html;charset=utf-8", record.contentType().toString());
            assertEquals(
                WarcOutput.sha1(html), conversion.payloadDigest().orElseThrow().prefixedBase32());
            conversions.add(
                record.date()
                    + " "
                    + new String(html, StandardCharsets.UTF_8)
                    + " of "
                    + responses.get(conversion.refersTo().orElseThrow()));
          }
        }
      }
    }
    conversions.sort(null);
    String later = "2025-02-03T04:05:06Z";
    assertEquals(
        List.of(
            Warcs.DATE + " <p>same of " + changed + " " + Warcs.DATE,
            Warcs.DATE + " <p>ä one of " + root + " " + Warcs.DATE,
            later + " <p>same of " + changed + " " + later,
            later + " <p>two of " + root + " " + Warcs.DATE),
        conversions);
    // A second time, nothing is new.
    render(1, Map.of(root, "<p>ä one"));
    summary = export("crawl", "again", false, 1_000_000_000);
    assertTrue(summary.contains(", with 3 rendered versions, "), summary);
  }

  /** Gives pages of a segment rendered versions. */
  private void render(int segment, Map<String, String> pages) throws Exception {
    Map<String, Content> versions = new TreeMap<>();
    for (var page : pages.entrySet()) {
      Content version =
          new Content(
              page.getKey(),
              page.getKey(),
              page.getValue().getBytes(StandardCharsets.UTF_8),
              "text/html",
              new Metadata(),
              conf);
      version.getMetadata().set(MetadataKeys.RENDERED, "GAINED");
      versions.put(page.getKey(), version);
    }
    write(
        CrawlDir.open(conf, path("crawl")).segmentList().get(segment),
        SegmentPart.RENDERED.folder(),
        Content.class,
        versions);
  }

  /** The dates of all records with headers of cookies. */
  private List<String> cookies(String out) throws Exception {
    List<String> dates = new ArrayList<>();
    for (String warc : warcs(folder.resolve(out))) {
      try (WarcReader reader = new WarcReader(Path.of(warc))) {
        for (WarcRecord record : reader) {
          String block =
              new String(record.body().stream().readAllBytes(), StandardCharsets.ISO_8859_1);
          if (block.contains("Set-Cookie:")) {
            dates.add(record.date() + " " + record.type());
          }
        }
      }
    }
    return dates;
  }

  /** Marks the records of pages in a segment as fetched with a login. */
  private void mark(int segment, String... urls) throws Exception {
    var path = CrawlDir.open(conf, path("crawl")).segmentList().get(segment);
    Map<String, CrawlDatum> fetches = read(path, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class);
    Map<String, Content> contents = read(path, Content.DIR_NAME, Content.class);
    for (String url : urls) {
      if (contents.containsKey(url)) {
        SiteMark.putOn(contents.get(url).getMetadata(), "host h0.test");
      } else {
        SiteMark.putOn(fetches.get(url), "host h0.test");
      }
    }
    write(path, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class, fetches);
    write(path, Content.DIR_NAME, Content.class, contents);
  }

  private <V extends Writable> void write(
      org.apache.hadoop.fs.Path segment, String part, Class<V> type, Map<String, V> records)
      throws Exception {
    Path store = Path.of(new org.apache.hadoop.fs.Path(segment, part).toUri().getPath());
    FileUtil.fullyDelete(store.toFile());
    TestSegments.writeStore(conf, store, 1, type, new TreeMap<>(records));
  }

  @Test
  void nothingIsOverwrittenAndAnEmptyCrawlIsNamed() throws Exception {
    Files.createDirectory(folder.resolve("out"));
    OrbException taken =
        assertThrows(OrbException.class, () -> export("crawl", "out", false, 1000));
    assertTrue(taken.getMessage().contains("already exists"), taken.getMessage());
    Files.createDirectories(folder.resolve("empty/segments"));
    OrbException empty =
        assertThrows(OrbException.class, () -> export("empty", "new", false, 1000));
    assertTrue(empty.getMessage().contains("no fetched segment"), empty.getMessage());
    assertFalse(Files.exists(folder.resolve("new")));
  }

  private void importInto(String crawl, List<byte[]> records, String date) throws Exception {
    List<byte[]> dated = new ArrayList<>();
    for (byte[] record : records) {
      String text = new String(record, StandardCharsets.ISO_8859_1).replace(Warcs.DATE, date);
      dated.add(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    Path file = folder.resolve("source.warc");
    Files.write(file, Warcs.file(false, dated));
    CommandRun run = run("import", file.toString(), path(crawl));
    assertEquals(0, run.status(), run.err());
    assertFalse(run.out().contains("damaged"), run.out());
  }

  private String export(String crawl, String out, boolean wacz, long maxBytes) throws Exception {
    return export(crawl, out, wacz, maxBytes, false);
  }

  private String export(String crawl, String out, boolean wacz, long maxBytes, boolean publicOnly)
      throws Exception {
    Console console = new Console(System.out, System.err, false);
    CrawlDir dir = CrawlDir.open(conf, path(crawl));
    return WarcExport.run(
        conf,
        dir,
        new org.apache.hadoop.fs.Path(path(out)),
        ArchiveOptions.of(wacz, maxBytes, publicOnly),
        console);
  }

  private CommandRun run(String... words) {
    return CommandRun.of(conf, words);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> warcs(Path out) throws Exception {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".warc.gz")).sorted().toList();
    }
  }

  /** The output of one of jwarc's tools, which ends its process. */
  private static String tool(List<String> files, String name, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        new File(WarcReader.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .getPath());
    command.add("org.netpreserve.jwarc.tools." + name);
    command.addAll(List.of(options));
    command.addAll(files);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  /** The lines of a CDXJ index in order, with their fields. */
  private static List<String> lines(String index) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String line : index.lines().toList()) {
      String[] parts = line.split(" ", 3);
      Map<String, Object> fields = new TreeMap<>(Json.parse(parts[2]));
      fields.replaceAll((name, value) -> String.valueOf(value));
      // jwarc leaves out unknown values.
      fields.values().removeIf(value -> value.equals("-") || value.equals("unk"));
      lines.add(parts[0] + " " + parts[1] + " " + fields);
    }
    lines.sort(null);
    return lines;
  }

  private static String withoutOffsets(String index) {
    return index.replaceAll("\"offset\":\"\\d+\"", "");
  }

  private static Map<String, List<String>> headers(Content content) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (String name : content.getMetadata().names()) {
      if (!name.equals(Nutch.SEGMENT_NAME_KEY)) {
        headers.put(name, List.of(content.getMetadata().getValues(name)));
      }
    }
    return headers;
  }

  private <V extends Writable> Map<String, V> read(
      org.apache.hadoop.fs.Path segment, String part, Class<V> type) throws Exception {
    Map<String, V> all = new TreeMap<>();
    var store = new org.apache.hadoop.fs.Path(segment, part);
    try (SortedMerge<V> merge =
        SortedMerge.open(conf, Parts.of(store.getFileSystem(conf), store), type)) {
      while (merge.next()) {
        all.put(merge.key().toString(), merge.value());
      }
    }
    return all;
  }

  private static String text(ZipFile zip, String path) throws Exception {
    return new String(
        zip.getInputStream(zip.getEntry(path)).readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
