package org.orbweaver.crawler.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;

/**
 * The rounds of a crawl, counted from its beginning, also where their segments have been dropped
 * since.
 */
final class Rounds {
  private final CrawlDir dir;
  private final List<String> names;
  private final List<Path> kept;

  private Rounds(CrawlDir dir, List<String> names, List<Path> kept) {
    this.dir = dir;
    this.names = names;
    this.kept = kept;
  }

  static Rounds of(CrawlDir dir) throws IOException {
    List<Path> kept = dir.segmentList();
    TreeSet<String> names = new TreeSet<>();
    for (StepRecord step : Steps.readHistory(dir)) {
      if (step.name().equals("generate")) {
        names.add(step.key());
      }
    }
    kept.forEach(segment -> names.add(segment.getName()));
    return new Rounds(dir, new ArrayList<>(names), kept);
  }

  /**
   * The number of a round, from 1; 0 stands for what was before the first.
   *
   * @param text a number, or the name of a segment
   * @throws OrbException (usage) where there is no such round
   */
  int number(String text) {
    int number = names.indexOf(text) + 1;
    if (number == 0 && text.matches("\\d{1,9}")) {
      number = Integer.parseInt(text);
      if (number <= names.size()) {
        return number;
      }
      number = 0;
    }
    if (number == 0) {
      throw OrbException.usage(
          "expected a round from 0 to "
              + names.size()
              + " or a segment of "
              + dir
              + ", got '"
              + Console.safe(text)
              + "'");
    }
    return number;
  }

  /** "round 2 (20261122…)". */
  String title(int number) {
    return number == 0 ? "the beginning" : "round " + number + " (" + names.get(number - 1) + ")";
  }

  /**
   * The segments up to a round that are still there, from old to new.
   *
   * @throws OrbException (failed) where that of the round itself has been dropped
   */
  List<Path> upTo(int number) {
    List<Path> found = new ArrayList<>();
    for (Path segment : kept) {
      if (number > 0 && segment.getName().compareTo(names.get(number - 1)) <= 0) {
        found.add(segment);
      }
    }
    boolean there =
        number == 0
            || (!found.isEmpty()
                && found.get(found.size() - 1).getName().equals(names.get(number - 1)));
    if (!there) {
      throw OrbException.failed(
          "the segment of " + title(number) + " has been dropped: compare with a later round");
    }
    return found;
  }

  /** How many of the kept segments are of this round or an earlier one. */
  int keptUpTo(int number) {
    int count = 0;
    for (Path segment : kept) {
      if (number > 0 && segment.getName().compareTo(names.get(number - 1)) <= 0) {
        count++;
      }
    }
    return count;
  }
}
