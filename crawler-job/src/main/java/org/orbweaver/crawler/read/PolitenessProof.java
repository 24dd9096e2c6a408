package org.orbweaver.crawler.read;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.fetch.RequestLine;

/**
 * Reads a fetch log, and finds the shortest delays and every request that came too early.
 *
 * <p>A delay is the time from the end of a request to the start of the next one to the same group
 * (host, registered domain or address, by the crawl's setting); each must be as long as the
 * politeness delay that was in force for it. The log's times come from one monotonic clock per task
 * and are rounded down, so no tolerance is needed: rounding makes no delay look shorter than it
 * was. Addresses are checked too: they need no delay unless the crawl counts by them.
 *
 * <p>Memory: 16 bytes a request, for the addresses, and the violations.
 */
final class PolitenessProof {
  /** A request that came too early. */
  record Violation(RequestLine request, long gapMs, boolean concurrent) {}

  /** What is known of a group. */
  record Group(String name, long requests, long smallestGapMs, int mostAtATime) {}

  private static final class Span {
    private final LongArrayList starts = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
  }

  private final Map<String, Span> addresses = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private String group = "";
  private long lastEnd;
  private long requestsOfGroup;
  private long smallestOfGroup;
  private int mostOfGroup;
  private final LongArrayList open = new LongArrayList();

  private long requests;
  private long groups;
  private long repeated;
  private int most;
  private Group closest;

  /** Told of each group when its last request has been taken. */
  interface GroupTaker {
    void take(Group group);
  }

  private final GroupTaker taker;

  PolitenessProof(GroupTaker taker) {
    this.taker = taker;
  }

  /** Takes a request; those of a group follow each other, in the order of their starts. */
  void take(RequestLine line) {
    requests++;
    if (!line.group().equals(group) || requestsOfGroup == 0) {
      endGroup();
      group = line.group();
    } else {
      long gap = line.startMs() - lastEnd;
      repeated++;
      smallestOfGroup = Math.min(smallestOfGroup, gap);
      if (gap < line.delayMs() || gap < 0) {
        violations.add(new Violation(line, gap, gap < 0));
      }
    }
    requestsOfGroup++;
    lastEnd = Math.max(lastEnd, line.endMs());
    open.removeIf(end -> end <= line.startMs());
    open.add(line.endMs());
    mostOfGroup = Math.max(mostOfGroup, open.size());
    if (!line.address().equals("-")) {
      Span span = addresses.computeIfAbsent(line.address(), a -> new Span());
      span.starts.add(line.startMs());
      span.ends.add(line.endMs());
    }
  }

  private void endGroup() {
    if (requestsOfGroup > 0) {
      groups++;
      most = Math.max(most, mostOfGroup);
      Group ended = new Group(group, requestsOfGroup, smallestOfGroup, mostOfGroup);
      if (requestsOfGroup > 1 && (closest == null || smallestOfGroup < closest.smallestGapMs())) {
        closest = ended;
      }
      taker.take(ended);
    }
    requestsOfGroup = 0;
    smallestOfGroup = Long.MAX_VALUE;
    mostOfGroup = 0;
    lastEnd = Long.MIN_VALUE;
    open.clear();
  }

  /** After the last request. */
  void end() {
    endGroup();
  }

  long requests() {
    return requests;
  }

  long groups() {
    return groups;
  }

  /** Requests that had one before them in their group: the number of delays checked. */
  long gaps() {
    return repeated;
  }

  /** The maximum of concurrent requests to one group. */
  int mostAtATime() {
    return most;
  }

  /** The group with the shortest delay; null where none had two requests. */
  Group closest() {
    return closest;
  }

  List<Violation> violations() {
    return violations;
  }

  /** The addresses, as groups of their own. */
  List<Group> addresses() {
    List<Group> all = new ArrayList<>();
    addresses.forEach((address, span) -> all.add(ofSpan(address, span)));
    all.sort(java.util.Comparator.comparing(Group::name));
    return all;
  }

  private static Group ofSpan(String address, Span span) {
    long[] starts = span.starts.toLongArray();
    long[] ends = span.ends.toLongArray();
    int n = starts.length;
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(starts[a], starts[b]));
    long smallest = Long.MAX_VALUE;
    long last = 0;
    for (int i = 0; i < n; i++) {
      long start = starts[order[i]];
      smallest = i == 0 ? smallest : Math.min(smallest, start - last);
      last = i == 0 ? ends[order[i]] : Math.max(last, ends[order[i]]);
    }
    // At a time: as many as have begun and not ended.
    Arrays.sort(starts);
    Arrays.sort(ends);
    int most = 0;
    int ended = 0;
    for (int i = 0; i < n; i++) {
      while (ends[ended] <= starts[i] && ended < i) {
        ended++;
      }
      most = Math.max(most, i + 1 - ended);
    }
    return new Group(address, n, smallest, most);
  }
}
