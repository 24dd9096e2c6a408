package org.orbweaver.crawler.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.inject.InjectCommand.SeedArguments;
import org.orbweaver.crawler.inject.Seeds.SeedLine;
import picocli.CommandLine;

class SeedsTest {
  @TempDir Path dir;

  @Test
  void aUrlWithoutTwoSlashesIsNoFile() {
    for (String seed : List.of("http:/host/", "HTTPS:host", "http:")) {
      OrbException e =
          assertThrows(OrbException.class, () -> Seeds.find(new Configuration(), List.of(seed)));
      assertEquals("expected http:// or https:// and a host, got '" + seed + "'", e.getMessage());
      assertEquals(ExitCode.USAGE, e.exitCode());
    }
  }

  @Test
  void readsALineAsNutchDoes() {
    assertNull(SeedLine.parse("  # note"));
    assertNull(SeedLine.parse(" \t"));
    assertEquals(
        new SeedLine(
            "http://a/", null, null, null, Map.of(), List.of("expected key=value, got 'nonsense'")),
        SeedLine.parse(" http://a/ \t nonsense"));
    assertEquals(
        new SeedLine(
            "http://a/",
            2f,
            10,
            20,
            Map.of("k", "v=w", "l", ""),
            List.of("nutch.score: expected a number, got 'NaN'")),
        SeedLine.parse(
            "http://a/\tnutch.score=2\tk=v=w\tnutch.fetchInterval=10\tnutch.fetchInterval.fixed=20"
                + "\tl=\tnutch.score=NaN"));
  }

  @Test
  void blanksAroundAUrlAreNotOfItAndNumbersAreChecked() {
    SeedLine line =
        SeedLine.parse(
            "\u200b http://a/\u00a0\tnutch.fetchInterval=-1\tnutch.fetchInterval.fixed=x");
    assertEquals("http://a/", line.url());
    assertNull(line.interval());
    assertEquals(
        List.of(
            "nutch.fetchInterval: expected a number, got '-1'",
            "nutch.fetchInterval.fixed: expected a number, got 'x'"),
        line.problems());
  }

