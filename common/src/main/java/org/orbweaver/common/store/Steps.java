package org.orbweaver.common.store;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Console;

/**
 * The log of a crawl's finished steps, and the start of new ones. Its owner holds the crawl's lock.
 *
 * <p>Opening the log completes the last record's renames if a crash interrupted them.
 */
public final class Steps {
  private static final String SNAPSHOT = ".snapshot";

  /** In the staging of a step: the plugins that it was begun with; missing if there were none. */
  private static final String PLUGINS = ".plugins";

  private static final Pattern STATE_FILE = Pattern.compile("(\\d+)(?:\\.snapshot)?");

  /** Newest records, kept even if no step needs them: for people, and for runs in progress. */
  private static final int ALWAYS_KEPT = 64;

  /**
   * A snapshot is written only when it drops at least this many records, so that it is rare and
   * worth its cost.
   */
  private static final int COMPACTED_AT_ONCE = 128;

  private final Configuration conf;
  private final CrawlDir dir;
  private final Clock clock;
  private final List<StepRecord> history;
  private final Console console;
  private final CrawlLock lock;

  /** The plugins of this run. */
  private final String plugins;

  /** Interrupted output of other steps that the console has already reported. */
  private final Set<Staging> kept = new HashSet<>();

  private Steps(
      Configuration conf,
      CrawlDir dir,
      Clock clock,
      List<StepRecord> history,
      Console console,
      CrawlLock lock) {
    this.conf = conf;
    this.dir = dir;
    this.clock = clock;
    this.history = history;
    this.console = console;
    this.lock = lock;
    plugins = Plugins.summary(conf);
  }

  static Steps open(Configuration conf, CrawlDir dir, Clock clock, Console console, CrawlLock lock)
      throws IOException {
    List<StepRecord> history = readHistory(dir);
    Steps steps = new Steps(conf, dir, clock, history, console, lock);
    if (!history.isEmpty()) {
      StepRecord last = history.get(history.size() - 1);
      // Publishing removes the staging last: if it is gone, the renames were done.
      if (!last.moves().isEmpty() && dir.fs().exists(steps.stagingOf(last.moves().get(0)))) {
        steps.publish(last);
      }
    }
    steps.tellOtherPlugins();
    // A step that crashed as it removed its own folder leaves the parent.
    Files.deleteIfEmpty(dir.fs(), dir.staging());
    steps.compact();
    return steps;
  }

  /**
   * The finished steps that a crawl's log still has, oldest first; for readers, who need no lock.
   */
  public static List<StepRecord> readHistory(CrawlDir dir) throws IOException {
    try {
      return read(dir);
    } catch (FileNotFoundException e) {
      // A session has compacted the log between the listing and the reading.
      return read(dir);
    }
  }

  private static List<StepRecord> read(CrawlDir dir) throws IOException {
    List<StepRecord> history = new ArrayList<>();
    for (Map.Entry<Long, Path> numbered : files(dir).entrySet()) {
      Path file = numbered.getValue();
      String json = new String(Files.read(dir.fs(), file), StandardCharsets.UTF_8);
      try {
        for (String line : json.split("\n")) {
          history.add(StepRecord.fromJson(line));
        }
        long last = history.get(history.size() - 1).number();
        if (last != numbered.getKey()) {
          throw new IOException("its last step is " + last);
        }
      } catch (IOException | RuntimeException e) {
        throw OrbException.failed(
            "the state record "
                + file
                + " cannot be read ("
                + Failure.reason(e)
                + "); restore it from a backup, or remove it to forget that step",
            e);
      }
    }
    return history;
  }

  /** The newest snapshot, if there is one, and the records after it, by number. */
  static SortedMap<Long, Path> files(CrawlDir dir) throws IOException {
    TreeMap<Long, Path> files = new TreeMap<>();
    long snapshot = 0;
    for (FileStatus status : Files.list(dir.fs(), dir.state())) {
      Matcher file = STATE_FILE.matcher(status.getPath().getName());
      if (file.matches()) {
        long number = Long.parseLong(file.group(1));
        // After a crash both may exist.
        files.merge(number, status.getPath(), (a, b) -> isSnapshot(a) ? a : b);
        snapshot = isSnapshot(status.getPath()) ? Math.max(snapshot, number) : snapshot;
      }
    }
    return files.tailMap(snapshot);
  }

  static boolean isSnapshot(Path file) {
    return file.getName().endsWith(SNAPSHOT);
  }

