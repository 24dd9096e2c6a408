package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;

/**
 * A crash at each point of a step leaves either the old generation or the new one after the next
 * start: on HDFS as on the local file system.
 */
class StepRecoveryIT {
  /** The points of a crash, in the order of a step's work. */
  enum CrashPoint {
    WHILE_WRITING,
    BEFORE_COMMIT,
    AFTER_RECORD,
    OLD_SET_ASIDE,
    FIRST_RENAMED,
    ALL_RENAMED
  }

  private static final String SEGMENT = "20260101000000";

  @TempDir private static java.nio.file.Path temp;

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void onHdfs(CrashPoint crash) throws Exception {
    recovers(MiniHdfs.conf(), "/steps-" + crash, crash);
  }

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void onLocalFiles(CrashPoint crash) throws Exception {
    recovers(new Configuration(), temp.resolve("steps-" + crash).toUri().toString(), crash);
  }

  private static void recovers(Configuration conf, String dir, CrashPoint crash) throws Exception {
    try (Session s = Session.create(conf, dir, Console.silent(), "first")) {
      Step step = s.steps().begin("update", "1");
      write(s, step.staging("crawldb"), "old");
      step.replace(step.staging("crawldb"), s.dir().crawlDb());
      step.commit(Map.of());
      crashAt(s, crash);
    }
    boolean committed = crash.compareTo(CrashPoint.AFTER_RECORD) >= 0;
    try (Session s = Session.open(conf, dir, Console.silent(), "second")) {
      FileSystem fs = s.dir().fs();
      assertEquals(committed ? 2 : 1, s.steps().history().size());
      if (!committed) {
        // The next step of that name removes the staging of the crashed one.
        assertFalse(fs.exists(s.steps().begin("update", "2").staging("crawldb")));
      }
      assertEquals(committed ? "new" : "old", read(s, s.dir().crawlDb()));
      Path segment = new Path(s.dir().segments(), SEGMENT);
      assertEquals(committed, fs.exists(segment));
      if (committed) {
        assertEquals("segment", read(s, segment));
      }
      assertFalse(fs.exists(new Path(s.dir().root(), ".staging")), "staging is left");
    }
    try (Session s = Session.open(conf, dir, Console.silent(), "third")) {
      assertEquals(committed ? "new" : "old", read(s, s.dir().crawlDb()));
      assertTrue(s.steps().last("update").isPresent());
    }
  }

  /**
   * Runs a second step up to the crash point; for a crash after the commit, reverts its renames.
   */
  private static void crashAt(Session s, CrashPoint crash) throws IOException {
    CrawlDir dir = s.dir();
    Step step = s.steps().begin("update", "2");
    Path crawlDb = step.staging("crawldb");
    Path segment = step.staging("segment");
    Path target = new Path(dir.segments(), SEGMENT);
    write(s, crawlDb, "new");
    if (crash == CrashPoint.WHILE_WRITING) {
      return;
    }
    write(s, segment, "segment");
    step.replace(crawlDb, dir.crawlDb());
    step.publish(segment, target);
    if (crash == CrashPoint.BEFORE_COMMIT) {
      return;
    }
    step.commit(Map.of());
    if (crash == CrashPoint.ALL_RENAMED) {
      return;
    }
    Files.rename(s.conf(), target, segment);
    if (crash == CrashPoint.FIRST_RENAMED) {
      return;
    }
    Files.rename(s.conf(), dir.crawlDb(), crawlDb);
    if (crash == CrashPoint.OLD_SET_ASIDE) {
      return;
    }
    write(s, dir.crawlDb(), "old");
  }

  private static void write(Session s, Path folder, String text) throws IOException {
    Files.writeNew(
        s.conf(), new Path(folder, "part-r-00000"), text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Session s, Path folder) throws IOException {
    return new String(
        Files.read(s.dir().fs(), new Path(folder, "part-r-00000")), StandardCharsets.UTF_8);
  }
}