  @Test
  void findsListsFoldersAndUrls() throws Exception {
    Path folder = Files.createDirectories(dir.resolve("seeds"));
    Files.writeString(folder.resolve("b.txt"), "\ufeffhttp://b/\r\n\nhttp://c/");
    Files.writeString(folder.resolve(".hidden"), "http://hidden/");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("a.gz")))) {
      out.write("http://a/\n".getBytes(StandardCharsets.UTF_8));
    }
    List<String> lines = new ArrayList<>();
    Seeds.find(new Configuration(), List.of(folder.toString(), "HTTPS://d/"))
        .forEachLine((where, line) -> lines.add(where + " " + line));
    assertEquals(
        List.of(
            "command line HTTPS://d/",
            "a.gz:1 http://a/",
            "b.txt:1 http://b/",
            "b.txt:2 ",
            "b.txt:3 http://c/"),
        lines);
    OrbException e =
        assertThrows(
            OrbException.class, () -> Seeds.find(new Configuration(), List.of("no/such/file")));
    assertTrue(e.getMessage().contains("no/such/file"), e.getMessage());
  }

  /** A file system that is not the local one and has none of its files. */
  public static final class Elsewhere extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("elsewhere:///");
    }

    @Override
    public File pathToFile(org.apache.hadoop.fs.Path path) {
      return new File("/nowhere/at/all", path.toUri().getPath());
    }
  }

  /** As on a cluster, where a seed list given on the client is a local file. */
  @Test
  void fingerprintsLocalListsWhateverTheDefaultFileSystem() throws Exception {
    Path folder = Files.createDirectories(dir.resolve("seeds"));
    Path list = Files.writeString(folder.resolve("a.txt"), "http://a/\n");
    Files.writeString(folder.resolve("b.txt"), "http://b/\n");
    var local = new Configuration();
    var cluster = new Configuration();
    cluster.setClass("fs.elsewhere.impl", Elsewhere.class, FileSystem.class);
    cluster.set("fs.defaultFS", "elsewhere:///");
    String file =
        InjectPhase.fingerprint(local, new InjectPhase.SeedSources(List.of(list.toString())));
    assertEquals(
        file,
        InjectPhase.fingerprint(cluster, new InjectPhase.SeedSources(List.of(list.toString()))));
    assertEquals(
        file,
        InjectPhase.fingerprint(local, new InjectPhase.SeedSources(List.of("http://a/"))),
        "the same lines");
    assertNotEquals(
        file,
        InjectPhase.fingerprint(
            local, new InjectPhase.SeedSources(List.of(), List.of("http://a/"))),
        "a sitemap");
    String both =
        InjectPhase.fingerprint(cluster, new InjectPhase.SeedSources(List.of(folder.toString())));
    assertNotEquals(file, both);
    Files.writeString(folder.resolve(".hidden"), "http://c/\n");
    assertEquals(
        both,
        InjectPhase.fingerprint(cluster, new InjectPhase.SeedSources(List.of(folder.toString()))));
    Files.writeString(list, "http://a/x\n");
    assertNotEquals(
        both,
        InjectPhase.fingerprint(cluster, new InjectPhase.SeedSources(List.of(folder.toString()))));
    OrbException e =
        assertThrows(
            OrbException.class,
            () ->
                InjectPhase.fingerprint(
                    cluster, new InjectPhase.SeedSources(List.of("/no/such/file"))));
    assertTrue(e.getMessage().contains("/no/such/file"), e.getMessage());
  }

  private static Change seed(long line, float score, String metadata) {
    var datum = new CrawlDatum(CrawlDatum.STATUS_INJECTED, 2_592_000, score);
    datum.setModifiedTime(line);
    datum.getMetaData().put(new Text("k"), new Text(metadata));
    return Change.of(0, datum);
  }

  @Test
  void mergesBySettings() {
    var conf = new Configuration();
    List<CrawlDbCounter> tally = new ArrayList<>();
    var merge = new InjectMerge();
    merge.setup(conf, tally::add);
    CrawlDatum added = merge.merge("u", null, List.of(seed(2, 5f, "b"), seed(1, 7f, "a")));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, added.getStatus());
    assertEquals(5f, added.getScore());
    assertEquals(0, added.getModifiedTime());

    var old = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 99, 3f);
    assertSame(old, merge.merge("u", old, List.of(seed(1, 7f, "a"))));
    assertEquals(3f, old.getScore());
    assertEquals(List.of(), tally);

    conf.setBoolean("db.injector.update", true);
    merge.setup(conf, tally::add);
    assertSame(old, merge.merge("u", old, List.of(seed(1, 1f, "a"))));
    assertEquals(3f, old.getScore(), "the default score is no score given");
    assertEquals(99, old.getFetchInterval());
    assertEquals(new Text("a"), old.getMetaData().get(new Text("k")));
    assertEquals(List.of(CrawlDbCounter.CHANGED), tally);
    merge.merge("u", old, List.of(seed(1, 1f, "a")));
    assertEquals(List.of(CrawlDbCounter.CHANGED), tally, "again changes nothing");

    conf.setBoolean("db.injector.overwrite", true);
    merge.setup(conf, tally::add);
    CrawlDatum overwritten = merge.merge("u", old, List.of(seed(1, 1f, "c")));
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, overwritten.getStatus());
    assertEquals(1f, overwritten.getScore());
  }

  private static SeedArguments parse(String line) {
    SeedArguments arguments = new SeedArguments();
    new CommandLine(arguments).parseArgs(line.split(" "));
    return arguments;
  }

  @Test
  void theCrawlDirectoryComesLast() throws IOException {
    SeedArguments arguments = parse("http://a.test/ http://b.test/ crawl");
    assertEquals(List.of("http://a.test/", "http://b.test/"), arguments.seeds());
    assertEquals("crawl", arguments.dir());
    arguments.check(new Configuration());
  }

  @Test
  void sitemapsMayStandInThePlaceOfSeeds() throws IOException {
    SeedArguments arguments =
        parse("--sitemap http://a.test/s.xml crawl --sitemap=http://b.test/s.txt");
    arguments.check(new Configuration());
    assertEquals("crawl", arguments.dir());
    assertEquals(
        new InjectPhase.SeedSources(
            List.of(), List.of("http://a.test/s.xml", "http://b.test/s.txt")),
        arguments.options());
    assertEquals(List.of(), parse("http://a.test/ crawl").options().sitemaps());
  }

  @ParameterizedTest
  @CsvSource({
    "crawl, USAGE",
    "http://a.test/, USAGE",
    "http://a.test/ http://b.test/, USAGE",
    "crawl https://b.test/, USAGE",
    "no/such/file.txt crawl, FAILED",
    "--sitemap no/such/file.txt crawl, FAILED",
  })
  void whatIsWrongIsFoundBeforeTheDirectoryIsMade(String line, ExitCode code) {
    SeedArguments arguments = parse(line);
    OrbException e = assertThrows(OrbException.class, () -> arguments.check(new Configuration()));
    assertEquals(code, e.exitCode());
  }
}
