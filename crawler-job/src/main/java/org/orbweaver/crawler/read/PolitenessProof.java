package org.orbweaver.crawler.read;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.crawler.fetch.task.RequestLine;

/**
 * Reads a fetch log, and finds the shortest delays and every request that came too early.
 *
 * <p>A delay is the time from the end of a request to the start of the next one to the same group
 * (host, registered domain or address, by the crawl's setting); each must be as long as the
 * politeness delay that was in force for it. The log's times come from one monotonic clock per task
 * and are rounded down, so no tolerance is needed: rounding makes no delay look shorter than it
 * was. Addresses are checked too: they need no delay unless the crawl counts by them.
 *
 * <p>Memory: 16 bytes a request for the addresses, as much for the largest group, and the
 * violations.
 */
final class PolitenessProof {
  private static final int MOST_TIGHTEST = 20;

  /** A request that came too early. */
  record Violation(RequestLine request, long gapMs, boolean concurrent) {}

  /** The figures of a group; its delay is Long.MAX_VALUE if it had one request only. */
  record Group(String name, long requests, long smallestGapMs, int mostAtATime) {}

  /** When requests started and ended. */
  private static final class Spans {
    private final LongArrayList starts = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();

    void add(RequestLine line) {
      starts.add(line.startMs());
      ends.add(line.endMs());
    }

    Group group(String name) {
      long[] start = starts.toLongArray();
      long[] end = ends.toLongArray();
      Integer[] order = new Integer[start.length];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, Comparator.comparingLong(i -> start[i]));
      long smallest = Long.MAX_VALUE;
      long last = Long.MIN_VALUE;
      for (int i : order) {
        smallest = last == Long.MIN_VALUE ? smallest : Math.min(smallest, start[i] - last);
        last = Math.max(last, end[i]);
      }
      // Concurrent requests are those that have started and not ended.
      Arrays.sort(start);
      Arrays.sort(end);
      int most = 0;
      int ended = 0;
      for (int i = 0; i < start.length; i++) {
        while (end[ended] <= start[i] && ended < i) {
          ended++;
        }
        most = Math.max(most, i + 1 - ended);
      }
      return new Group(name, start.length, smallest, most);
    }
  }

  private final Consumer<Group> groupTaker;
  private final boolean byAddress;
  private final Map<String, Spans> addresses = new TreeMap<>();
  final List<Violation> violations = new ArrayList<>();
  private String group;
  private Spans spans;
  private long lastEnd;
  long requests;
  long groups;

  /** The maximum of concurrent requests to one group. */
  int most;

  /** The groups with the least time to spare. */
  final TopList<TightestGap> tightest = new TopList<>(TightestGap.ORDER, MOST_TIGHTEST);

  /** The tightest request of the current group; null before its second. */
  private TightestGap tight;

  /** The group with the shortest delay; null if none had two requests. */
  Group closest;

  /**
   * Starts without requests.
   *
   * @param groupTaker gets each group after its last request
   * @param byAddress whether addresses are checked too, which takes memory
   */
  PolitenessProof(Consumer<Group> groupTaker, boolean byAddress) {
    this.groupTaker = groupTaker;
    this.byAddress = byAddress;
  }

  /** Takes a request; those of a group must follow each other, in the order of their starts. */
  void take(RequestLine line) {
    requests++;
    if (line.group().equals(group)) {
      long gap = line.startMs() - lastEnd;
      if (tight == null || gap - line.delayMs() < tight.spareMs()) {
        tight = new TightestGap(group, 0, gap, line.delayMs());
      }
      if (gap < line.delayMs() || gap < 0) {
        violations.add(new Violation(line, gap, gap < 0));
      }
    } else {
      end();
      group = line.group();
      spans = new Spans();
      lastEnd = Long.MIN_VALUE;
      groups++;
    }
    spans.add(line);
    lastEnd = Math.max(lastEnd, line.endMs());
    if (byAddress && !line.address().equals("-")) {
      addresses.computeIfAbsent(line.address(), a -> new Spans()).add(line);
    }
  }

  /** Ends the last group. */
  void end() {
    if (group == null) {
      return;
    }
    Group ended = spans.group(group);
    most = Math.max(most, ended.mostAtATime());
    if (ended.requests() > 1
        && (closest == null || ended.smallestGapMs() < closest.smallestGapMs())) {
      closest = ended;
    }
    if (tight != null) {
      tightest.add(new TightestGap(group, ended.requests(), tight.gapMs(), tight.delayMs()));
    }
    groupTaker.accept(ended);
    group = null;
    tight = null;
  }

  /** The number of delays checked: requests with an earlier one in their group. */
  long gaps() {
    return requests - groups;
  }

  /** The addresses, as groups of their own, by name. */
  List<Group> addresses() {
    return addresses.entrySet().stream().map(one -> one.getValue().group(one.getKey())).toList();
  }
}
