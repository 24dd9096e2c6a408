package org.orbweaver.crawler.robots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds, among patterns with stars and a rank each, the best rank of those that a path matches, in
 * one pass over the path.
 *
 * <p>The pass reports where the patterns' parts occur ({@link PartAutomaton}). A pattern waits for
 * its first part; when that occurs behind what it has matched already, it waits for the next one,
 * and after its last part it has matched. So each part is taken at its first place, for all
 * patterns at once, and patterns whose next part does not occur cost nothing. Patterns that cannot
 * improve on the best rank found so far are passed over.
 *
 * <p>Time of a check: the path's length, times the number of parts that end in one place (of
 * different lengths, hence at most the square root of twice the patterns' text), plus the length of
 * the patterns' text. No pattern and no path makes it worse.
 */
final class WildcardTable {
  private static final int[] NONE = {};

  private final PartAutomaton automaton;
  private final String[] prefixes;

  /** By pattern: what a path must end with, or null. */
  private final String[] suffixes;

  /** By pattern: its parts' numbers in the automaton. */
  private final int[][] parts;

  private final int[] ranks;

  /** By part: the patterns whose first part it is, the best rank first. */
  private final int[][] waiting;

  /** By part: the patterns without parts whose suffix it is, the best rank first. */
  private final int[][] ending;

  /** A pattern and its rank; a lower one is better. */
  record Ranked(RobotsPattern pattern, int rank) {}

  /**
   * @param ranked at least one pattern, each with a part or a suffix, the best rank first
   */
  WildcardTable(List<Ranked> ranked) {
    List<String> texts = new ArrayList<>();
    for (Ranked each : ranked) {
      texts.addAll(each.pattern().parts());
      if (each.pattern().parts().isEmpty()) {
        texts.add(each.pattern().suffix());
      }
    }
    automaton = new PartAutomaton(texts);
    int count = ranked.size();
    prefixes = new String[count];
    suffixes = new String[count];
    parts = new int[count][];
    ranks = new int[count];
    waiting = new int[automaton.size()][];
    ending = new int[automaton.size()][];
    Arrays.fill(waiting, NONE);
    Arrays.fill(ending, NONE);
    int[] waitingCounts = new int[automaton.size()];
    int[] endingCounts = new int[automaton.size()];
    for (int i = 0; i < count; i++) {
      RobotsPattern pattern = ranked.get(i).pattern();
      prefixes[i] = pattern.prefix();
      suffixes[i] = pattern.suffix();
      parts[i] = pattern.parts().stream().mapToInt(automaton::indexOf).toArray();
      ranks[i] = ranked.get(i).rank();
      if (parts[i].length > 0) {
        append(waiting, waitingCounts, parts[i][0], i);
      } else {
        append(ending, endingCounts, automaton.indexOf(suffixes[i]), i);
      }
    }
    trim(waiting, waitingCounts);
    trim(ending, endingCounts);
  }

  private static void append(int[][] lists, int[] counts, int list, int pattern) {
    if (counts[list] == lists[list].length) {
      lists[list] = Arrays.copyOf(lists[list], Math.max(1, 2 * counts[list]));
    }
    lists[list][counts[list]++] = pattern;
  }

  private static void trim(int[][] lists, int[] counts) {
    for (int i = 0; i < lists.length; i++) {
      if (counts[i] < lists[i].length) {
        lists[i] = Arrays.copyOf(lists[i], counts[i]);
      }
    }
  }

  /**
   * The best rank of a pattern that the path matches, or {@code none} when there is none better.
   *
   * @param path in the normal form of {@link RobotsPath#ofUrl}
   */
  int best(String path, int none) {
    return ranks[0] >= none ? none : new Pass(path, none).run();
  }

  /** One pass over one path. */
  private final class Pass {
    private final String path;
    private int best;

    /** Parts that have occurred: the patterns that waited for them at first no longer do. */
    private final BitSet occurred = new BitSet();

    /** By part: whether no pattern waits for it, so that where it occurs does not matter. */
    private final boolean[] idle = new boolean[automaton.size()];

    // Made when parts that no one waits for end in one place: by part what nextBusy found, and the
    // count of waits when it did.
    private int[] busyBelow;
    private int[] knownSince;
    private int waits = 1;

