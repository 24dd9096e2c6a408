package org.orbweaver.common.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * An uncommitted step. Its output goes under {@link #staging}; {@link #replace} and {@link
 * #publish} record where it belongs; {@link #commit} applies all of it or nothing.
 *
 * <pre>
 * Step step = session.steps().begin("update", segment);
 * Path staged = step.staging("crawldb");
 * … run the job that writes into staged …
 * step.replace(staged, dir.crawlDb());
 * step.commit(Map.of("added", "1204"));
 * </pre>
 */
public final class Step {
  private final Steps steps;
  private final String name;
  private final String key;
  private final Path staging;
  private final List<StepRecord.Move> moves = new ArrayList<>();
  private boolean isCommitted;

  Step(Steps steps, String name, String key, Path staging) {
    this.steps = steps;
    this.name = name;
    this.key = key;
    this.staging = staging;
  }

  /** The path {@code child} in this step's staging folder; nothing is created. */
  public Path staging(String child) {
    return new Path(staging, child);
  }

  /** At commit, {@code staged} takes the place of {@code target}, which is removed. */
  public void replace(Path staged, Path target) {
    moves.add(new StepRecord.Move(relative(staged), relative(target), StepRecord.Kind.REPLACE));
  }

  /** At commit, {@code staged} becomes {@code target}, which must not exist. */
  public void publish(Path staged, Path target) {
    moves.add(new StepRecord.Move(relative(staged), relative(target), StepRecord.Kind.PUBLISH));
  }

  /** At commit, {@code target} is removed with its contents; it may be missing. */
  public void remove(Path target) {
    // Moved to the staging first, so that a half-removed target is never visible.
    Path away = staging(".removed-" + moves.size());
    moves.add(new StepRecord.Move(relative(away), relative(target), StepRecord.Kind.REMOVE));
  }

  /**
   * Commits. From here on the step has happened, even if the process dies before the renames are
   * done.
   *
   * @param results small facts for later steps and for people
   */
  public void commit(Map<String, String> results) throws IOException {
    if (!moves.isEmpty()) {
      // While this folder exists, the renames are not complete.
      Files.keepFolder(steps.dir().fs(), staging);
    }
    for (StepRecord.Move move : moves) {
      if (move.kind() == StepRecord.Kind.REMOVE) {
        continue;
      }
      Path from = new Path(steps.dir().root(), move.from());
      if (!steps.dir().fs().exists(from)) {
        throw new IOException("step " + name + ": its output " + from + " is missing");
      }
      Path to = new Path(steps.dir().root(), move.to());
      if (move.kind() == StepRecord.Kind.PUBLISH && steps.dir().fs().exists(to)) {
        throw new IOException("step " + name + ": " + to + " already exists");
      }
      ChecksumList.write(steps.dir().fs(), from);
      Files.sync(steps.dir().fs(), from);
    }
    StepRecord record = steps.record(name, key, results, moves);
    isCommitted = true;
    steps.publish(record);
    if (moves.isEmpty()) {
      removeStaging();
    }
  }

  /**
   * Abandons the step and removes its staging. Of a committed one whose renames have failed, the
   * staging stays: the next process that opens the crawl finishes it. If the answer to a commit was
   * lost, the staging stays, too.
   */
  public void abort() throws IOException {
    if (!isCommitted && !steps.isNextRecorded()) {
      removeStaging();
    }
  }

  private void removeStaging() throws IOException {
    Files.delete(steps.dir().fs(), staging);
    Files.deleteIfEmpty(steps.dir().fs(), staging.getParent());
  }

  private String relative(Path path) {
    String root = steps.dir().root().toUri().getPath();
    String own = path.toUri().getPath();
    if (!own.startsWith(root + "/")) {
      throw new IllegalArgumentException(path + " is not in " + steps.dir().root());
    }
    return own.substring(root.length() + 1);
  }
}
