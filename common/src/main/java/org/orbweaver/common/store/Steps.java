package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Failure;
import org.orbweaver.common.cli.OrbException;

/**
 * The log of a crawl's finished steps, and the beginning of new ones. Its owner holds the crawl's
 * lock.
 *
 * <p>Opening it finishes what a crash interrupted: if the last record's renames are not all done,
 * they are done now.
 */
public final class Steps {
  private final Configuration conf;
  private final CrawlDir dir;
  private final Clock clock;
  private final List<StepRecord> history;

  private Steps(Configuration conf, CrawlDir dir, Clock clock, List<StepRecord> history) {
    this.conf = conf;
    this.dir = dir;
    this.clock = clock;
    this.history = history;
  }

  static Steps open(Configuration conf, CrawlDir dir, Clock clock) throws IOException {
    List<StepRecord> history = readHistory(dir);
    Steps steps = new Steps(conf, dir, clock, history);
    if (!history.isEmpty()) {
      StepRecord last = history.get(history.size() - 1);
      // Publishing removes the staging last: without it the renames were done.
      if (!last.moves().isEmpty() && dir.fs().exists(steps.stagingOf(last.moves().get(0)))) {
        steps.publish(last);
      }
    }
    return steps;
  }

  /** The finished steps of a crawl, oldest first; for readers, who need no lock. */
  public static List<StepRecord> readHistory(CrawlDir dir) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      for (FileStatus status : dir.fs().listStatus(dir.state())) {
        if (status.getPath().getName().matches("\\d+")) {
          files.add(status.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      return new ArrayList<>();
    }
    files.sort(Comparator.comparingLong(file -> Long.parseLong(file.getName())));
    List<StepRecord> history = new ArrayList<>();
    for (Path file : files) {
      try {
        history.add(StepRecord.fromJson(Files.read(dir.fs(), file)));
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

  /** All finished steps, oldest first. */
  public List<StepRecord> history() {
    return List.copyOf(history);
  }

  /** The last finished step of that name. */
  public Optional<StepRecord> last(String name) {
    for (int i = history.size() - 1; i >= 0; i--) {
      if (history.get(i).name().equals(name)) {
        return Optional.of(history.get(i));
      }
    }
    return Optional.empty();
  }

  /** Whether a step of that name was begun and neither committed nor given up: a crash. */
  public boolean isInterrupted(String name) throws IOException {
    if (!dir.fs().exists(dir.staging())) {
      return false;
    }
    for (FileStatus status : dir.fs().listStatus(dir.staging())) {
      if (status.getPath().getName().matches("\\d+-" + name + "(-.*)?")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Begins a step with empty staging; what an interrupted step left is thrown away.
   *
   * @param name the phase
   * @param key what it works on; letters, digits, dots, dashes
   */
  public Step begin(String name, String key) throws IOException {
    Files.delete(dir.fs(), dir.staging());
    return new Step(this, name, key, stagingOf(name, key));
  }

  /** Begins a step and keeps what an interrupted one of the same name and key left in staging. */
  public Step resume(String name, String key) throws IOException {
    Path own = stagingOf(name, key);
    FileSystem fs = dir.fs();
    if (fs.exists(dir.staging())) {
      for (FileStatus status : fs.listStatus(dir.staging())) {
        if (!status.getPath().getName().equals(own.getName())) {
          Files.delete(fs, status.getPath());
        }
      }
    }
    return new Step(this, name, key, own);
  }

  /**
   * The staging folder of the step that comes next. The number is in its name: what a later step of
   * the same name leaves when it fails must not be taken for the output of this one, whose renames
   * the next start looks for.
   */
  private Path stagingOf(String name, String key) {
    String step = key.isEmpty() ? name : name + "-" + key;
    return new Path(dir.staging(), nextNumber() + "-" + step);
  }

  /** The staging folder that a committed step used. */
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
  void commit(String name, String key, Map<String, String> results, List<StepRecord.Move> moves)
      throws IOException {
    long number = nextNumber();
    StepRecord step =
        new StepRecord(number, name, key, clock.instant(), Map.copyOf(results), List.copyOf(moves));
    Files.writeNew(conf, new Path(dir.state(), Long.toString(number)), step.toJson());
    history.add(step);
    publish(step);
  }

  /** Does the renames of a record, or those that are left; then clears the staging it used. */
  private void publish(StepRecord step) throws IOException {
    FileSystem fs = dir.fs();
    for (StepRecord.Move move : step.moves()) {
      Path from = new Path(dir.root(), move.from());
      Path to = new Path(dir.root(), move.to());
      if (move.kind() == StepRecord.Kind.REMOVE) {
        if (fs.exists(to)) {
          Files.rename(conf, to, from);
        }
        continue;
      }
      if (!fs.exists(from)) {
        if (!fs.exists(to)) {
          throw OrbException.failed(
              "step "
                  + step.number()
                  + " ("
                  + step.name()
                  + ") was committed, but neither "
                  + from
                  + " nor "
                  + to
                  + " is there: restore one of them");
        }
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