  /**
   * Drops records that no later step needs, so that the log does not grow with the crawl's age: one
   * snapshot, {@code .state/<N>.snapshot}, replaces the records up to N.
   */
  private void compact() throws IOException {
    Set<StepRecord> needed = needed();
    if (history.size() - needed.size() < COMPACTED_AT_ONCE) {
      return;
    }
    history.retainAll(needed);
    long number = nextNumber() - 1;
    ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
    for (StepRecord step : history) {
      snapshot.writeBytes(step.toJson());
    }
    Path file = new Path(dir.state(), number + SNAPSHOT);
    Files.writeNew(conf, file, snapshot.toByteArray());
    for (FileStatus status : Files.list(dir.fs(), dir.state())) {
      Matcher old = STATE_FILE.matcher(status.getPath().getName());
      if (old.matches()
          && !status.getPath().getName().equals(file.getName())
          && Long.parseLong(old.group(1)) <= number) {
        Files.delete(dir.fs(), status.getPath());
      }
    }
  }

  /**
   * The records that a later step may need: the recent ones; the last of each name, with and
   * without news; and the last of each name for a segment that exists or for a key that is no time,
   * as the fingerprint of seeds.
   */
  private Set<StepRecord> needed() throws IOException {
    Set<String> segments = segmentNames();
    Set<StepRecord> needed = new HashSet<>();
    Set<String> seen = new HashSet<>();
    for (int i = history.size() - 1; i >= 0; i--) {
      StepRecord step = history.get(i);
      boolean lastOfItsName = seen.add(step.name());
      boolean lastWithNews = step.hasNews() && seen.add(step.name() + " with news");
      boolean lastOfItsKey = false;
      for (String key : step.segments()) {
        boolean counts = segments.contains(key) || !step.isTimed();
        lastOfItsKey |= counts && seen.add(step.name() + " " + key);
      }
      if (history.size() - i <= ALWAYS_KEPT || lastOfItsName || lastWithNews || lastOfItsKey) {
        needed.add(step);
      }
    }
    return needed;
  }

  /** The finished steps that the log still has, oldest first. */
  public List<StepRecord> history() {
    return List.copyOf(history);
  }

  /** The last finished step of that name. */
  public Optional<StepRecord> last(String name) {
    return history.stream()
        .filter(step -> step.name().equals(name))
        .reduce((older, newer) -> newer);
  }

  /** True if a step of that name was begun and neither committed nor aborted: a crash. */
  public boolean isInterrupted(String name) throws IOException {
    return Staging.list(dir).stream().anyMatch(left -> left.name().equals(name));
  }

  /** The output of an interrupted step of that name and key, if there is any. */
  public Optional<Path> left(String name, String key) throws IOException {
    Optional<Path> left =
        Staging.list(dir).stream()
            .filter(staging -> staging.isOf(name, key))
            .reduce((older, newer) -> newer)
            .map(Staging::folder);
    if (left.isPresent()) {
      Files.completeMoves(dir.fs(), left.get());
    }
    return left;
  }

  /**
   * Begins a step with empty staging. Output of an interrupted step of the same name is deleted;
   * that of another name stays, and the console says so.
   *
   * @param name the phase
   * @param key the step's subject: a timestamp, or empty for the whole crawl; a step without output
   *     may have any key
   */
  public Step begin(String name, String key) throws IOException {
    return begin(Staging.of(dir, nextNumber(), name, key), Optional.empty(), Set.of());
  }

  /**
   * Begins a step and keeps the staging of an interrupted one of the same name and key, regardless
   * of commits in between. The output of that name for another segment stays, too.
   */
  public Step resume(String name, String key) throws IOException {
    Staging own = Staging.of(dir, nextNumber(), name, key);
    Set<String> others = segmentNames();
    others.remove(key);
    return begin(own, left(name, key), others);
  }

  /**
   * Begins a step.
   *
   * @param left existing folder that becomes its staging
   * @param others keys whose staging under the same name is kept
   */
  private Step begin(Staging own, Optional<Path> left, Set<String> others) throws IOException {
    if (left.isPresent()) {
      requireSamePlugins(own, left.get());
    }
    for (Staging found : Staging.list(dir)) {
      if (found.name().equals(own.name()) && !others.contains(found.key())) {
        if (!left.equals(Optional.of(found.folder()))) {
          Files.delete(dir.fs(), found.folder());
        }
      } else if (kept.add(found)) {
        console.info(
            "an interrupted "
                + found
                + " has left what it did in "
                + found.folder()
                + ": kept for when it is run again");
      }
    }
    if (left.isEmpty() && !plugins.isEmpty()) {
      Files.writeNew(
          conf, new Path(own.folder(), PLUGINS), plugins.getBytes(StandardCharsets.UTF_8));
    }
    Path folder = own.folder();
    if (left.isPresent() && ObjectStore.is(dir.fs())) {
      // Under its old number: a rename would copy it all, and can be interrupted.
      folder = left.get();
    } else if (left.isPresent() && !left.get().equals(own.folder())) {
      // A new number, so that it is not taken for the output of the last committed step.
      Files.rename(conf, left.get(), own.folder());
    }
    Files.deleteIfEmpty(dir.fs(), dir.staging());
    return new Step(this, own.name(), own.key(), folder);
  }

