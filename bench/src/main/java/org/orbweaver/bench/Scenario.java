package org.orbweaver.bench;

import java.util.List;
import java.util.Locale;
import org.orbweaver.common.error.OrbException;

/**
 * A web to fetch, with the settings of the fetch.
 *
 * @param name one letter
 * @param what the measurement, in a few words
 * @param delaySeconds from the end of a request to a host to the start of the next
 * @param threads of the fetch task
 */
record Scenario(String name, String what, Web web, int delaySeconds, int threads) {
  /**
   * The fake web.
   *
   * @param pagesPerHost of each host; robots.txt comes on top
   * @param leastLatencyMs shortest time to the first byte
   * @param mostLatencyMs longest one; each request's own is uniformly distributed between the two
   * @param slowHostMs time to the first byte of the one slow host, number 0; 0: none
   * @param form of its pages and connections
   */
  record Web(
      int hosts,
      int pagesPerHost,
      int leastLatencyMs,
      int mostLatencyMs,
      int slowHostMs,
      WebForm form) {
    Web(int hosts, int pagesPerHost, int leastLatencyMs, int mostLatencyMs, int slowHostMs) {
      this(hosts, pagesPerHost, leastLatencyMs, mostLatencyMs, slowHostMs, WebForm.PLAIN);
    }

    int pages() {
      return hosts * pagesPerHost;
    }
  }

  /** Files that each of the two processes has open besides its connections, a generous estimate. */
  private static final int OTHER_FILES = 500;

  /** CPU cost: without waiting. */
  static final Scenario A = new Scenario("a", "no delay", new Web(2_000, 30, 0, 0, 0), 0, 50);

  /** Politeness at full rate: 413 requests are in flight while all hosts are busy. */
  static final Scenario B =
      new Scenario(
          "b", "a delay of 5 s, 100-800 ms latency", new Web(5_000, 14, 100, 800, 0), 5, 600);

  /** The tail: the other hosts finish in a third of the time of the slow one. */
  static final Scenario C =
      new Scenario("c", "one slow host (2 s)", new Web(1_000, 20, 20, 60, 2_000), 1, 50);

  private static final List<Scenario> ALL = List.of(A, B, C);

  /**
   * The scenarios of these names; all three for "all".
   *
   * @throws OrbException (usage) naming one that does not exist
   */
  static List<Scenario> named(List<String> names) {
    if (names.contains("all")) {
      return ALL;
    }
    return names.stream().map(Scenario::named).toList();
  }

  private static Scenario named(String name) {
    return ALL.stream()
        .filter(scenario -> scenario.name.equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> OrbException.usage("--scenario: expected a, b, c or all, got '" + name + "'"));
  }

  /**
   * Flags for the fetcher's JVM: if memory is measured, the heap is set, because a JVM uses all
   * that it may. A heap in ORB_JAVA_OPTS takes precedence.
   */
  List<String> flags(List<String> given) {
    boolean own = given.stream().anyMatch(flag -> flag.startsWith("-Xmx"));
    return name.equals(B.name) && !own ? List.of("-Xmx640m") : List.of();
  }

  /**
   * The same scenario with about this many pages, at least one a host; if pages are fewer than
   * hosts, fewer hosts.
   */
  Scenario withPages(int pages) {
    int hosts = Math.min(web.hosts, pages);
    int pagesPerHost = Math.max(1, pages / web.hosts);
    Web smaller =
        new Web(
            hosts, pagesPerHost, web.leastLatencyMs, web.mostLatencyMs, web.slowHostMs, web.form);
    return new Scenario(name, what, smaller, delaySeconds, threads);
  }

  /**
   * The same scenario with pages and connections of another form. Pages of the web's sizes are
   * twelve times as large, so there are fewer hosts, with as many pages each, and fewer threads.
   */
  Scenario withForm(WebForm form) {
    Web formed =
        new Web(
            form.webSizes() ? web.hosts * 3 / 20 : web.hosts,
            web.pagesPerHost,
            web.leastLatencyMs,
            web.mostLatencyMs,
            web.slowHostMs,
            form);
    int fewer = form.webSizes() ? Math.max(1, threads / 5) : threads;
    return new Scenario(name, what, formed, delaySeconds, fewer);
  }

  /** The open files that the fetcher, and likewise the web, must be allowed. */
  int openFiles() {
    return web.hosts + OTHER_FILES;
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "%,d hosts, %,d pages %s, %s, %d threads",
        web.hosts,
        web.pages(),
        web.form.describe(),
        what,
        threads);
  }
}
