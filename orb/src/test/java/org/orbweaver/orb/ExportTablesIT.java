package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** {@code orb export --format parquet}, read by parquet-java and by DuckDB. */
class ExportTablesIT {
  /** The columns of Common Crawl's table with their types in DuckDB. */
  private static final String COMMON_CRAWL =
      "url_surtkey VARCHAR, url VARCHAR, url_host_name VARCHAR, url_host_tld VARCHAR,"
          + " url_host_2nd_last_part VARCHAR, url_host_3rd_last_part VARCHAR,"
          + " url_host_4th_last_part VARCHAR, url_host_5th_last_part VARCHAR,"
          + " url_host_registry_suffix VARCHAR, url_host_registered_domain VARCHAR,"
          + " url_host_private_suffix VARCHAR, url_host_private_domain VARCHAR,"
          + " url_host_name_reversed VARCHAR, url_protocol VARCHAR, url_port INTEGER,"
          + " url_path VARCHAR, url_query VARCHAR, fetch_time TIMESTAMP WITH TIME ZONE,"
          + " fetch_status SMALLINT, fetch_redirect VARCHAR, content_digest VARCHAR,"
          + " content_mime_type VARCHAR, content_mime_detected VARCHAR, content_charset VARCHAR,"
          + " content_languages VARCHAR, content_truncated VARCHAR, warc_filename VARCHAR,"
          + " warc_record_offset INTEGER, warc_record_length INTEGER, warc_segment VARCHAR";

  private static final String INDEX = "out/cc-index/table/cc-main/warc";

  @TempDir private Path folder;
  private FakeWeb web;

  @BeforeEach
  void fillTheWeb() {
    web = FakeWeb.start();
    String german = "Das ist ein deutscher Satz über das Wetter und die Berge. ".repeat(20);
    String english = "This is a sentence in English about the weather. ".repeat(20);
    web.on(
        "www.a.test",
        "/",
        Response.html(
            "<html lang=de><title>Wetter</title><nav><a href=/two?b=2&a=1>zwei</a></nav><p>"
                + german
                + "<a rel=nofollow href='"
                + web.url("b.test", "/")
                + "'>andere</a> <a href=/gone>weg</a> <a href=/moved>um</a>"));
    web.page("www.a.test", "/two?b=2&a=1", "<title>Two</title><p>" + english);
    web.redirect("www.a.test", "/moved", 301, "/two?b=2&a=1");
    web.on("www.a.test", "/gone", Response.status(404));
    web.on(
        "b.test",
        "/",
        Response.html("<title>Untrained</title>words").header("Content-Usage", "train-ai=n"));
  }