  /** They are not kept with the crawl, so one may forget to name them again. */
  private void tellOtherPlugins() {
    String last =
        history.isEmpty()
            ? plugins
            : history.get(history.size() - 1).results().getOrDefault(StepRecord.PLUGINS, "");
    if (!last.equals(plugins)) {
      console.info(
          "plugins: "
              + (plugins.isEmpty() ? "none" : plugins)
              + "; the crawl's last step had "
              + (last.isEmpty() ? "none" : last));
    }
  }

  /**
   * Refuses to go on with a step that was begun with other plugins: half of its output would be
   * another's.
   */
  private void requireSamePlugins(Staging step, Path left) throws IOException {
    Path file = new Path(left, PLUGINS);
    String begun =
        dir.fs().exists(file) ? new String(Files.read(dir.fs(), file), StandardCharsets.UTF_8) : "";
    if (!begun.equals(plugins)) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "the interrupted %s was begun with %s, but now there are %s: put those back (orb"
                  + " plugins shows them), or remove %s to begin the step anew",
              step,
              begun.isEmpty() ? "no plugins" : "the plugins " + begun,
              plugins.isEmpty() ? "none" : plugins,
              left));
    }
  }

  private Set<String> segmentNames() throws IOException {
    return dir.segmentList().stream().map(Path::getName).collect(Collectors.toSet());
  }

  /** The staging folder of a committed step. */
  private Path stagingOf(StepRecord.Move move) {
    Path folder = new Path(dir.root(), move.from());
    while (!folder.getParent().equals(dir.staging())) {
      folder = folder.getParent();
    }
    return folder;
  }

  private long nextNumber() {
    return history.isEmpty() ? 1 : history.get(history.size() - 1).number() + 1;
  }

  CrawlDir dir() {
    return dir;
  }

  /** The commit: writing the record is the moment at which the step has happened. */
  StepRecord record(
      String name, String key, Map<String, String> results, List<StepRecord.Move> moves)
      throws IOException {
    lock.require();
    long number = nextNumber();
    Map<String, String> facts = new TreeMap<>(results);
    if (!plugins.isEmpty()) {
      facts.put(StepRecord.PLUGINS, plugins);
    }
    StepRecord step =
        new StepRecord(number, name, key, clock.instant(), Map.copyOf(facts), List.copyOf(moves));
    Path file = new Path(dir.state(), Long.toString(number));
    try {
      Files.writeNew(conf, file, step.toJson());
    } catch (IOException e) {
      // A rename or a put may happen though the file system reports a failure.
      if (!isWritten(file, step)) {
        throw e;
      }
    }
    history.add(step);
    return step;
  }

  /** True if the record of the next step exists, though its writer was told that it failed. */
  boolean isNextRecorded() throws IOException {
    return dir.fs().exists(new Path(dir.state(), Long.toString(nextNumber())));
  }

  private boolean isWritten(Path file, StepRecord step) throws IOException {
    // Only where leases expire can a record of that number be another process's.
    return ObjectStore.is(dir.fs())
        ? ObjectStore.holds(dir.fs(), file, step.toJson())
        : dir.fs().exists(file);
  }

  /** Performs the remaining renames of a record, then removes its staging. */
  void publish(StepRecord step) throws IOException {
    FileSystem fs = dir.fs();
    for (StepRecord.Move move : step.moves()) {
      Path from = new Path(dir.root(), move.from());
      Path to = new Path(dir.root(), move.to());
      if (move.kind() == StepRecord.Kind.REMOVE) {
        if (ObjectStore.is(fs)) {
          Files.delete(fs, to);
        } else if (fs.exists(to)) {
          Files.rename(conf, to, from);
        }
        continue;
      }
      boolean isStaged = fs.exists(from);
      if (!isStaged && !fs.exists(to)) {
        throw OrbException.failed(
            "step "
                + step.number()
                + " ("
                + step.name()
                + ") was committed, but neither "
                + from
                + " nor "
                + to
                + " exists: restore one of them");
      }
      if (ObjectStore.is(fs)) {
        ObjectStore.replace(fs, from, to);
        continue;
      }
      if (!isStaged) {
        continue;
      }
      if (move.kind() == StepRecord.Kind.REPLACE && fs.exists(to)) {
        Path old = new Path(from.getParent(), "." + from.getName() + ".old");
        Files.delete(fs, old);
        Files.rename(conf, to, old);
      }
      Files.rename(conf, from, to);
    }
    if (!step.moves().isEmpty()) {
      Files.delete(fs, stagingOf(step.moves().get(0)));
      Files.deleteIfEmpty(fs, dir.staging());
    }
  }
}
