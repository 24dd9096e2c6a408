package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Orb;

/** The whole path on HDFS, with jobs in the local runner, has the same result as on local files. */
class CrawlOnHdfsIT {
  private static final List<String> QUERIES = List.of("quokka", "page", "h1.test", "start");
  private static final String ROUNDS = "2";

  @TempDir private static Path temp;
  private static SmallWeb web;
  private static CrawlResult expected;

  @BeforeAll
  static void crawlOnFiles() throws Exception {
    web = new SmallWeb(temp, 2, 2);
    String dir = temp.resolve("crawl").toString();
    Configuration local = new Configuration();
    OrbRun.ok(local, crawl(dir));
    expected = CrawlResult.of(local, dir, QUERIES);
    expected.assertComplete(web);
  }

  @AfterAll
  static void stop() {
    web.close();
  }

  private static List<String> crawl(String dir) {
    List<String> args = new ArrayList<>(List.of("crawl"));
    args.addAll(web.seeds());
    args.addAll(List.of(dir, "--rounds", ROUNDS));
    args.addAll(web.options());
    return args;
  }

  @Test
  void hasTheSamePagesRanksAndResults() throws Exception {
    Configuration conf = MiniHdfs.conf();
    // As with a large crawldb: a reducer for each part of the list, and hosts joined to it.
    conf.setLong("orbweaver.internal.generate.one.reducer.bytes", 0);
    conf.setInt("orbweaver.generate.parts", 2);
    web.web().log().clear();
    OrbRun.ok(conf, crawl("/crawls/one"));
    CrawlResult.of(conf, "/crawls/one", QUERIES).assertSame(expected);
    assertEquals(Map.of(), web.repeated(), "pages that were asked for twice");

    OrbRun hits = OrbRun.ok(conf, List.of("hits", "/crawls/one"));
    assertTrue(MiniHdfs.fs().exists(new org.apache.hadoop.fs.Path("/crawls/one/hits")), hits::err);

    OrbRun export =
        OrbRun.ok(
            conf, List.of("export", "/crawls/one", "--format", "solr", "--out", "/exports/one"));
    for (String name : List.of("schema.json", "pages-00000.jsonl")) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/exports/one", name);
      assertTrue(MiniHdfs.fs().getFileStatus(file).getLen() > 0, export::err);
    }
    assertEquals(1, MiniHdfs.fs().listStatus(new org.apache.hadoop.fs.Path("/exports")).length);

    OrbRun.ok(conf, List.of("export", "/crawls/one", "--format", "warc", "--out", "/exports/warc"));
    OrbRun imported = OrbRun.ok(conf, List.of("import", "/exports/warc", "/crawls/imported"));
    String summary = imported.out().get(0);
    assertTrue(summary.matches("segment \\d+: [1-9]\\d* pages from .*"), summary);
    assertFalse(summary.contains("damaged"), summary);

    OrbRun again = OrbRun.of(conf, crawl("/crawls/one"));
    assertEquals(ExitCode.NOTHING_TO_DO.code(), again.exit(), again::err);
    assertNothingLeftIn(conf, "/crawls/one");
  }

  @Test
  void leavesACrawlAloneThatAnotherRunHolds() throws Exception {
    Configuration conf = MiniHdfs.conf();
    OrbRun.ok(conf, List.of("inject", web.seeds().get(0), "/crawls/held"));
    try (Session holder = Session.open(conf, "/crawls/held", Console.silent(), "holder")) {
      int steps = holder.steps().history().size();
      OrbRun run = OrbRun.of(conf, crawl("/crawls/held"));
      assertEquals(ExitCode.LOCKED.code(), run.exit(), run::err);
      assertTrue(run.err().contains("holder"), run::err);
      assertEquals(steps, holder.steps().history().size());
    }
  }

  /** Kill -9 repeatedly, and the same command each time: the result is that of one clean run. */
  @Test
  void comesToTheSameAfterBeingKilled() throws Exception {
    String dir = MiniHdfs.uri() + "/crawls/killed";
    int kills = 0;
    long patience = 5_000;
    while (true) {
      Process orb =
          Processes.start(temp.resolve("orb.log"), Orb.class, crawl(dir).toArray(new String[0]));
      if (orb.waitFor(patience, TimeUnit.MILLISECONDS)) {
        // 3: the one before was killed between its last step and its end.
        String log = Files.readString(temp.resolve("orb.log"));
        assertTrue(orb.exitValue() == 0 || orb.exitValue() == 3, log);
        break;
      }
      orb.destroyForcibly().waitFor();
      kills++;
      // Longer each time, so that each attempt is killed in another phase and the last one ends.
      patience = patience * 3 / 2;
    }
    assertTrue(kills > 0, "it ended before it could be killed");
    Configuration conf = MiniHdfs.conf();
    CrawlResult.of(conf, dir, QUERIES).assertSame(expected);
    assertNothingLeftIn(conf, dir);
  }

  private static void assertNothingLeftIn(Configuration conf, String dir) throws Exception {
    CrawlDir crawl = CrawlDir.open(conf, dir);
    List<String> names =
        Arrays.stream(crawl.fs().listStatus(crawl.root()))
            .map(FileStatus::getPath)
            .map(org.apache.hadoop.fs.Path::getName)
            .toList();
    assertFalse(names.contains(".staging"), names::toString);
  }
}
