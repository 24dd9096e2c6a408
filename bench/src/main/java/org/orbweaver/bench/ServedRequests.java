package org.orbweaver.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.orbweaver.common.error.OrbException;

/**
 * The web's log of one run, and the ideal speed of the run.
 *
 * <p>A host whose n requests have the latencies l_1 … l_n cannot finish sooner after the first
 * request of all than T = l_1 + … + l_n + (n − 1) · delay, robots.txt counted among the n. The
 * latencies are those that the web had planned: if it took longer, waiting for a core, the fetcher
 * looks slower, never faster. The whole list cannot finish sooner than the largest T.
 */
final class ServedRequests {
  /** Tolerance for a delay that seems too short, in seconds: the clocks of two processes differ. */
  private static final double SLACK = 0.01;

  private record Served(long start, long end, long planned, int status, String path) {}

  private final Map<String, List<Served>> hosts = new TreeMap<>();
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  private ServedRequests() {}

  /** Parses the log of the fake web; FakeWebMain's comment lists the columns. */
  static ServedRequests of(Collection<String> lines) {
    ServedRequests served = new ServedRequests();
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      if (words.length != 7) {
        throw new IllegalArgumentException("not a line of the fake web's request log: " + line);
      }
      served.add(
          words[5],
          new Served(
              Long.parseLong(words[0]),
              Long.parseLong(words[1]),
              Long.parseLong(words[2]),
              Integer.parseInt(words[3]),
              words[6]));
    }
    served.hosts.values().forEach(list -> list.sort((a, b) -> Long.compare(a.start, b.start)));
    return served;
  }

  private void add(String host, Served request) {
    hosts.computeIfAbsent(host, h -> new ArrayList<>()).add(request);
    first = Math.min(first, request.start);
    last = Math.max(last, request.end);
  }

  boolean isEmpty() {
    return hosts.isEmpty();
  }

  /** When the first request arrived, in microseconds since 1970. */
  long first() {
    return first;
  }

  /** When the last answer was sent, in microseconds since 1970. */
  long last() {
    return last;
  }

  /** From the first request to the last answer. */
  double seconds() {
    return (last - first) / 1e6;
  }

  /** Distinct pages that were answered by 200. */
  long pages() {
    long pages = 0;
    for (List<Served> requests : hosts.values()) {
      Set<String> paths = new HashSet<>();
      for (Served request : requests) {
        if (request.status == 200 && !request.path.equals("/robots.txt")) {
          paths.add(request.path);
        }
      }
      pages += paths.size();
    }
    return pages;
  }

  /** Requests that repeat an earlier one to the same host. */
  long repeated() {
    long repeated = 0;
    for (List<Served> requests : hosts.values()) {
      Set<String> paths = new HashSet<>();
      for (Served request : requests) {
        if (!paths.add(request.path)) {
          repeated++;
        }
      }
    }
    return repeated;
  }

  /**
   * The shortest time from the end of a request to the start of the next of the same host, in
   * seconds; negative when two overlapped, infinite when no host was asked twice.
   */
  double smallestGap() {
    double smallest = Double.POSITIVE_INFINITY;
    for (List<Served> requests : hosts.values()) {
      long end = requests.get(0).end;
      for (Served request : requests.subList(1, requests.size())) {
        smallest = Math.min(smallest, (request.start - end) / 1e6);
        end = Math.max(end, request.end);
      }
    }
    return smallest;
  }

  /** The least time for all requests, in seconds: the largest T. */
  double idealSeconds(double delay) {
    return hosts.values().stream().mapToDouble(host -> ideal(host, delay)).max().orElse(0);
  }

  private static double ideal(List<Served> requests, double delay) {
    double latency = 0;
    for (Served request : requests) {
      latency += request.planned / 1e6;
    }
    return latency + (requests.size() - 1) * delay;
  }

  /**
   * The rate that the delays allow, in requests a second: that of all hosts together, each n / T.
   */
  double idealRate(double delay) {
    return hosts.values().stream().mapToDouble(host -> host.size() / ideal(host, delay)).sum();
  }

  /**
   * The rate that hosts got: the same with the time from the first request of all to the last
   * answer of the host instead of T. A host that was begun, visited or finished late lowers it.
   */
  double rate() {
    return hosts.values().stream().mapToDouble(h -> h.size() / ((end(h) - first) / 1e6)).sum();
  }

  /**
   * Rejects a faulty run, whose speed means nothing.
   *
   * @param expected pages
   * @throws OrbException (failed) if pages are missing, or were requested twice or too soon
   */
  void check(int expected, double delay) {
    if (pages() != expected) {
      throw OrbException.failed("only " + pages() + " of " + expected + " pages were fetched");
    }
    if (repeated() > 0) {
      throw OrbException.failed(repeated() + " requests were made twice");
    }
    if (smallestGap() < Math.max(0, delay - SLACK)) {
      throw OrbException.failed(
          "a host was requested again after " + smallestGap() + " s; the delay is " + delay + " s");
    }
  }

  private static long end(List<Served> requests) {
    return requests.stream().mapToLong(Served::end).max().orElseThrow();
  }
}
