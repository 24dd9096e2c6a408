package org.orbweaver.common.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Inspects a crawl's lock and log without taking the lock or changing anything. */
public final class CrawlInspection {
  private CrawlInspection() {}

  /** The lock's holder, for people; empty if the lock is free. */
  public static Optional<String> lockHolder(CrawlDir dir) throws IOException {
    return CrawlLock.holder(dir);
  }

  /** The last progress message of the current run; empty if there is none yet. */
  public static String progress(CrawlDir dir) {
    return SharedProgress.read(dir);
  }

  /**
   * Contradictions in the log of steps: missing record numbers, a missing store of any step, or a
   * missing output of the last step.
   *
   * @param history from {@link Steps#readHistory}
   */
  public static List<String> contradictions(CrawlDir dir, List<StepRecord> history)
      throws IOException {
    List<String> found = new ArrayList<>();
    long expected = 1;
    for (Map.Entry<Long, Path> file : Steps.files(dir).entrySet()) {
      if (file.getKey() != expected && !Steps.isSnapshot(file.getValue())) {
        found.add("the record of step " + expected + " is missing in " + dir.state());
      }
      expected = file.getKey() + 1;
    }
    Map<Path, StepRecord> missing = new LinkedHashMap<>();
    for (StepRecord step : history) {
      boolean isLast = step.number() == history.get(history.size() - 1).number();
      for (StepRecord.Move move : step.moves()) {
        // What older steps made there is gone, or about to go: the step may have been interrupted.
        Path to = new Path(dir.root(), move.to());
        missing.keySet().removeIf(path -> (path + "/").startsWith(to + "/"));
        // Replaced stores remain; an older segment, graph or index may be removed.
        if (move.kind() == StepRecord.Kind.REPLACE
            || (isLast && move.kind() == StepRecord.Kind.PUBLISH)) {
          boolean isPending = isLast && dir.fs().exists(new Path(dir.root(), move.from()));
          if (!isPending && !dir.fs().exists(to)) {
            missing.put(to, step);
          }
        }
      }
    }
    missing.forEach(
        (path, step) ->
            found.add(
                "step "
                    + step.number()
                    + " ("
                    + step.name()
                    + ") made "
                    + path
                    + ", which is missing"));
    return found;
  }

  /**
   * What the last step was changing when it was interrupted while publishing its output; the next
   * command that writes completes it.
   */
  public static List<Path> unfinished(CrawlDir dir, List<StepRecord> history) throws IOException {
    List<Path> unfinished = new ArrayList<>();
    if (!history.isEmpty()) {
      for (StepRecord.Move move : history.get(history.size() - 1).moves()) {
        if (dir.fs().exists(new Path(dir.root(), move.from()))) {
          unfinished.add(new Path(dir.root(), move.to()));
        }
      }
    }
    return unfinished;
  }
}
