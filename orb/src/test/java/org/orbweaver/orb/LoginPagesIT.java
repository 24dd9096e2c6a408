package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.testkit.FakeWeb;

/** A page fetched with a login, from the segment through the crawldb to index and exports. */
class LoginPagesIT {
  private static final String SITE = "host a.test";

  @TempDir private Path folder;

  @Test
  void aPageWithALoginIsKnownAsSuchToTheEnd() throws Exception {
    FakeWeb web = FakeWeb.start();
    web.page("a.test", "/", "<title>Salaries</title>walrus");
    web.page("b.test", "/", "<title>Open</title>walrus");
    String url = web.url("a.test", "/");
    try (TestSite site = new TestSite(web, folder)) {
      String dir = site.dir();
      Path seeds =
          Files.writeString(folder.resolve("seeds.txt"), url + "\n" + web.url("b.test", "/"));
      site.orb(0, "inject", seeds.toString(), dir);
      site.orb(0, "generate", dir);
      site.orb(0, "fetch", dir);
      mark(dir, url);
      site.orb(0, "parse", dir);
      site.orb(0, "update", dir);
      site.orb(0, "index", dir);

      String why = site.orb(0, "why", url, dir);
      assertEquals(3, why.split("fetched with the login of site host a\\.test", -1).length, why);
      assertFalse(site.orb(0, "why", web.url("b.test", "/"), dir).contains("login"));
      for (String store : List.of("crawldb", "segment")) {
        String shown = site.orb(0, "read", store, dir, "--url", url, "--json");
        assertTrue(shown.contains("\"_orb_site_\":\"host a.test\""), shown);
      }
      assertEquals("1 result", results(site, "login:a.test"));
      assertEquals("2 results", results(site, "walrus"));
      String json = site.orb(0, "report", dir, "--json");
      assertTrue(json.matches("(?s).*\"sites\" : \\{\\s*\"host a.test\" : 1\\s*}.*"), json);
      Path report = folder.resolve("report.html");
      site.orb(0, "report", dir, "--out", report.toString());
      assertTrue(Files.readString(report).contains("Pages fetched with a login, by site"));
      String metrics = site.orb(0, "report", dir, "--prometheus");
      assertTrue(
          metrics.contains("orbweaver_login_pages{crawl=\"crawl\",site=\"host a.test\"} 1"),
          metrics);
      for (String format : new String[] {"tsv", "wacz"}) {
        String out = folder.resolve("out-" + format).toString();
        String said = site.orb(0, "export", dir, "--format", format, "--out", out, "--public");
        assertTrue(
            said.contains("1 page omitted: fetched with a login\n")
                || said.contains("; 1 fetch with a login omitted\n"),
            said);
      }
      Path tables = folder.resolve("tables");
      String said =
          site.orb(0, "export", dir, "--format", "parquet", "--out", tables.toString(), "--public");
      assertTrue(said.contains("; 1 response and 1 page with a login omitted\n"), said);
      assertTrue(said.contains(" and 1 host exported to "), said);
      try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = duck.createStatement()) {
        for (String column :
            List.of(
                "url FROM '%s/cc-index/**/*.parquet' WHERE fetch_status = 200",
                "url FROM '%s/pages/*.parquet'")) {
          ResultSet row = statement.executeQuery("SELECT " + String.format(column, tables));
          assertTrue(row.next(), column);
          assertEquals(web.url("b.test", "/"), row.getString(1));
          assertFalse(row.next(), column);
        }
      }

      site.orb(0, "index", dir, "-D", "orbweaver.index.public=true");
      assertEquals("1 result", results(site, "walrus"));
      why = site.orb(0, "why", url, dir, "--json", "-D", "orbweaver.index.public=true");
      assertEquals("left_out", Json.parse(why).get("standing"), why);
      assertEquals("not-public", Json.parse(why).get("cause"), why);
      assertTrue(why.contains("set orbweaver.index.public to false"), why);
    }
  }

  private static String results(TestSite site, String query) {
    String said = site.orb(0, "search", site.dir(), query);
    return said.replaceFirst("(?s).*?(\\d+ results?).*", "$1");
  }

  private static void mark(String dir, String url) throws Exception {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path segment = CrawlDir.open(conf, dir).segmentList().get(0);
    rewrite(
        conf,
        segment,
        CrawlDatum.FETCH_DIR_NAME,
        CrawlDatum.class,
        url,
        d -> SiteMark.putOn(d, SITE));
    rewrite(
        conf,
        segment,
        Content.DIR_NAME,
        Content.class,
        url,
        content -> SiteMark.putOn(content.getMetadata(), SITE));
  }

  /** Changes one record of a segment, as a fetch with a login would have written it. */
  private static <V extends Writable> void rewrite(
      Configuration conf,
      org.apache.hadoop.fs.Path segment,
      String store,
      Class<V> type,
      String url,
      Consumer<V> change)
      throws Exception {
    var path = new org.apache.hadoop.fs.Path(segment, store);
    for (org.apache.hadoop.fs.Path part : Parts.of(path.getFileSystem(conf), path)) {
      SortedMap<Text, V> records = new TreeMap<>();
      try (SortedMerge<V> merge = SortedMerge.open(conf, List.of(part), type)) {
        while (merge.next()) {
          records.put(new Text(merge.key()), merge.value());
        }
      }
      if (records.containsKey(new Text(url))) {
        change.accept(records.get(new Text(url)));
        FileUtils.deleteDirectory(Path.of(part.toUri().getPath()).toFile());
        try (MapFile.Writer writer = StoreFiles.mapFile(conf, part, type)) {
          for (var record : records.entrySet()) {
            writer.append(record.getKey(), record.getValue());
          }
        }
      }
    }
  }
}
