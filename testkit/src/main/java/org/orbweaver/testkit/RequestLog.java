package org.orbweaver.testkit;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The server's log: each request with its times, and checks for tests of politeness. Complete as
 * soon as a client has its response. Thread-safe.
 */
public final class RequestLog {
  /** Timers and clocks of two threads may differ by this much: no test may require less. */
  public static final Duration SLACK = Duration.ofMillis(10);

  private final int limit;
  private final boolean headers;
  private final List<Entry> entries = new ArrayList<>();
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong full = new AtomicLong();
  private final AtomicLong resumed = new AtomicLong();

  RequestLog(int limit, boolean headers) {
    this.limit = limit;
    this.headers = headers;
  }

  /** A request in progress: written by the serving thread, read by tests. */
  static final class Entry {
    private final Request begun;
    private volatile long end;
    private volatile boolean finished;
    private volatile int status;
    private volatile long bytes;
    private volatile boolean aborted;
    private volatile long plannedNanos;

    Entry(Request begun) {
      this.begun = begun;
      this.end = begun.startNanos();
    }

    void status(int value) {
      status = value;
    }

    /** Sets the planned delay of the response. */
    void planned(long nanos) {
      plannedNanos = nanos;
    }

    /** Called before each write; {@code last} if a complete write would be the last. */
    void writing(boolean last) {
      end = System.nanoTime();
      finished = last;
    }

    void wrote(long total, boolean last) {
      bytes = total;
      finished = last;
    }

    void abort() {
      if (!finished) {
        end = System.nanoTime();
        aborted = true;
        finished = true;
      }
    }

    Request snapshot() {
      return begun.with(new Request.Sent(end, finished, status, bytes));
    }
  }

  /** Begins an entry, and keeps it unless the limit is reached. */
  Entry begin(Request request) {
    Entry entry = new Entry(headers ? request : request.withoutHeaders());
    count.incrementAndGet();
    synchronized (entries) {
      if (entries.size() < limit) {
        entries.add(entry);
      }
    }
    return entry;
  }

  /**
   * Writes the requests kept, one a line, in the order of their starts, for other processes: start
   * and end in microseconds since 1970, the planned delay of the response in microseconds, the
   * status (0: no response, or the client left), bytes written, host and path, separated by tabs.
   * Requests in progress are left out.
   *
   * @return requests written
   */
  public long writeTo(Path file) throws IOException {
    List<Entry> all;
    synchronized (entries) {
      all = new ArrayList<>(entries);
    }
    all.removeIf(entry -> !entry.finished);
    all.sort(Comparator.comparingLong(entry -> entry.begun.startNanos()));
    Instant now = Instant.now();
    long offset = ChronoUnit.MICROS.between(Instant.EPOCH, now) - System.nanoTime() / 1_000;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Entry entry : all) {
        Request begun = entry.begun;
        out.append(Long.toString(begun.startNanos() / 1_000 + offset)).append('\t');
        out.append(Long.toString(entry.end / 1_000 + offset)).append('\t');
        out.append(Long.toString(entry.plannedNanos / 1_000)).append('\t');
        out.append(Integer.toString(entry.aborted ? 0 : entry.status)).append('\t');
        out.append(Long.toString(entry.bytes)).append('\t');
        out.append(begun.host()).append('\t').append(begun.path()).append('\n');
      }
    }
    return all.size();
  }

  /** The number of all requests, kept or not. */
  public long count() {
    return count.get();
  }

  void handshake(boolean wasFull) {
    (wasFull ? full : resumed).incrementAndGet();
  }

  /** The number of TLS handshakes that presented a certificate. */
  public long fullHandshakes() {
    return full.get();
  }

  /** The number of TLS handshakes that resumed a session. */
  public long resumedHandshakes() {
    return resumed.get();
  }

  /** Drops the requests kept so far; the counts continue. */
  public void clear() {
    synchronized (entries) {
      entries.clear();
    }
  }

  /** The requests kept, in the order of their starts. */
  public List<Request> requests() {
    List<Request> all;
    synchronized (entries) {
      all = entries.stream().map(Entry::snapshot).collect(Collectors.toCollection(ArrayList::new));
    }
    all.sort(Comparator.comparingLong(Request::startNanos));
    return all;
  }

  /** The requests kept, by host. */
  public Map<String, List<Request>> byHost() {
    return requests().stream()
        .collect(Collectors.groupingBy(Request::host, TreeMap::new, Collectors.toList()));
  }

  /** The requests to a host, robots.txt included. */
  public List<Request> requestsFor(String host) {
    String wanted = host.toLowerCase(Locale.ROOT);
    return requests().stream().filter(r -> r.host().equals(wanted)).toList();
  }

  /** The requests for one path (with its query) of a host. */
  public List<Request> requestsFor(String host, String path) {
    return requestsFor(host).stream().filter(r -> r.path().equals(path)).toList();
  }

  /** The number of GET requests for each {@code host/path} that was requested more than once. */
  public Map<String, Long> repeated() {
    Map<String, Long> counts =
        requests().stream()
            .filter(r -> r.method().equals("GET"))
            .collect(
                Collectors.groupingBy(
                    r -> r.host() + r.path(), LinkedHashMap::new, Collectors.counting()));
    counts.values().removeIf(n -> n == 1);
    return counts;
  }

  /** The largest number of simultaneous requests to a host. */
  public int maxConcurrent(String host) {
    record Edge(long time, int step) {}
    List<Edge> edges = new ArrayList<>();
    for (Request request : requestsFor(host)) {
      edges.add(new Edge(request.startNanos(), 1));
      edges.add(new Edge(request.finished() ? request.endNanos() : Long.MAX_VALUE, -1));
    }
    // an end and a start at one time do not overlap
    edges.sort(Comparator.comparingLong(Edge::time).thenComparingInt(Edge::step));
    int now = 0;
    int most = 0;
    for (Edge edge : edges) {
      now += edge.step();
      most = Math.max(most, now);
    }
    return most;
  }

  /**
   * Checks for every host that one request at a time was made and that none began sooner than
   * {@code delay}, less {@link #SLACK}, after the end of the previous one.
   *
   * @throws AssertionError naming the first two requests that were too close
   */
  public void assertPolite(Duration delay) {
    byHost().keySet().forEach(host -> assertPolite(host, delay));
  }

  /** Like {@link #assertPolite(Duration)} for one host. */
  public void assertPolite(String host, Duration delay) {
    Request before = null;
    for (Request request : requestsFor(host)) {
      if (before != null) {
        long gap = request.startNanos() - before.endNanos();
        if (!before.finished() || gap < delay.minus(SLACK).toNanos()) {
          throw new AssertionError(
              String.format(
                  Locale.ROOT,
                  "%s: %s %s began %.1f ms after the end of %s %s, must be at least %d ms",
                  host,
                  request.method(),
                  request.path(),
                  gap / 1e6,
                  before.method(),
                  before.path(),
                  delay.toMillis()));
        }
      }
      if (before == null || request.endNanos() > before.endNanos()) {
        before = request;
      }
    }
  }
}
