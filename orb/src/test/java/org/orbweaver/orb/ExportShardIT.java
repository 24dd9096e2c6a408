package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.Ciff;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** {@code orb export --format owi}: the Parquet and CIFF files of a language go together. */
class ExportShardIT {
  /** The fixed columns of OpenWebSearch.eu's metadata 0.1.0 with their types in DuckDB. */
  private static final String COLUMNS =
      "id VARCHAR, record_id VARCHAR, title VARCHAR, plain_text VARCHAR, json-ld VARCHAR,"
          + " microdata VARCHAR, warc_date VARCHAR, warc_ip VARCHAR, url VARCHAR,"
          + " url_scheme VARCHAR, url_path VARCHAR, url_params VARCHAR, url_query VARCHAR,"
          + " url_fragment VARCHAR, url_subdomain VARCHAR, url_domain VARCHAR, url_suffix VARCHAR,"
          + " url_is_private BOOLEAN, mime_type VARCHAR, charset VARCHAR,"
          + " content_type_other MAP(VARCHAR, VARCHAR), http_server VARCHAR, language VARCHAR,"
          + " valid BOOLEAN, warc_file VARCHAR, ows_canonical VARCHAR, ows_resource_type VARCHAR,"
          + " ows_curlielabel VARCHAR, ows_index BOOLEAN, ows_genai BOOLEAN,"
          + " ows_genai_details VARCHAR, ows_fetch_response_time INTEGER,"
          + " ows_fetch_num_errors VARCHAR, schema_metadata MAP(VARCHAR, VARCHAR)";

  @TempDir private Path folder;
  private FakeWeb web;

  @BeforeEach
  void fillTheWeb() {
    web = FakeWeb.start();
    String german = "Das ist ein deutscher Satz über das Wetter und die Berge. ".repeat(9);
    String english = "This is a sentence in English about the weather. ".repeat(9);
    web.on(
        "www.a.test",
        "/",
        Response.html(
            "<html lang=de><title>Wetter</title><a href=/p;v=1?q=2>"
                + "eins</a> <a href=/b>zwei</a> <a href=/de>drei</a><p>"
                + german));
    web.page("www.a.test", "/p;v=1?q=2", "<title>One</title><p>" + english + "Weather!");
    web.page("www.a.test", "/b", "<title>Weather</title><p>" + english);
    web.page(
        "www.a.test",
        "/de",
        "<html lang=de><title>Satz</title><link rel=canonical href=/de><p>" + german);
    web.on(
        "c.test",
        "/",
        Response.html("<html lang=en><title>Untrained</title>" + english)
            .header("Content-Usage", "train-ai=n"));
    web.page("d.test", "/", "<title>1</title>2");
  }

  /** The files of a language. */
  private record Shard(List<Map<String, Object>> rows, Ciff ciff) {
    List<String> ids() {
      return rows.stream().map(row -> (String) row.get("id")).toList();
    }

    Map<String, Object> row(String url) {
      return rows.stream().filter(row -> row.get("url").equals(url)).findAny().orElseThrow();
    }
  }

  @Test
  void bothFilesHaveTheSameDocuments() throws Exception {
    try (TestSite site = new TestSite(web, folder)) {
      crawl(site);
      String warc = folder.resolve("warc").toString();
      site.orb(0, "export", site.dir(), "--format", "warc", "--out", warc);
      Map<String, Shard> shards = export(site, "owi", "--warc", warc);
      assertEquals(List.of("deu", "eng", "unknown"), List.copyOf(shards.keySet()));
      Map<String, Map<String, Long>> all = new TreeMap<>();
      int pages = 0;
      for (Shard shard : shards.values()) {
        assertEquals(shard.ids(), shard.ciff.ids());
        pages += shard.rows.size();
        Map<String, String> urls = new TreeMap<>();
        for (Map<String, Object> row : shard.rows) {
          String url = (String) row.get("url");
          assertEquals(sha256(url), row.get("id"));
          urls.put(sha256(url), url);
        }
        for (String word : List.of("satz", "weather")) {
          Map<String, Long> counted = new TreeMap<>();
          shard.rows.forEach(row -> counted.put((String) row.get("id"), count(row, word)));
          counted.values().removeIf(n -> n == 0);
          assertEquals(counted, shard.ciff.postings().getOrDefault(word, Map.of()), word);
        }
        shard
            .ciff
            .postings()
            .forEach(
                (term, list) ->
                    list.forEach(
                        (id, n) ->
                            all.computeIfAbsent(term, unused -> new TreeMap<>())
                                .put(urls.get(id), n)));
      }
      assertEquals(6, pages);
      site.orb(0, "export", site.dir(), "--format", "ciff", "--out", folder + "/whole");
      assertEquals(new Ciff(in(folder.resolve("whole/index.ciff"))).postings(), all);

      Map<String, Object> row = shards.get("eng").row(web.url("www.a.test", "/p;v=1?q=2"));
      assertEquals("/p", row.get("url_path"));
      assertEquals("v=1", row.get("url_params"));
      assertEquals("q=2", row.get("url_query"));
      assertEquals("www.a", row.get("url_subdomain"));
      assertEquals("test", row.get("url_domain"));
      assertEquals("text/html", row.get("mime_type"));
      assertEquals("127.0.0.1", row.get("warc_ip"));
      assertEquals("One", row.get("title"));
      assertEquals("{schema_version=0.1.0}", row.get("schema_metadata").toString());
      assertEquals(null, row.get("ows_genai"));
      String record =
          new String(
              in(Path.of(warc, (String) row.get("warc_file"))).readAllBytes(),
              StandardCharsets.ISO_8859_1);
      assertTrue(record.contains("WARC-Record-ID: <urn:uuid:" + row.get("record_id") + ">"));
      assertTrue(record.contains("WARC-Date: " + row.get("warc_date") + "\r\n"));
      assertEquals(
          web.url("www.a.test", "/de"),
          shards.get("deu").row(web.url("www.a.test", "/de")).get("ows_canonical"));
      row = shards.get("eng").row(web.url("c.test", "/"));
      assertEquals(false, row.get("ows_genai"));
      assertEquals("ai-train:n", row.get("ows_genai_details"));
      assertEquals(null, shards.get("unknown").rows.get(0).get("language"));
    }
  }

