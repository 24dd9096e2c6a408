package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Scheduled runs while HDFS is in safe mode, or at a quota's limit. */
class RecrawlOnHdfsIT {
  private static final List<String> QUERIES = List.of("numbats", "quokka", "page");
  private static final String BEFORE = "A page without links about quokkas.";
  private static final String AFTER = "Another text about quokkas and numbats.";

  /** The least that a NameNode accepts. */
  private static final int BLOCK_BYTES = 1 << 20;

  @TempDir private static Path temp;
  private static SmallWeb web;
  private static CrawlResult expected;

  private final Configuration conf = MiniHdfs.conf();
  private String dir;

  @BeforeAll
  static void recrawlOnFiles() throws Exception {
    web = new SmallWeb(temp, 2, 2);
    Configuration local = new Configuration();
    String dir = temp.resolve("crawl").toString();
    OrbRun.ok(local, crawl(dir));
    web.changeLeaf(AFTER);
    OrbRun.ok(local, recrawl(dir));
    expected = result(local, dir);
    assertEquals(List.of(web.leaf()), expected.found().get("numbats"));
  }

  @AfterAll
  static void stop() {
    web.close();
  }

  @BeforeEach
  void crawlOnHdfs(TestInfo test) throws IOException {
    conf.setInt(HdfsClientConfigKeys.DFS_REPLICATION_KEY, 1);
    conf.setInt(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    dir = "/recrawls/" + test.getTestMethod().orElseThrow().getName();
    web.changeLeaf(BEFORE);
    OrbRun.ok(conf, crawl(dir));
    web.changeLeaf(AFTER);
  }

  private static List<String> crawl(String dir) {
    List<String> words = new ArrayList<>(List.of("crawl"));
    words.addAll(web.seeds());
    words.addAll(List.of(dir, "--until-done", "-D", "db.fetch.interval.default=3600"));
    words.addAll(web.options());
    return words;
  }

  private static List<String> recrawl(String dir) {
    List<String> words = new ArrayList<>(List.of("recrawl", dir));
    words.addAll(web.options());
    return words;
  }

  /** The number of fetches of a page is ignored. */
  private static CrawlResult result(Configuration conf, String dir) throws IOException {
    CrawlResult result = CrawlResult.of(conf, dir, QUERIES);
    result.pages().replaceAll((url, status) -> status.replace("notmodified", "fetched"));
    return result;
  }

  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    var all = MiniHdfs.fs().listFiles(new org.apache.hadoop.fs.Path(dir), true);
    while (all.hasNext()) {
      var file = all.next();
      files.put(file.getPath().toUri().getPath(), file.getLen());
    }
    return files;
  }

  private void assertFails(String because) {
    OrbRun run = OrbRun.of(conf, recrawl(dir));
    assertEquals(1, run.exit(), run::err);
    String last = run.err().lines().reduce((a, b) -> b).orElse("");
    assertTrue(last.toLowerCase(Locale.ROOT).contains(because), run::err);
  }

  /** Asserts that the result is that of a run without faults. */
  private void assertWhole() throws IOException {
    result(conf, dir).assertSame(expected);
    assertTrue(
        files().keySet().stream().noneMatch(name -> name.contains("/.staging/")),
        "nothing is left lying about");
  }

  @Test
  void inSafeModeNothingHappens() throws Exception {
    DistributedFileSystem fs = MiniHdfs.fs();
    Map<String, Long> before = files();
    fs.setSafeMode(SafeModeAction.ENTER);
    try {
      assertFails("safe mode");
      assertEquals(before, files());
    } finally {
      fs.setSafeMode(SafeModeAction.LEAVE);
    }
    OrbRun.ok(conf, recrawl(dir));
    assertWhole();
  }

  @Test
  void whereFilesRunOutTheNextRunGoesOn() throws Exception {
    grow(1, 0, 4);
  }

  @Test
  void whereSpaceRunsOutTheNextRunGoesOn() throws Exception {
    grow(0, BLOCK_BYTES / 2, 2);
  }

  /** Allows this much more than is used, and times more after each failure; 0 for no limit. */
  private void grow(long files, long bytes, int times) throws IOException {
    long none = HdfsConstants.QUOTA_DONT_SET;
    DistributedFileSystem fs = MiniHdfs.fs();
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(dir);
    int failures = 0;
    OrbRun run;
    for (int factor = 1; ; factor *= times) {
      ContentSummary used = fs.getContentSummary(root);
      fs.setQuota(
          root,
          files == 0 ? none : used.getFileCount() + used.getDirectoryCount() + factor * files,
          bytes == 0 ? none : used.getSpaceConsumed() + factor * bytes);
      run = OrbRun.of(conf, recrawl(dir));
      if (run.exit() != 1) {
        break;
      }
      assertTrue(run.err().toLowerCase(Locale.ROOT).contains("quota"), run::err);
      failures++;
    }
    assertTrue(failures >= 2, failures + " failures");
    assertEquals(0, run.exit(), run::err);
    fs.setQuota(root, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
    assertWhole();
  }
}