    // Lists of patterns that wait for a part by now, made when the first pattern gets so far:
    // by part the first pattern plus 1, by pattern the next one plus 1.
    private int[] firstOf;
    private int[] nextOf;

    // By pattern: parts found, and the end of the last one.
    private int[] found;
    private int[] ends;

    Pass(String path, int none) {
      this.path = path;
      this.best = none;
    }

    int run() {
      int state = automaton.start();
      int length = path.length();
      for (int i = 0; i < length; i++) {
        state = automaton.step(state, path.charAt(i));
        int part = automaton.longestText(state);
        while (part >= 0) {
          if (idle[part]) {
            part = nextBusy(part);
          } else {
            occurs(part, i + 1);
            part = automaton.shorterText(part);
          }
        }
      }
      for (int part = automaton.longestText(state); part >= 0; part = automaton.shorterText(part)) {
        endsWith(part);
      }
      return best;
    }

    /** The next shorter part that a pattern waits for, remembered until more parts are. */
    private int nextBusy(int part) {
      int next = automaton.shorterText(part);
      if (next < 0 || !idle[next]) {
        return next;
      }
      if (busyBelow == null) {
        busyBelow = new int[automaton.size()];
        knownSince = new int[automaton.size()];
      }
      if (knownSince[part] == waits) {
        return busyBelow[part];
      }
      while (next >= 0 && idle[next]) {
        next = knownSince[next] == waits ? busyBelow[next] : automaton.shorterText(next);
      }
      busyBelow[part] = next;
      knownSince[part] = waits;
      return next;
    }

    private void endsWith(int part) {
      int start = path.length() - automaton.length(part);
      for (int pattern : ending[part]) {
        if (ranks[pattern] >= best) {
          return;
        }
        if (prefixes[pattern].length() <= start && path.startsWith(prefixes[pattern])) {
          best = ranks[pattern];
        }
      }
    }

    private void occurs(int part, int end) {
      int start = end - automaton.length(part);
      idle[part] = true;
      if (firstOf != null) {
        goOn(part, start, end);
      }
      if (!occurred.get(part)) {
        occurred.set(part);
        begin(part, start, end);
      }
    }

    /** Advances the patterns that wait for the part by now. */
    private void goOn(int part, int start, int end) {
      // Taken off as a whole: a pattern may come to wait for the same part again.
      int list = firstOf[part];
      firstOf[part] = 0;
      while (list != 0) {
        int pattern = list - 1;
        list = nextOf[pattern];
        if (ranks[pattern] >= best) {
          continue;
        }
        if (ends[pattern] <= start) {
          advance(pattern, end);
        } else {
          waitFor(part, pattern);
        }
      }
    }

    /** Advances the patterns that the part is the first of. */
    private void begin(int part, int start, int end) {
      for (int pattern : waiting[part]) {
        if (ranks[pattern] >= best) {
          return;
        }
        String prefix = prefixes[pattern];
        String suffix = suffixes[pattern];
        if (!path.startsWith(prefix) || (suffix != null && !path.endsWith(suffix))) {
          continue;
        }
        if (prefix.length() <= start) {
          advance(pattern, end);
        } else {
          waitFor(part, pattern);
          ends[pattern] = prefix.length();
        }
      }
    }

    /** The part that the pattern waits for lies behind what it has matched, up to {@code end}. */
    private void advance(int pattern, int end) {
      int[] wanted = parts[pattern];
      int count = found == null ? 1 : found[pattern] + 1;
      if (count == wanted.length) {
        String suffix = suffixes[pattern];
        if (suffix == null || path.length() - suffix.length() >= end) {
          best = ranks[pattern];
        }
        return;
      }
      waitFor(wanted[count], pattern);
      found[pattern] = count;
      ends[pattern] = end;
    }

    private void waitFor(int part, int pattern) {
      if (firstOf == null) {
        firstOf = new int[automaton.size()];
        nextOf = new int[ranks.length];
        found = new int[ranks.length];
        ends = new int[ranks.length];
      }
      nextOf[pattern] = firstOf[part];
      firstOf[part] = pattern + 1;
      if (idle[part]) {
        idle[part] = false;
        waits++;
      }
    }
  }
}