  /** A page whose owner has changed his mind since the index was built is in neither file. */
  @Test
  void whatTheNewestVersionDisallowsIsInNeitherFile() throws Exception {
    try (TestSite site = new TestSite(web, folder, "db.fetch.interval.default=1")) {
      crawl(site);
      web.on(
          "www.a.test",
          "/b",
          Response.html("<title>Weather</title>changed").header("Content-Usage", "train-ai=n"));
      Thread.sleep(1100);
      for (String phase : List.of("generate", "fetch", "parse", "update")) {
        site.orb(0, phase, site.dir());
      }
      Map<String, Shard> shards = export(site, "owi", "--usage", "ai-train");
      Shard english = shards.get("eng");
      assertEquals(sha256(web.url("www.a.test", "/p;v=1?q=2")), String.join(" ", english.ids()));
      assertEquals(english.ids(), english.ciff.ids());
      assertEquals(1, english.ciff.postings().get("weather").size());
      assertEquals(2, shards.get("deu").rows.size());
    }
  }

  @Test
  void anExportOfNoPageLeavesNothing() throws Exception {
    try (TestSite site = new TestSite(web, folder)) {
      Path seeds = Files.writeString(folder.resolve("seeds.txt"), web.url("c.test", "/"));
      site.orb(0, "crawl", seeds.toString(), site.dir(), "--rounds", "1");
      String said =
          site.orb(
              1,
              "export",
              site.dir(),
              "--format",
              "owi",
              "--out",
              folder + "/none",
              "--usage",
              "ai-train");
      assertTrue(said.contains("nothing to export: no page of the index may be exported"), said);
      assertFalse(Files.exists(folder.resolve("none")));
    }
  }

  private void crawl(TestSite site) throws Exception {
    Path seeds =
        Files.write(
            folder.resolve("seeds.txt"),
            List.of(web.url("www.a.test", "/"), web.url("c.test", "/"), web.url("d.test", "/")));
    site.orb(0, "crawl", seeds.toString(), site.dir(), "--rounds", "2");
  }

  private Map<String, Shard> export(TestSite site, String name, String... options)
      throws Exception {
    Path out = folder.resolve(name);
    List<String> words =
        new ArrayList<>(List.of("export", site.dir(), "--format", "owi", "--out", out.toString()));
    words.addAll(List.of(options));
    site.orb(0, words.toArray(String[]::new));
    Map<String, Shard> shards = new TreeMap<>();
    try (Stream<Path> files = Files.walk(out);
        Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
      for (Path file : files.filter(path -> path.endsWith("metadata_0.parquet")).toList()) {
        String place = out.relativize(file.getParent()).toString();
        assertTrue(place.matches("year=\\d{4}/month=\\d+/day=\\d+/language=[a-z]+"), place);
        try (InputStream in = in(file.resolveSibling("index.ciff.gz"))) {
          shards.put(
              place.substring(place.lastIndexOf('=') + 1),
              new Shard(rows(duck, file), new Ciff(in)));
        }
      }
    }
    return shards;
  }

  private static List<Map<String, Object>> rows(Connection duck, Path file) throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    try (var statement = duck.createStatement();
        ResultSet result =
            statement.executeQuery(
                "FROM read_parquet('" + file + "', hive_partitioning = false)")) {
      var about = result.getMetaData();
      while (result.next()) {
        Map<String, Object> row = new TreeMap<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
          row.put(about.getColumnName(i), result.getObject(i));
        }
        rows.add(row);
      }
      for (int i = 1; i <= about.getColumnCount(); i++) {
        columns.add(about.getColumnName(i) + " " + about.getColumnTypeName(i));
      }
    }
    assertEquals(COLUMNS, String.join(", ", columns));
    return rows;
  }

  /** How often a word is in the texts of a page. */
  private static long count(Map<String, Object> row, String word) {
    String text = row.get("title") + "\n" + row.get("plain_text");
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\W+")).filter(word::equals).count();
  }

  private static InputStream in(Path file) throws Exception {
    InputStream in = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
