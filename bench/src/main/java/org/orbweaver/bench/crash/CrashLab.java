package org.orbweaver.bench.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.orb.Orb;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.apps.RenderedApp;
import org.orbweaver.testkit.apps.RenderedApps;
import org.orbweaver.testkit.disk.Fault;
import org.orbweaver.testkit.disk.FaultyDisk;
import org.orbweaver.testkit.disk.Mutation;

/**
 * The life of a small crawl, command by command, undisturbed; then each command again from the same
 * beginning, with a fault at one of its mutations. Afterwards the crawl must be readable, and after
 * the same command once more it must hold what the undisturbed one holds.
 */
final class CrashLab implements AutoCloseable {
  /** The phase that needs a browser. */
  static final String RENDER = "render";

  static final List<Phase> PHASES =
      List.of(
          new Phase("inject", "inject SEEDS CRAWL"),
          new Phase("generate", "generate CRAWL"),
          new Phase("fetch", "fetch CRAWL"),
          new Phase("parse", "parse CRAWL"),
          // A build may run as root, for whom Chromium has no sandbox.
          new Phase(
              RENDER,
              "render CRAWL -D orbweaver.render=auto -D orbweaver.render.sandbox=false"
                  + " -D orbweaver.render.tabs=1"),
          new Phase("update", "update CRAWL"),
          new Phase("", "generate CRAWL"),
          new Phase("", "fetch CRAWL"),
          new Phase("", "parse CRAWL"),
          new Phase("update-again", "update CRAWL"),
          new Phase("dedup", "dedup CRAWL"),
          new Phase("dedup-near", "dedup --near CRAWL"),
          new Phase("links", "links CRAWL"),
          new Phase("graph", "graph CRAWL"),
          new Phase("graph-fold", "graph --level host CRAWL"),
          new Phase("graph-force", "graph --force CRAWL"),
          new Phase("graph-import", "graph DISK/graph --import DISK/edges --format edges"),
          new Phase("pagerank", "pagerank --iterations 2 CRAWL"),
          new Phase(
              "pagerank-topics",
              "pagerank --iterations 2 CRAWL --topic one=DISK/trusted --topic all"),
          new Phase("trustrank", "trustrank --iterations 2 CRAWL --seeds DISK/trusted"),
          new Phase("hits", "hits --iterations 2 CRAWL"),
          new Phase("index", "index CRAWL"),
          new Phase("", "generate CRAWL --add-days 31 --top-n 3"),
          new Phase("", "fetch CRAWL"),
          new Phase("", "parse CRAWL"),
          new Phase("", "update CRAWL"),
          new Phase("links-again", "links CRAWL"),
          new Phase("index-again", "index CRAWL"),
          new Phase("index-full", "index --full CRAWL"),
          new Phase("settings", "dedup CRAWL -D fetcher.server.delay=0.5"),
          new Phase("export-warc", "export CRAWL --format warc --out DISK/warc"),
          new Phase("export-index", "export CRAWL --format opensearch --out DISK/opensearch"),
          new Phase("import", "import DISK/warc DISK/imported"),
          new Phase(
              "recrawl",
              "recrawl CRAWL -D orbweaver.recrawl.builds.kept=1 -D orbweaver.index.builds.kept=1"
                  + " -D orbweaver.recrawl.segments.kept=1",
              40));

  private static final long LONGEST_JOB_MILLIS = 10_000;

  /** The undisturbed run of a phase. */
  private record Undisturbed(
      Phase phase, Path before, List<Mutation> mutations, List<CrawlContents> after) {}

  /** How a command line ended. */
  private record Run(int status, String out, String err, FaultyDisk disk) {
    String said() {
      return "status " + status + "\n" + out + err;
    }
  }

  private final Configuration defaults = new Configuration();
  private final Path work;
  private final Path disk;
  private final FakeWeb web;
  private final List<String> seeds;
  private final Map<String, Undisturbed> phases = new LinkedHashMap<>();

  /** States of the disk from which the phases have been repeated. */
  private final Set<String> repeated = new HashSet<>();

  /**
   * Runs the life of the crawl.
   *
   * @param work an empty folder
   * @param tried names of phases to try; empty for all
   */
  CrashLab(Path work, Set<String> tried) throws IOException {
    this.work = work;
    disk = Files.createDirectories(work.resolve("disk"));
    web =
        FakeWeb.start(
            FakeWebSpec.builder()
                .seed(7)
                .hosts(2)
                .pagesPerHost(4)
                .linksWithin(3)
                .linksAcross(1)
                .pageBytes(500)
                .build());
    RenderedApp app = RenderedApps.all().get(0);
    app.addTo(web);
    seeds = new ArrayList<>(web.seeds());
    seeds.add(web.url(app.host(), "/"));
    Files.write(disk.resolve("edges"), List.of("a b", "b c", "c a"));
    Files.write(disk.resolve("trusted"), web.seeds().subList(0, 1));
    for (Phase phase : PHASES) {
      if (phase.name().equals(RENDER) && !hasBrowser()) {
        continue;
      }
      boolean counts = phase.isTried() && (tried.isEmpty() || tried.contains(phase.name()));
      Path before = work.resolve("before-" + phase.name());
      if (counts) {
        copy(disk, before);
      }
      List<Mutation> mutations = require(phase).disk.mutations();
      if (!counts) {
        continue;
      }
      CrawlContents once = CrawlContents.of(disk);
      Path after = work.resolve("after");
      copy(disk, after);
      run(phase, 0, null, 0);
      CrawlContents twice = CrawlContents.of(disk);
      copy(after, disk);
      phases.put(phase.name(), new Undisturbed(phase, before, mutations, List.of(once, twice)));
    }
  }

