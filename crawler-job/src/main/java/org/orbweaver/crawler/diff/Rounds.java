package org.orbweaver.crawler.diff;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.generate.RoundNumbers;

/**
 * The rounds of a crawl, counted from its beginning, also where their segments have been dropped
 * since.
 */
final class Rounds {
  private final CrawlDir dir;
  private final Map<String, Integer> numbers;

  /** The newest segment of each number. */
  private final TreeMap<Integer, String> names = new TreeMap<>();

  private final List<Path> kept;

  private Rounds(CrawlDir dir, Map<String, Integer> numbers, List<Path> kept) {
    this.dir = dir;
    this.numbers = numbers;
    this.kept = kept;
    numbers.forEach((name, number) -> names.put(number, name));
  }

  static Rounds of(CrawlDir dir) throws IOException {
    List<Path> kept = dir.segmentList();
    List<String> segments = kept.stream().map(Path::getName).toList();
    return new Rounds(dir, RoundNumbers.of(Steps.readHistory(dir), segments).bySegment(), kept);
  }

  /**
   * The number of a round, from 1; 0 stands for what was before the first.
   *
   * @param text a number, or the name of a segment
   * @throws OrbException (usage) where there is no such round
   */
  int number(String text) {
    int most = names.isEmpty() ? 0 : names.lastKey();
    if (numbers.containsKey(text)) {
      return numbers.get(text);
    }
    if (text.matches("\\d{1,9}") && Integer.parseInt(text) <= most) {
      return Integer.parseInt(text);
    }
    throw OrbException.usage(
        "expected a round from 0 to "
            + most
            + " or a segment of "
            + dir
            + ", got '"
            + Console.safe(text)
            + "'");
  }

  /** "round 2 (20261122…)". */
  String title(int number) {
    return number == 0
        ? "the start"
        : "round " + number + (names.containsKey(number) ? " (" + names.get(number) + ")" : "");
  }

  /**
   * The segments up to a round that are still there, from old to new.
   *
   * @throws OrbException (failed) where that of the round itself has been dropped
   */
  List<Path> upTo(int number) {
    List<Path> found = kept.stream().filter(segment -> isUpTo(segment, number)).toList();
    boolean there =
        number == 0
            || (!found.isEmpty()
                && found.get(found.size() - 1).getName().equals(names.get(number)));
    if (!there) {
      throw OrbException.failed(
          "the segment of " + title(number) + " has been deleted: compare with a later round");
    }
    return found;
  }

  /** How many of the kept segments are of this round or an earlier one. */
  int keptUpTo(int number) {
    return (int) kept.stream().filter(segment -> isUpTo(segment, number)).count();
  }

  private boolean isUpTo(Path segment, int number) {
    return numbers.get(segment.getName()) <= number;
  }
}