  @Test
  void anotherProgramReadsThem() throws Exception {
    try (TestSite site = new TestSite(web, folder)) {
      crawl(site);
      String said = export(site);
      assertTrue(said.contains(" and 2 hosts exported to "), said);
      assertFalse(Files.exists(folder.resolve(".out.part")));
      try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
        assertEquals(
            List.of(COMMON_CRAWL + ", crawl VARCHAR, subset VARCHAR"),
            rows(
                duck,
                "SELECT string_agg(column_name || ' ' || column_type, ', ')"
                    + " FROM (DESCRIBE SELECT * FROM index)"));
        assertEquals(
            List.of(
                    "test,b)/ 200 warc null text/html",
                    "test,a)/ 200 warc deu text/html",
                    "test,a)/gone 404 crawldiagnostics null null",
                    "test,a)/moved 301 crawldiagnostics null null",
                    "test,a)/two?a=1&b=2 200 warc eng text/html")
                .stream()
                .map(row -> row.replace(")", ":" + web.port() + ")"))
                .sorted()
                .toList(),
            rows(
                duck,
                "SELECT url_surtkey, fetch_status, subset,"
                    + " CASE WHEN content_languages IN ('deu', 'eng') AND url_host_name"
                    + " = 'www.a.test' THEN content_languages END, content_mime_detected"
                    + " FROM index WHERE subset <> 'robotstxt' ORDER BY url_surtkey"));
        assertEquals(
            List.of("www.a.test test null null test.a.www http " + web.port() + " b=2&a=1 crawl"),
            rows(
                duck,
                "SELECT url_host_name, url_host_tld, url_host_registry_suffix,"
                    + " url_host_registered_domain, url_host_name_reversed, url_protocol,"
                    + " url_port, url_query, crawl FROM index WHERE url_query IS NOT NULL"));
        assertEquals(
            List.of(web.url("www.a.test", "/two?b=2&a=1")),
            rows(duck, "SELECT fetch_redirect FROM index WHERE fetch_status = 301"));
        assertEquals(
            List.of("2"), rows(duck, "SELECT count(*) FROM index WHERE subset = 'robotstxt'"));
        assertEquals(
            List.of("Wetter de true 200 fetched 4", "Two en true 200 fetched 0"),
            rows(
                duck,
                "SELECT title, lang, indexed, http_status, status, outlinks FROM pages"
                    + " WHERE title IN ('Wetter', 'Two') ORDER BY length DESC"));
        assertEquals(
            List.of("404 gone false"),
            rows(duck, "SELECT http_status, status, indexed FROM pages WHERE url LIKE '%/gone'"));
        assertEquals(
            List.of("[ai-train:n]"), rows(duck, "SELECT usage FROM pages WHERE host = 'b.test'"));
        assertEquals(
            List.of("zwei null nav www.a.test", "andere nofollow null b.test"),
            rows(
                duck,
                "SELECT text, rel, region, target_host FROM links"
                    + " WHERE text IN ('zwei', 'andere') ORDER BY position"));
        assertEquals(
            List.of(web.url("www.a.test", "/") + " " + web.url("www.a.test", "/gone") + " weg"),
            rows(
                duck,
                "SELECT l.source, l.target, l.text FROM links l JOIN pages p ON p.url = l.target"
                    + " WHERE p.http_status >= 400"));
        assertEquals(
            List.of("b.test 1 1 0 0", "www.a.test 4 2 1 1"),
            rows(
                duck,
                "SELECT host, urls, pages, redirects, gone FROM hosts"
                    + " WHERE last_contact > TIMESTAMPTZ '2020-01-01 00:00:00+00' ORDER BY host"));
        assertEquals(
            List.of("0"), rows(duck, "SELECT count(*) FROM index WHERE warc_filename NOT NULL"));
      }
    }
  }

  @Test
  void placesInWarcFilesAreThoseOfTheRecords() throws Exception {
    try (TestSite site = new TestSite(web, folder)) {
      crawl(site);
      String warc = folder.resolve("warc").toString();
      site.orb(0, "export", site.dir(), "--format", "warc", "--out", warc);
      String said = export(site, "--warc", warc);
      assertTrue(said.contains("responses (5 in WARC files)"), said);
      try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
        List<String> places =
            rows(
                duck,
                "SELECT url, warc_filename, warc_record_offset, warc_record_length,"
                    + " coalesce(content_digest, '-'), warc_segment FROM index"
                    + " WHERE warc_filename NOT NULL");
        assertEquals(5, places.size());
        for (String place : places) {
          String[] parts = place.split(" ");
          byte[] file = Files.readAllBytes(Path.of(warc, parts[1]));
          int from = Integer.parseInt(parts[2]);
          try (var record =
              new GZIPInputStream(
                  new java.io.ByteArrayInputStream(file, from, Integer.parseInt(parts[3])))) {
            String text = new String(record.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertTrue(text.contains("WARC-Target-URI: " + parts[0] + "\r\n"), text);
            assertTrue(
                parts[4].equals("-")
                    || text.contains("WARC-Payload-Digest: sha1:" + parts[4] + "\r\n"),
                text);
          }
          assertTrue(Files.exists(Path.of(site.dir(), "segments", parts[5])), place);
        }
      }
      Path other = Files.createDirectory(folder.resolve("other"));
      Files.writeString(
          other.resolve("index.cdxj"),
          "test,z)/ 20200101000000 {\"url\":\"http://z.test/\",\"filename\":\"f\",\"offset\":\"1\","
              + "\"length\":\"1\"}\n");
      said =
          site.orb(
              1,
              "export",
              site.dir(),
              "--format",
              "parquet",
              "--out",
              folder + "/new",
              "--warc",
              other.toString());
      assertTrue(said.contains("it is of another crawl"), said);
      assertFalse(Files.exists(folder.resolve("new")));
    }
  }

  @Test
  void whatOwnersDisallowIsInNoTable() throws Exception {
    try (TestSite site = new TestSite(web, folder)) {
      crawl(site);
      String said = export(site, "--usage", "ai-train");
      assertTrue(said.contains("; 1 page omitted: owners disallow the use"), said);
      try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
        for (String table :
            List.of(
                "index WHERE subset <> 'robotstxt' AND url",
                "pages WHERE url",
                "links WHERE source")) {
          assertEquals(
              List.of("0"),
              rows(duck, "SELECT count(*) FROM " + table + " LIKE '%//b.test%'"),
              table);
        }
        assertEquals(List.of("4"), rows(duck, "SELECT count(*) FROM pages"));
      }
    }
  }

  /** With several reducers, as for a large crawl: ranges of files do not overlap. */
  @Test
  void partsAreInTotalOrderAndHaveStatistics() throws Exception {
    FakeWeb large = FakeWeb.start();
    for (int i = 0; i < 600; i++) {
      large.page("h" + i % 3 + ".test", "/" + i * 7919 % 600, "<title>" + i + "</title>page " + i);
    }
    List<String> seeds = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      seeds.add(large.url("h" + i % 3 + ".test", "/" + i * 7919 % 600));
    }
    try (TestSite site = new TestSite(large, folder, "mapreduce.job.reduces=3")) {
      Path file = Files.write(folder.resolve("seeds.txt"), seeds);
      site.orb(0, "crawl", file.toString(), site.dir(), "--rounds", "1", "--no-index");
      String said = export(site);
      assertTrue(said.contains("no index yet"), said);
    }
    List<Path> parts;
    try (Stream<Path> files = Files.walk(folder.resolve("out/pages"))) {
      parts = files.filter(Files::isRegularFile).sorted().toList();
    }
    assertEquals(3, parts.size(), parts::toString);
    String last = "";
    long rows = 0;
    for (Path part : parts) {
      assertTrue(part.toString().endsWith(".zstd.parquet"), part.toString());
      try (ParquetFileReader reader =
          ParquetFileReader.open(
              HadoopInputFile.fromPath(
                  new org.apache.hadoop.fs.Path(part.toString()), new Configuration()))) {
        ColumnChunkMetaData surt = reader.getFooter().getBlocks().get(0).getColumns().get(0);
        String least = surt.getStatistics().minAsString();
        assertTrue(last.compareTo(least) < 0, last + " " + least);
        last = surt.getStatistics().maxAsString();
        assertEquals("ZSTD", surt.getCodec().name());
        assertNotNull(reader.readColumnIndex(surt));
        rows += reader.getRecordCount();
      }
    }
    assertEquals(600, rows);
  }

  private void crawl(TestSite site) throws Exception {
    Path seeds =
        Files.writeString(
            folder.resolve("seeds.txt"),
            web.url("www.a.test", "/") + "\n" + web.url("b.test", "/"));
    site.orb(0, "crawl", seeds.toString(), site.dir(), "--rounds", "2");
  }

  private String export(TestSite site, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "export", site.dir(), "--format", "parquet", "--out", folder.resolve("out") + ""));
    words.addAll(List.of(options));
    return site.orb(0, words.toArray(String[]::new));
  }

  /** The rows of a query in DuckDB, values separated by blanks. */
  private List<String> rows(Connection duck, String query) throws Exception {
    Map<String, String> tables = new TreeMap<>();
    tables.put("index", folder.resolve(INDEX) + "/**/*.parquet', hive_partitioning = true");
    for (String table : List.of("pages", "links", "hosts")) {
      tables.put(table, folder.resolve("out/" + table) + "/*.parquet'");
    }
    String sql = query;
    for (Map.Entry<String, String> table : tables.entrySet()) {
      sql =
          sql.replaceAll(
              "(FROM|JOIN) " + table.getKey() + "\\b",
              "$1 read_parquet('" + table.getValue() + ")");
    }
    List<String> rows = new ArrayList<>();
    try (var statement = duck.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getObject(i)));
        }
        rows.add(String.join(" ", row));
      }
    }
    return rows;
  }
}
