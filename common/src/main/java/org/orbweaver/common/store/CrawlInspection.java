package org.orbweaver.common.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** How a crawl's lock, log and staging stand, looked at without a lock and without a change. */
public final class CrawlInspection {
  private CrawlInspection() {}

  /** Who holds the lock, for people; empty where nobody does. */
  public static Optional<String> lockHolder(CrawlDir dir) throws IOException {
    return CrawlLock.holder(dir);
  }

  /** What the run at work last said of its progress; empty where it has said nothing yet. */
  public static String progress(CrawlDir dir) {
    return SharedProgress.read(dir);
  }

  /**
   * What contradicts itself in the log of steps: numbers that are missing, or a store of any step
   * or another output of the last one that is nowhere.
   *
   * @param history as {@link Steps#readHistory} gives it
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
        // Stores, which are replaced, stay; an older segment, graph or index may be removed.
        if (move.kind() == StepRecord.Kind.REPLACE
            || (isLast && move.kind() == StepRecord.Kind.PUBLISH)) {
          Path to = new Path(dir.root(), move.to());
          boolean isPending = isLast && dir.fs().exists(new Path(dir.root(), move.from()));
          if (!isPending && !dir.fs().exists(to)) {
            missing.put(to, step);
          } else {
            missing.remove(to);
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

  /** Whether renames of the last step were interrupted; the next command that writes does them. */
  public static boolean hasUnfinishedRenames(CrawlDir dir, List<StepRecord> history)
      throws IOException {
    if (history.isEmpty()) {
      return false;
    }
    for (StepRecord.Move move : history.get(history.size() - 1).moves()) {
      if (dir.fs().exists(new Path(dir.root(), move.from()))) {
        return true;
      }
    }
    return false;
  }

  /** What steps have staged and not published, oldest first. */
  public static List<Staging> staged(CrawlDir dir) throws IOException {
    return Staging.list(dir);
  }
}
