package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.PluginJar;

class StepsTest {
  private final Configuration conf = new Configuration();
  private final Clock clock = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  @TempDir private Path root;
  private int round;
  private CrawlDir dir;

  @BeforeEach
  void open() throws IOException {
    dir = CrawlDir.create(conf, root.toUri().toString());
  }

  @Test
  void aCommittedStepReplacesAndPublishes() throws IOException {
    commit("old", "1");
    commit("new", "2");
    assertEquals("new", read("crawldb/current/data"));
    assertEquals("new", read("segments/2/data"));
    assertFalse(Files.exists(root.resolve(".staging")), "nothing is left lying about");
    List<StepRecord> history = Steps.readHistory(dir);
    assertEquals(2, history.size());
    StepRecord last = history.get(1);
    assertEquals("update", last.name());
    assertEquals("2", last.key());
    assertEquals(clock.instant(), last.time());
    assertEquals(Map.of("count", "12", "note", "a \"quoted\"\nline"), last.results());
  }

  @Test
  void whatWasNotCommittedIsGoneWhenTheStepBeginsAnew() throws IOException {
    commit("old", "1");
    try (Session session = session()) {
      stage(session.steps().begin("update", "2"), "crawldb", "new");
    }
    assertEquals("old", read("crawldb/current/data"));
    try (Session session = session()) {
      session.steps().begin("update", "3").abort();
    }
    assertFalse(Files.exists(root.resolve(".staging")));
    assertEquals("old", read("crawldb/current/data"));
  }