  private Run require(Phase phase) throws IOException {
    Run run = run(phase, 0, null, 0);
    if (run.status != ExitCode.OK.code()) {
      throw new IOException(phase.line() + ": " + run.said());
    }
    return run;
  }

  /** Whether the phase that needs a browser can be tried. */
  static boolean hasBrowser() {
    return Chromium.find("chromium").isPresent();
  }

  /** The names of all phases. */
  static List<String> names() {
    return PHASES.stream().filter(Phase::isTried).map(Phase::name).toList();
  }

  /**
   * The outcome of a cell.
   *
   * @param isKnown true if the disk was left as by another cell, from which the command has been
   *     repeated
   * @param wrong what was wrong, in words; empty if nothing was
   */
  record Outcome(boolean isKnown, String wrong) {}

  /** All cells of the phases. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Undisturbed phase : phases.values()) {
      Set<String> elsewhere = new HashSet<>();
      int at = 0;
      for (Mutation mutation : phase.mutations) {
        at++;
        boolean inside = mutation.file().startsWith(disk);
        String other = mutation.kind() + " " + mutation.file().getFileName();
        boolean ends = inside && !mutation.file().startsWith(disk.resolve("crawl/.staging"));
        if (phase.phase.isSequence() && !ends) {
          continue;
        }
        if (!inside && !elsewhere.add(other.replaceAll("\\d+", "N"))) {
          continue;
        }
        for (Fault fault : Fault.values()) {
          if (mutation.allows(fault) && (inside || !fault.isCrash()) && differs(fault, mutation)) {
            cells.add(new Cell(phase.phase.name(), at, mutation, fault));
          }
        }
      }
    }
    return cells;
  }

  /**
   * False if the disk after the crash is the same as after another one: before a mutation it is as
   * after the last one, and neither closing nor a permission changes what later runs see.
   */
  private static boolean differs(Fault fault, Mutation mutation) {
    Set<Mutation.Kind> kinds =
        switch (fault) {
          case CRASH_BEFORE -> EnumSet.noneOf(Mutation.Kind.class);
          case CRASH_AFTER ->
              EnumSet.complementOf(
                  EnumSet.of(
                      Mutation.Kind.CLOSE,
                      Mutation.Kind.SYNC,
                      Mutation.Kind.SET_PERMISSION,
                      Mutation.Kind.SET_TIMES));
          case CRASH_UNSYNCED ->
              EnumSet.of(Mutation.Kind.RENAME, Mutation.Kind.DELETE, Mutation.Kind.SYNC);
          case CRASH_TORN ->
              EnumSet.of(Mutation.Kind.RENAME, Mutation.Kind.WRITE, Mutation.Kind.SYNC);
          default -> EnumSet.allOf(Mutation.Kind.class);
        };
    return kinds.contains(mutation.kind());
  }

  /** Tries a cell. */
  Outcome tryOut(Cell cell, long seed) throws IOException {
    Undisturbed phase = phases.get(cell.phase());
    copy(phase.before, disk);
    FileUtil.fullyDelete(work.resolve("hadoop").toFile());
    Run first = run(phase.phase, cell.at(), cell.fault(), seed);
    if (!first.disk.isStruck()) {
      return new Outcome(true, "");
    }
    StringBuilder wrong = new StringBuilder();
    if (!cell.fault().isCrash()) {
      checkEnd(first, cell.fault(), wrong);
    }
    // Apart, because only after a crash the crawl is read before the repetition.
    if (!repeated.add(cell.phase() + cell.fault().isCrash() + State.of(disk))) {
      return new Outcome(true, wrong.toString());
    }
    if (cell.fault().isCrash()) {
      checkReadable(phase.phase.day(), wrong);
    }
    Run second = run(phase.phase, 0, null, 0);
    // An export that was finished is not overwritten.
    boolean isDone =
        second.status == ExitCode.OK.code()
            || second.status == ExitCode.NOTHING_TO_DO.code()
            || second.err.contains("it already exists; name another, or remove it");
    if (!isDone) {
      wrong.append("the command repeated: ").append(second.said());
    } else {
      checkContents(phase, wrong);
    }
    return new Outcome(false, wrong.toString());
  }

