package org.orbweaver.crawler.read;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.read.FetchLogSurvey.Tightest;

/** Prints the findings of {@link PolitenessProof}, for {@code read segment --politeness}. */
record PolitenessReport(Console console, boolean json) {
  private static final int SHOWN = 20;

  /** Prints the report; exit code 1 if a request came too early. */
  int print(Configuration conf, List<Path> segments) throws IOException {
    PolitenessProof proof =
        new PolitenessProof(
            group -> {
              if (json) {
                console.line(Json.line(fields("group", group)));
              }
            },
            true);
    int logs = FetchLog.read(conf, segments, proof::take);
    if (logs == 0) {
      throw OrbException.failed("no fetch log in the segments: another crawler fetched them");
    }
    proof.end();
    List<PolitenessProof.Group> addresses = proof.addresses();
    if (json) {
      addresses.forEach(address -> console.line(Json.line(fields("address", address))));
      proof.violations.forEach(v -> console.line(Json.line(fields(v))));
    } else {
      printForPeople(proof, addresses, logs, segments.size());
    }
    return proof.violations.isEmpty() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private void printForPeople(
      PolitenessProof proof, List<PolitenessProof.Group> addresses, int logs, int segments) {
    console.linef(
        "%s to %s at %s, in %d of %s",
        Count.of(proof.requests, "request"),
        Count.of(proof.groups, "host"),
        Count.of(addresses.size(), "address"),
        logs,
        Count.of(segments, "segment"));
    PolitenessProof.Group closest = proof.closest;
    if (closest == null) {
      console.line("no host received a second request");
    } else {
      console.linef(
          "shortest delay at a host: %.3f s (%s, %,d requests); delays checked: %,d",
          closest.smallestGapMs() / 1e3,
          Console.safe(closest.name()),
          closest.requests(),
          proof.gaps());
    }
    console.linef("maximum concurrent requests to a host: %d", proof.most);
    List<PolitenessProof.Group> twice = new ArrayList<>(addresses);
    twice.removeIf(address -> address.requests() < 2);
    if (!twice.isEmpty()) {
      PolitenessProof.Group shortest =
          Collections.min(twice, Comparator.comparingLong(PolitenessProof.Group::smallestGapMs));
      int most = twice.stream().mapToInt(PolitenessProof.Group::mostAtATime).max().getAsInt();
      console.linef(
          "shortest delay at an address: %.3f s (%s); maximum concurrent requests to one: %d",
          Math.max(0, shortest.smallestGapMs()) / 1e3, shortest.name(), most);
    }
    List<PolitenessProof.Violation> violations = proof.violations;
    console.linef("politeness violations: %,d", violations.size());
    for (PolitenessProof.Violation v : violations.subList(0, Math.min(SHOWN, violations.size()))) {
      console.linef(
          "  %s: %.3f s after the previous request, required: %.3f s%s",
          Console.safe(v.request().url()),
          v.gapMs() / 1e3,
          v.request().delayMs() / 1e3,
          v.concurrent() ? ", concurrent" : "");
    }
  }

  private static Fields fields(String kind, PolitenessProof.Group group) {
    return new Fields()
        .with(kind, group.name())
        .with("requests", group.requests())
        .with("smallestGapMs", group.requests() < 2 ? null : group.smallestGapMs())
        .with("mostAtATime", group.mostAtATime());
  }

  private static Fields fields(PolitenessProof.Violation violation) {
    Fields fields = new Fields().with("violation", violation.concurrent() ? "concurrent" : "early");
    fields.with("gapMs", violation.gapMs()).putAll(FetchLog.fields(violation.request()));
    return fields;
  }

  /** Reads the fetch logs of segments. */
  static final class FetchLog {
    private FetchLog() {}

    /**
     * Reads the logs of segments as one, by group and time: segments may have been fetched in an
     * order other than that of their names. Segments of other crawlers, without a log, are skipped.
     *
     * @param segments from old to new
     * @return how many had a log
     */
    static int read(Configuration conf, List<Path> segments, Consumer<RequestLine> taker)
        throws IOException {
      List<Path> parts = new ArrayList<>();
      int logs = 0;
      for (Path segment : segments) {
        Path folder = new Path(segment, FetchJob.LOG_DIR);
        SortedStore<Text> log = SortedStore.open(conf, folder, Text.class);
        logs += log.isEmpty() ? 0 : 1;
        parts.addAll(log.parts());
      }
      try (SortedMerge<Text> merge = SortedMerge.open(conf, parts, Text.class, BY_TIME)) {
        while (merge.next()) {
          taker.accept(decode(merge.key().toString(), merge.value()));
        }
      }
      return logs;
    }

    private static final Comparator<Text> BY_TIME = Comparator.comparingLong(FetchLog::time);

    /** The number at the start of a line; decoding shows later whether it is a valid line. */
    private static long time(Text line) {
      long time = 0;
      for (int i = 0; i < line.getLength(); i++) {
        int digit = line.getBytes()[i] - '0';
        if (digit < 0 || digit > 9) {
          break;
        }
        time = 10 * time + digit;
      }
      return time;
    }

    private static RequestLine decode(String group, Text line) {
      try {
        return RequestLine.decode(group, line.toString());
      } catch (IllegalArgumentException e) {
        throw OrbException.failed("fetch log, at " + group + ": " + e.getMessage(), e);
      }
    }

    /** The fields of a line, for people and programs. */
    static Fields fields(RequestLine line) {
      return new Fields()
          .with("url", line.url())
          .with("asked", RecordFields.time(line.startMs()))
          .with("ms", line.endMs() - line.startMs())
          .with("answer", line.answer())
          .with("bytes", line.bytes())
          .with("address", line.address())
          .with("group", line.group())
          .with("leastGapMs", line.delayMs())
          .withKnown("redirectedFrom", line.from().equals("-") ? null : line.from());
    }
  }

  /**
   * Reads a fetch log, and finds the shortest delays and every request that came too early.
   *
   * <p>A delay is the time from the end of a request to the start of the next one to the same group
   * (host, registered domain or address, by the crawl's setting); each must be as long as the
   * politeness delay that was in force for it. The log's times come from one monotonic clock per
   * task and are rounded down, so no tolerance is needed: rounding makes no delay look shorter than
   * it was. Addresses are checked too: they need no delay unless the crawl counts by them.
   *
   * <p>Memory: 16 bytes a request for the addresses, as much for the largest group, and the
   * violations.
   */
  static final class PolitenessProof {
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
    final TopList<Tightest> tightest = new TopList<>(Tightest.ORDER, SHOWN);

    /** The tightest request of the current group; null before its second. */
    private Tightest tight;

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
          tight = new Tightest(group, 0, gap, line.delayMs());
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
        tightest.add(new Tightest(group, ended.requests(), tight.gapMs(), tight.delayMs()));
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
}
