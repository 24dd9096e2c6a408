package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.fetch.task.RequestLine;

/**
 * The requests' part of a report: the evidence of politeness, when requests were made, and how long
 * they took. One read of the logs; memory: 16 bytes for each request to the host with the most, 4
 * KB for each round, and the rows of three tables.
 *
 * @param logs segments with a log
 * @param requests in them
 * @param bytes of bodies, as they came over the wire
 * @param hosts that received a request, or other politeness groups
 * @param delaysChecked requests with an earlier one to the same host
 * @param violations requests that came too early
 * @param mostAtATime maximum concurrent requests to a host
 * @param answers requests by HTTP status, or kind of failure
 * @param tightest hosts with the least time to spare, that first
 * @param rounds when the requests of each segment were made, by its name
 * @param slowHosts hosts by the time that their requests took
 * @param refusals hosts that refused requests, signed ones and others
 * @param largest pages by their bytes
 */
public record FetchLogSurvey(
    int logs,
    long requests,
    long bytes,
    long hosts,
    long delaysChecked,
    long violations,
    int mostAtATime,
    Map<String, Long> answers,
    List<TightestGap> tightest,
    Map<String, RoundRequests> rounds,
    FindingTable slowHosts,
    FindingTable refusals,
    FindingTable largest) {
  /**
   * The requests of a segment: how many, when the first began and the last ended, and how long they
   * took, the median and the 90th percentile.
   */
  public record RoundRequests(
      long requests, long firstMs, long lastMs, long medianMs, long ninetiethMs) {}

  /** The same while the logs are read. */
  private static final class Round {
    private final LatencyHistogram latency = new LatencyHistogram();
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;

    private void add(RequestLine line) {
      latency.add(line.endMs() - line.startMs());
      firstMs = Math.min(firstMs, line.startMs());
      lastMs = Math.max(lastMs, line.endMs());
    }

    private RoundRequests requests() {
      return new RoundRequests(
          latency.count(), firstMs, lastMs, latency.percentile(50), latency.percentile(90));
    }
  }

  /**
   * The fetch of a segment's list.
   *
   * @param listedMs when the list was made, milliseconds since 1970
   */
  public record SegmentFetch(String segment, long listedMs) {}

  /**
   * Reads the fetch logs of segments.
   *
   * @param fetched the fetches by the times at which they were committed, milliseconds since 1970;
   *     requests of other fetches are in no round
   * @return empty if no segment has a log
   */
  public static Optional<FetchLogSurvey> of(
      Configuration conf, List<Path> segments, NavigableMap<Long, SegmentFetch> fetched)
      throws IOException {
    PolitenessProof proof = new PolitenessProof(group -> {}, false);
    Map<String, Long> answers = new TreeMap<>();
    Map<String, Round> rounds = new TreeMap<>();
    RequestTables tables = new RequestTables();
    long[] bytes = new long[1];
    int logs =
        FetchLog.read(
            conf,
            segments,
            line -> {
              proof.take(line);
              tables.take(line);
              bytes[0] += line.bytes();
              answers.merge(line.answer(), 1L, Long::sum);
              // Fetches commit one after the other: a request belongs to the first that committed
              // after it.
              Map.Entry<Long, SegmentFetch> fetch = fetched.ceilingEntry(line.endMs());
              if (fetch != null && fetch.getValue().listedMs <= line.startMs()) {
                rounds.computeIfAbsent(fetch.getValue().segment, s -> new Round()).add(line);
              }
            });
    proof.end();
    Map<String, RoundRequests> times = new TreeMap<>();
    rounds.forEach((segment, round) -> times.put(segment, round.requests()));
    return logs == 0
        ? Optional.empty()
        : Optional.of(
            new FetchLogSurvey(
                logs,
                proof.requests,
                bytes[0],
                proof.groups,
                proof.gaps(),
                proof.violations.size(),
                proof.most,
                answers,
                proof.tightest.list(),
                times,
                tables.ofHosts(Finding.SLOW_HOSTS),
                tables.ofHosts(Finding.REFUSALS),
                tables.largest()));
  }
}