  /** After a crash, the crawl has no error that a repeated command does not mend. */
  private void checkReadable(int day, StringBuilder wrong) throws IOException {
    for (String crawl : List.of("crawl", "imported")) {
      if (Files.exists(disk.resolve(crawl))) {
        Phase doctor = new Phase("", "doctor DISK/" + crawl + " --deep --offline --json", day);
        Run run = run(doctor, 0, null, 0);
        run.out
            .lines()
            .filter(said -> said.contains("\"error\"") && !said.contains("\"clock\""))
            .forEach(said -> wrong.append("doctor: ").append(said).append('\n'));
      }
    }
  }

  /** A command ends with an error that says why, or has done its work in spite of the fault. */
  private static void checkEnd(Run run, Fault fault, StringBuilder wrong) {
    String why =
        switch (fault) {
          case FULL, FULL_ONCE ->
              "(no space left on device|a file could not be written).*same command";
          case IO_ERROR -> "(input/output error|a file could not be written).*same command";
          default -> "(cannot|Could not|Failed to) rename";
        };
    boolean failed =
        run.status == ExitCode.FAILED.code() && Pattern.compile(why).matcher(run.err).find();
    boolean done = run.status == ExitCode.OK.code();
    if ((!failed && !done) || run.err.contains("\tat ")) {
      wrong.append("the command: ").append(run.said());
    }
  }

  private void checkContents(Undisturbed phase, StringBuilder wrong) throws IOException {
    List<String> least = null;
    CrawlContents now;
    try {
      now = CrawlContents.of(disk);
    } catch (IOException | RuntimeException e) {
      wrong.append("the crawl cannot be read: ").append(e).append('\n');
      return;
    }
    // A phase that repeats finished work when it is called again may have done it twice.
    for (CrawlContents expected : phase.after) {
      List<String> differences = now.differences(expected);
      if (least == null || differences.size() < least.size()) {
        least = differences;
      }
    }
    least.stream().limit(10).forEach(line -> wrong.append(line).append('\n'));
    if (least.size() > 10) {
      wrong.append("and ").append(least.size() - 10).append(" more differences\n");
    }
  }

  private Run run(Phase phase, long at, Fault fault, long seed) throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : phase.line().split(" ")) {
      if (word.equals("SEEDS")) {
        words.addAll(seeds);
      } else {
        words.add(word.replace("CRAWL", "DISK/crawl").replace("DISK", disk.toString()));
      }
    }
    // A copy has what the original has read: Hadoop's defaults need not be read again.
    defaults.size();
    Configuration conf = new Configuration(defaults);
    conf.set("http.agent.name", "orbweaver-test");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(work.resolve("hosts")).toUri().getPath());
    conf.set("fetcher.server.delay", "0");
    conf.set("hadoop.tmp.dir", work.resolve("hadoop").toString());
    conf.set("fs.file.impl", FaultyLocalFileSystem.class.getName());
    // One after the other, so that the n-th mutation is the same in each run.
    conf.set("mapreduce.local.map.tasks.maximum", "1");
    conf.set("mapreduce.local.reduce.tasks.maximum", "1");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    // A process has file systems of its own.
    FileSystem.closeAll();
    System.setProperty(
        WallClock.OFFSET_PROPERTY, Long.toString(TimeUnit.DAYS.toSeconds(phase.day())));
    FaultyDisk faulty = FaultyDisk.begin(at, fault, seed);
    try {
      int status = Orb.run(words.toArray(new String[0]), new Console(out, err, false), conf);
      return new Run(status, out.toString(UTF_8), err.toString(UTF_8), faulty);
    } finally {
      awaitTasks();
      FileSystem.closeAll();
      FaultyDisk.begin();
      System.clearProperty(WallClock.OFFSET_PROPERTY);
    }
  }

  /** Of a process that crashed, a job may still be about to notice, and to remove its files. */
  private static void awaitTasks() throws IOException {
    try {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getClass().getName().startsWith(LocalJobRunner.class.getName())) {
          thread.join(LONGEST_JOB_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** Makes a folder equal to another one; what is equal already is left. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> all = Files.walk(to).sorted(Comparator.reverseOrder())) {
      for (Path path : all.toList()) {
        if (!isSame(from.resolve(to.relativize(path)), path)) {
          Files.delete(path);
        }
      }
    }
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path copied = to.resolve(from.relativize(path));
        if (Files.notExists(copied)) {
          Files.copy(path, copied, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    if (Files.isDirectory(other)) {
      return Files.isDirectory(one);
    }
    return Files.isRegularFile(one)
        && Files.size(one) == Files.size(other)
        && Files.getLastModifiedTime(one).equals(Files.getLastModifiedTime(other));
  }

  @Override
  public void close() {
    web.close();
  }
}