  @Test
  void whatAnotherStepLeftIsKeptAndSaid() throws IOException {
    try (Session session = session()) {
      stage(session.steps().resume("fetch", "1"), "run", "half");
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Console console = new Console(said, said, false);
    try (Session session = Session.at(conf, dir, console, "test", clock)) {
      session.steps().begin("generate", "2").abort();
      commit(session, "new", "3");
      session.steps().begin("seeds", "a1b2").commit(Map.of());
    }
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(2, text.split("interrupted fetch of 1 ", -1).length, "said once: " + text);
    try (Session session = session()) {
      assertTrue(session.steps().isInterrupted("fetch"));
      Step resumed = session.steps().resume("fetch", "1");
      assertTrue(dir.fs().exists(resumed.staging("run")));
      resumed.publish(
          resumed.staging("run"), new org.apache.hadoop.fs.Path(dir.segments(), "1/run"));
      resumed.commit(Map.of());
    }
    assertEquals("half", read("segments/1/run/data"));
    assertFalse(Files.exists(root.resolve(".staging")));
  }

  @Test
  void aResumedStepKeepsItsStagingAndThatOfOtherSegments() throws IOException {
    String open = "20260101000000";
    Files.createDirectories(root.resolve("segments/" + open));
    try (Session session = session()) {
      stage(session.steps().resume("fetch", open), "run", "half");
      stage(session.steps().resume("fetch", "20260101000001"), "run", "half");
    }
    commit("old", "1");
    try (Session session = session()) {
      Step other = session.steps().resume("fetch", "20260101000002");
      assertFalse(dir.fs().exists(other.staging("run")));
      assertTrue(session.steps().left("fetch", "20260101000001").isEmpty(), "its segment is gone");
      Step resumed = session.steps().resume("fetch", open);
      assertTrue(dir.fs().exists(resumed.staging("run")));
    }
  }

  /** Half a step by one set of plugins and half by another would be a mixture of both. */
  @Test
  void aStepIsNotResumedWithOtherPlugins(@TempDir Path plugins) throws IOException {
    String plugin = "public class %s implements org.orbweaver.plugin.Plugin {}";
    PluginJar.build(plugins, "one", "One", plugin.formatted("One"));
    conf.set("orbweaver.plugins", plugins.toString());
    try (Session session = session()) {
      stage(session.steps().resume("fetch", "1"), "run", "half");
    }
    String one = Plugins.summary(conf);
    PluginJar.build(plugins, "two", "Two", plugin.formatted("Two"));
    try (Session session = session()) {
      Steps steps = session.steps();
      OrbException refused = assertThrows(OrbException.class, () -> steps.resume("fetch", "1"));
      String said = refused.getMessage();
      assertTrue(said.contains("begun with the plugins " + one + ","), said);
      assertTrue(said.contains("now there are " + one + ", two "), said);
      assertTrue(said.contains("remove file:" + root), said);
      // A step that begins anew does not mind.
      commit(session, "new", "2");
    }
    StepRecord last = Steps.readHistory(dir).get(0);
    assertEquals(Plugins.summary(conf), last.results().get(StepRecord.PLUGINS));
    try (Stream<Path> files = Files.walk(plugins.resolve("two"))) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> assertTrue(file.toFile().delete()));
    }
    try (Session session = session()) {
      assertTrue(dir.fs().exists(session.steps().resume("fetch", "1").staging("run")));
    }
    conf.unset("orbweaver.plugins");
    try (Session session = session()) {
      Steps steps = session.steps();
      OrbException refused = assertThrows(OrbException.class, () -> steps.resume("fetch", "1"));
      assertTrue(refused.getMessage().contains("but now there are none"), refused.getMessage());
    }
  }

  /** A graph of hosts is named so. */
  @Test
  void aKeyMayHaveADash() throws IOException {
    String key = "20260101000000-hosts";
    try (Session session = session()) {
      stage(session.steps().begin("fold", key), "graph", "half");
      stage(session.steps().resume("pagerank", key), "run", "half");
    }
    try (Session session = session()) {
      assertTrue(session.steps().isInterrupted("fold"));
      Step resumed = session.steps().resume("pagerank", key);
      assertTrue(dir.fs().exists(resumed.staging("run")));
      resumed.abort();
      Step anew = session.steps().begin("fold", key);
      assertFalse(dir.fs().exists(anew.staging("graph")));
      anew.abort();
    }
    assertFalse(Files.exists(root.resolve(".staging")));
  }

  @Test
  void aStepWithoutOutputLeavesNothing() throws IOException {
    try (Session session = session()) {
      Step step = session.steps().begin("near", "1");
      stage(step, "scratch", "x");
      step.commit(Map.of());
    }
    assertFalse(Files.exists(root.resolve(".staging")));
  }

  @Test
  void whatAFailedStepLeftIsNotTakenForTheLastOnesOutput() throws IOException {
    commit("old", "1");
    try (Session session = session()) {
      stage(session.steps().begin("update", "1"), "crawldb", "half");
    }
    session().close();
    assertEquals("old", read("crawldb/current/data"));
  }

  /**
   * A crash after the record is written leaves, depending on its moment: nothing moved; the old one
   * moved out; the new one moved in; and so on; the removed one moved away. From each of these, the
   * next start ends at the new state.
   */
  @Test
  void anInterruptedCommitIsFinishedFromEachPoint() throws IOException {
    for (int crashPoint = 0; crashPoint <= 5; crashPoint++) {
      Path crawl = root.resolve("crash-" + crashPoint);
      Files.createDirectories(crawl.resolve("crawldb/current"));
      Files.writeString(crawl.resolve("crawldb/current/data"), "old");
      Path staging = crawl.resolve(".staging/update-2");
      Files.createDirectories(staging.resolve("crawldb"));
      Files.writeString(staging.resolve("crawldb/data"), "new");
      Files.createDirectories(staging.resolve("segment"));
      Files.writeString(staging.resolve("segment/data"), "new");
      Files.createDirectories(crawl.resolve("segments/1"));
      Files.writeString(crawl.resolve("segments/1/data"), "old");
      Files.createDirectories(crawl.resolve(".state"));
      StepRecord committed =
          new StepRecord(
              1,
              "update",
              "2",
              clock.instant(),
              Map.of(),
              List.of(
                  move("crawldb", "crawldb/current", StepRecord.Kind.REPLACE),
                  move("segment", "segments/2", StepRecord.Kind.PUBLISH),
                  move(".removed-2", "segments/1", StepRecord.Kind.REMOVE),
                  move(".removed-3", "segments/0", StepRecord.Kind.REMOVE)));
      Files.write(crawl.resolve(".state/1"), committed.toJson());
      if (crashPoint >= 1) {
        Files.move(crawl.resolve("crawldb/current"), staging.resolve(".crawldb.old"));
      }
      if (crashPoint >= 2) {
        Files.move(staging.resolve("crawldb"), crawl.resolve("crawldb/current"));
      }
      if (crashPoint >= 3) {
        Files.move(staging.resolve("segment"), crawl.resolve("segments/2"));
      }
      if (crashPoint >= 4) {
        Files.move(crawl.resolve("segments/1"), staging.resolve(".removed-2"));
      }
      if (crashPoint >= 5) {
        Files.delete(staging.resolve(".crawldb.old/data"));
      }
      CrawlDir reopened = CrawlDir.open(conf, crawl.toUri().toString());
      Session.at(conf, reopened, Console.silent(), "test", clock).close();
      assertEquals("new", Files.readString(crawl.resolve("crawldb/current/data")));
      assertEquals("new", Files.readString(crawl.resolve("segments/2/data")));
      assertFalse(Files.exists(crawl.resolve("segments/1")), "crash point " + crashPoint);
      assertFalse(Files.exists(crawl.resolve(".staging")), "crash point " + crashPoint);
    }
  }

  private static StepRecord.Move move(String from, String to, StepRecord.Kind kind) {
    return new StepRecord.Move(".staging/update-2/" + from, to, kind);
  }

  /** Its phase gives up after the failure, as after any other. */
  @ParameterizedTest
  @CsvSource({
    ".state/1, false, false",
    ".state/1, true, true",
    "crawldb/current, false, true",
    "crawldb/current, true, true",
    "segments/1, false, true",
    "segments/1, true, true",
  })
  void whatIsCommittedOutlivesARenameThatFails(String target, boolean happens, boolean isCommitted)
      throws IOException {
    Configuration failing = new Configuration(conf);
    failing.setClass("fs.file.impl", FailingRename.class, FileSystem.class);
    failing.setBoolean("fs.file.impl.disable.cache", true);
    FailingRename.target = root.resolve(target).toString();
    FailingRename.happens = happens;
    CrawlDir unlucky = CrawlDir.open(failing, root.toUri().toString());
    try (Session session = Session.at(failing, unlucky, Console.silent(), "test", clock)) {
      Step step = session.steps().begin("update", "1");
      step.replace(stage(step, "crawldb", "new"), unlucky.crawlDb());
      step.publish(
          stage(step, "segment", "new"), new org.apache.hadoop.fs.Path(unlucky.segments(), "1"));
      try {
        step.commit(Map.of());
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith("cannot rename"), e.getMessage());
        step.abort();
      }
    }
    session().close();
    assertEquals(isCommitted ? 1 : 0, Steps.readHistory(dir).size());
    for (String output : List.of("crawldb/current/data", "segments/1/data")) {
      assertEquals(isCommitted, Files.exists(root.resolve(output)), output);
    }
    assertFalse(Files.exists(root.resolve(".staging")));
  }

  /** The record is there, but the store neither says so nor answers the question at once. */
  @Test
  void whatMayBeCommittedIsNotAborted() throws IOException {
    Configuration failing = new Configuration(conf);
    failing.setClass("fs.file.impl", FailingRename.class, FileSystem.class);
    failing.setBoolean("fs.file.impl.disable.cache", true);
    FailingRename.target = root.resolve(".state/1").toString();
    FailingRename.happens = true;
    CrawlDir unlucky = CrawlDir.open(failing, root.toUri().toString());
    try (Session session = Session.at(failing, unlucky, Console.silent(), "test", clock)) {
      Step step = session.steps().begin("update", "1");
      step.replace(stage(step, "crawldb", "new"), unlucky.crawlDb());
      FailingRename.unanswered = 1;
      assertThrows(IOException.class, () -> step.commit(Map.of()));
      assertEquals(0, FailingRename.unanswered);
      step.abort();
    }
    session().close();
    assertEquals(1, Steps.readHistory(dir).size());
    assertTrue(Files.exists(root.resolve("crawldb/current/data")));
  }

  /** Reports that a rename has failed, whether it has or not. */
  public static final class FailingRename extends DirectLocalFileSystem {
    private static String target;
    private static boolean happens;

    /** So many questions for the target, after it was renamed, have no answer. */
    private static int unanswered;

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus status = super.getFileStatus(path);
      if (unanswered > 0 && path.toUri().getPath().equals(target)) {
        unanswered--;
        throw new IOException("no answer");
      }
      return status;
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      boolean fails = to.toUri().getPath().equals(target);
      return (!fails || happens) && super.rename(from, to) && !fails;
    }
  }

  @Test
  void aStepMayRemoveAlone() throws IOException {
    commit("old", "1");
    try (Session session = session()) {
      Step step = session.steps().begin("tidy", "");
      step.remove(new org.apache.hadoop.fs.Path(dir.segments(), "1"));
      step.commit(Map.of());
    }
    assertFalse(Files.exists(root.resolve("segments/1")));
    assertFalse(Files.exists(root.resolve(".staging")));
    session().close();
    assertEquals("old", read("crawldb/current/data"));
  }

  @Test
  void aHalfWrittenRecordIsNoRecord() throws IOException {
    commit("old", "1");
    Files.writeString(root.resolve(".state/.2.part"), "{\"number\":2,");
    assertEquals(1, Steps.readHistory(dir).size());
    commit("new", "2");
    assertEquals("new", read("crawldb/current/data"));
  }

  @Test
  void aSpoiltRecordIsNamed() throws IOException {
    Files.createDirectories(root.resolve(".state"));
    Files.writeString(root.resolve(".state/1"), "nonsense");
    OrbException e = assertThrows(OrbException.class, this::session);
    assertTrue(e.getMessage().contains(".state/1"), e.getMessage());
    // The lock was given back.
    Files.delete(root.resolve(".state/1"));
    session().close();
  }

  @Test
  void whatWasPublishedMayBeRemovedByHand() throws IOException {
    commit("old", "1");
    dir.fs().delete(new org.apache.hadoop.fs.Path(dir.segments(), "1"), true);
    session().close();
    commit("new", "2");
    assertEquals("new", read("crawldb/current/data"));
  }

  /** As a parsed segment that is merged into another one. */
  @Test
  void whatWasReplacedWithinARemovedFolderIsNotMissed() throws IOException {
    commit("old", "1");
    org.apache.hadoop.fs.Path segment = new org.apache.hadoop.fs.Path(dir.segments(), "1");
    try (Session session = session()) {
      Step parse = session.steps().begin("parse", "1");
      stage(parse, "parse_text", "text");
      parse.replace(
          parse.staging("parse_text"), new org.apache.hadoop.fs.Path(segment, "parse_text"));
      parse.commit(Map.of());
      Step merge = session.steps().begin("merge", "1");
      merge.remove(segment);
      merge.commit(Map.of());
    }
    List<StepRecord> history = Steps.readHistory(dir);
    assertEquals(List.of(), CrawlInspection.contradictions(dir, history));
  }

  /** As a parsed segment that a merged one replaces, by two renames. */
  @Test
  void whatWasReplacedWithinAFolderThatIsBeingReplacedIsNotMissed() throws IOException {
    commit("old", "1");
    org.apache.hadoop.fs.Path segment = new org.apache.hadoop.fs.Path(dir.segments(), "1");
    org.apache.hadoop.fs.Path staged;
    try (Session session = session()) {
      Step parse = session.steps().begin("parse", "1");
      stage(parse, "parse_text", "text");
      parse.replace(
          parse.staging("parse_text"), new org.apache.hadoop.fs.Path(segment, "parse_text"));
      parse.commit(Map.of());
      Step merge = session.steps().begin("merge", "1");
      stage(merge, "segment", "merged");
      staged = merge.staging("segment");
      merge.replace(staged, segment);
      merge.commit(Map.of());
    }
    List<StepRecord> history = Steps.readHistory(dir);
    assertEquals(List.of(), CrawlInspection.contradictions(dir, history));
    // As after a crash between the renames.
    dir.fs().mkdirs(staged.getParent());
    assertTrue(dir.fs().rename(segment, staged));
    assertEquals(List.of(), CrawlInspection.contradictions(dir, history));
    dir.fs().delete(staged, true);
    assertEquals(1, CrawlInspection.contradictions(dir, history).size(), "now it is lost");
  }

  @Test
  void storesOfOlderStepsAreMissed() throws IOException {
    commit("old", "1");
    org.apache.hadoop.fs.Path published = new org.apache.hadoop.fs.Path(dir.segments(), "1");
    try (Session session = session()) {
      Step step = session.steps().begin("prune", "1");
      step.remove(published);
      step.commit(Map.of());
    }
    session().close();
    List<StepRecord> history = Steps.readHistory(dir);
    assertEquals(List.of(), CrawlInspection.contradictions(dir, history), "removed by a step");
    dir.fs().delete(dir.crawlDb().getParent(), true);
    List<String> found = CrawlInspection.contradictions(dir, history);
    assertEquals(1, found.size(), found.toString());
    assertTrue(found.get(0).startsWith("step 1 (update) made "), found.get(0));
  }

  @Test
  void publishingOverSomethingFailsBeforeAnythingChanges() throws IOException {
    commit("old", "1");
    try (Session session = session()) {
      Step step = session.steps().begin("update", "1");
      step.publish(
          stage(step, "segment", "new"), new org.apache.hadoop.fs.Path(dir.segments(), "1"));
      assertThrows(IOException.class, () -> step.commit(Map.of()));
    }
    assertEquals("old", read("segments/1/data"));
    assertEquals(1, Steps.readHistory(dir).size());
  }

  /** Rounds of four steps, five in a session; only the last three segments are kept. */
  private void live(int rounds) throws IOException {
    for (int end = round + rounds; round < end; ) {
      try (Session session = session()) {
        for (int i = 0; i < 5 && round < end; i++) {
          round++;
          String segment = String.format(Locale.ROOT, "%014d", round);
          Files.createDirectories(root.resolve("segments/" + segment));
          Files.deleteIfExists(
              root.resolve(String.format(Locale.ROOT, "segments/%014d", round - 3)));
          session.steps().begin("generate", segment).commit(Map.of());
          session.steps().begin("fetch", segment).commit(Map.of());
          String news = round == 2 ? "7" : "0";
          Map<String, String> results = Map.of("segments", segment, "NEWS", news);
          session.steps().begin("update", segment).commit(results);
          session.steps().begin("graph", segment).commit(Map.of());
          if (round == 1) {
            session.steps().begin("seeds", "a1b2").commit(Map.of());
          }
        }
      }
    }
  }

  private long stateFiles() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(".state"))) {
      return files.filter(file -> !file.getFileName().toString().endsWith(".crc")).count();
    }
  }

  @Test
  void theLogDoesNotGrowWithTheAgeOfTheCrawl() throws IOException {
    live(150);
    List<StepRecord> history = Steps.readHistory(dir);
    assertEquals(601, history.get(history.size() - 1).number());
    assertTrue(history.size() <= 64 + 128 + 36, history.size() + " records");
    assertTrue(stateFiles() <= 64 + 128 + 36, stateFiles() + " files");
    assertEquals(List.of(), CrawlInspection.contradictions(dir, history));
    // A record that a later step needs is kept, however old.
    assertTrue(history.stream().anyMatch(step -> step.key().equals("a1b2")));
    assertTrue(
        history.stream().anyMatch(step -> step.name().equals("update") && step.hasNews()),
        "the last update with news");
  }

  @Test
  void recordsOfSegmentsThatExistStay() throws IOException {
    live(3);
    Path kept = root.resolve("segments/00000000000002");
    for (int i = 0; i < 60; i++) {
      live(1);
      Files.createDirectories(kept);
    }
    List<StepRecord> history = Steps.readHistory(dir);
    assertFalse(history.stream().anyMatch(step -> step.key().equals("00000000000004")));
    assertEquals(
        List.of("generate", "fetch", "update"),
        history.stream()
            .filter(step -> step.key().equals("00000000000002"))
            .map(StepRecord::name)
            .filter(name -> !name.equals("graph"))
            .toList());
  }

  @Test
  void aCrashAmidCompactionLeavesAReadableLog() throws IOException {
    live(50);
    Path saved = Files.createDirectories(root.resolve("saved"));
    try (Stream<Path> files = Files.list(root.resolve(".state"))) {
      for (Path file : files.toList()) {
        Files.copy(file, saved.resolve(file.getFileName()));
      }
    }
    live(5);
    List<StepRecord> compacted = Steps.readHistory(dir);
    assertTrue(compacted.size() < 120, compacted.size() + " records");
    // As after a crash before the records were removed.
    try (Stream<Path> files = Files.list(saved)) {
      for (Path file : files.toList()) {
        Path back = root.resolve(".state").resolve(file.getFileName());
        if (!Files.exists(back)) {
          Files.copy(file, back);
        }
      }
    }
    assertEquals(compacted, Steps.readHistory(dir));
    assertEquals(List.of(), CrawlInspection.contradictions(dir, compacted));
    live(40);
    assertTrue(stateFiles() <= 64 + 128 + 36, stateFiles() + " files");
  }

  @Test
  void namesOfRunsGrowEvenWhenTheClockDoesNot() throws IOException {
    assertEquals("20260102030405", Timestamps.next(dir.fs(), dir.segments(), clock));
    Files.createDirectories(root.resolve("segments/20260102030405"));
    assertEquals("20260102030406", Timestamps.next(dir.fs(), dir.segments(), clock));
    Files.createDirectories(root.resolve("segments/20261231235959"));
    assertEquals("20270101000000", Timestamps.next(dir.fs(), dir.segments(), clock));
  }

  @Test
  void aMissingDirectoryIsNamed() {
    OrbException e =
        assertThrows(
            OrbException.class, () -> CrawlDir.open(conf, root.resolve("none").toString()));
    assertEquals(ExitCode.FAILED, e.exitCode());
    assertTrue(e.getMessage().contains("none"), e.getMessage());
  }

  private Session session() throws IOException {
    return Session.at(conf, dir, Console.silent(), "test", clock);
  }

  private void commit(String content, String segment) throws IOException {
    try (Session session = session()) {
      commit(session, content, segment);
    }
  }

  private void commit(Session session, String content, String segment) throws IOException {
    Step step = session.steps().begin("update", segment);
    step.replace(stage(step, "crawldb", content), dir.crawlDb());
    step.publish(
        stage(step, "segment", content), new org.apache.hadoop.fs.Path(dir.segments(), segment));
    step.commit(Map.of("count", "12", "note", "a \"quoted\"\nline"));
  }

  private org.apache.hadoop.fs.Path stage(Step step, String child, String content)
      throws IOException {
    org.apache.hadoop.fs.Path staged = step.staging(child);
    Path folder = Path.of(staged.toUri().getPath());
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("data"), content);
    return staged;
  }

  private String read(String file) throws IOException {
    return Files.readString(root.resolve(file));
  }
}
