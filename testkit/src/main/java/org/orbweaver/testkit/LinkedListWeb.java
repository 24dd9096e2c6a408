package org.orbweaver.testkit;

import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A web of linked lists, which proves that a crawl loses nothing. Only a page's predecessor links
 * to it, and lies on another host; its path cannot be guessed. So one lost record cuts off the rest
 * of its list, and no other link hides the hole. The idea is HBase's IntegrationTestBigLinkedList.
 *
 * <p>One seed decides hosts, paths and texts, and what the web answers: latencies, Crawl-delays,
 * and for a share of the URLs a fault once or twice before the page (a status of 5xx or 429, a
 * reset connection, a truncated body). The link is at the end of a page, so a truncated one has
 * none. A robots.txt may be unreachable once.
 *
 * <p>After the crawl, {@link #comparePages}, {@link #compareLinks} and {@link #compareRequests}
 * give the differences from what a crawl must hold and may have requested.
 */
public final class LinkedListWeb implements Closeable {
  private static final int WORDS = 80;
  private static final int VOCABULARY = 4_000;

  private final Size size;
  private final FakeWeb web;
  private final List<List<String>> lists = new ArrayList<>();

  /** By URL, the number of requests that it takes to get the page. */
  private final Map<String, Integer> requestsNeeded = new LinkedHashMap<>();

  private final Map<String, Duration> crawlDelays = new HashMap<>();

  /**
   * The size of the web.
   *
   * @param lists number of lists
   * @param pages of each list
   * @param hosts at least 2
   */
  public record Size(int lists, int pages, int hosts) {
    /** 200 lists of 15 pages over 100 hosts. */
    public static final Size FULL = new Size(200, 15, 100);

    /** Checks the numbers. */
    public Size {
      if (lists < 1 || pages < 1 || hosts < 2) {
        throw new IllegalArgumentException(
            "illegal size: " + lists + " lists, " + pages + " pages, " + hosts + " hosts");
      }
    }
  }

  /**
   * The faults of the web.
   *
   * @param share of URLs, and of hosts' robots.txt, that fail at first: 0 to 1
   * @param mostLatency longest time to the first byte
   * @param crawlDelay that one host in four demands; none if zero
   */
  public record Faults(double share, Duration mostLatency, Duration crawlDelay) {
    /** A web without faults. */
    public static final Faults NONE = new Faults(0, Duration.ZERO, Duration.ZERO);

    /** A third fails at first. */
    public static final Faults SOME =
        new Faults(1 / 3.0, Duration.ofMillis(20), Duration.ofMillis(100));
  }

  /**
   * A moment at which a crawl was interrupted.
   *
   * @param nanos {@link System#nanoTime} of the interruption
   * @param unsaved age of the oldest response that the crawl may not have saved by then: those
   *     pages may be requested again
   */
  public record Interruption(long nanos, Duration unsaved) {
    boolean excuses(Request request) {
      return request.startNanos() <= nanos && nanos - request.endNanos() <= unsaved.toNanos();
    }
  }

  private LinkedListWeb(long seed, Size size, Faults faults) {
    this.size = size;
    Random random = new Random(seed);
    List<String> words = Words.vocabulary(seed, VOCABULARY);
    this.web = FakeWeb.start();
    for (int h = 0; h < size.hosts; h++) {
      web.on(host(h), "/robots.txt", robots(host(h), random, faults));
    }
    for (int l = 0; l < size.lists; l++) {
      List<String> list = list(random);
      lists.add(list);
      for (int p = 0; p < list.size(); p++) {
        String next = p + 1 < list.size() ? list.get(p + 1) : null;
        serve(list.get(p), html(words, random, l + "." + p, next), random, faults);
      }
    }
  }

  /** Starts a web of this seed. */
  public static LinkedListWeb start(long seed, Size size, Faults faults) {
    return new LinkedListWeb(seed, size, faults);
  }

  private static String host(int number) {
    return "l" + number + ".test";
  }

  private List<String> list(Random random) {
    List<String> urls = new ArrayList<>();
    int host = random.nextInt(size.hosts);
    for (int p = 0; p < size.pages; p++) {
      urls.add(web.url(host(host), String.format(Locale.ROOT, "/%016x", random.nextLong())));
      host = (host + 1 + random.nextInt(size.hosts - 1)) % size.hosts;
    }
    return urls;
  }

  private Responder robots(String host, Random random, Faults faults) {
    Response rules = Response.status(404);
    if (random.nextInt(4) == 0 && !faults.crawlDelay.isZero()) {
      crawlDelays.put(host, faults.crawlDelay);
      rules = Response.text("User-agent: *\nCrawl-delay: " + faults.crawlDelay.toMillis() / 1000.0);
    }
    rules = rules.delay(latency(random, faults));
    return random.nextDouble() < faults.share
        ? Responder.inTurn(Response.status(503), rules)
        : Responder.inTurn(rules);
  }

  private void serve(String url, String html, Random random, Faults faults) {
    Response page = Response.html(html).delay(latency(random, faults));
    Response[] answers = {page};
    if (random.nextDouble() < faults.share) {
      answers = new Response[2 + random.nextInt(2)];
      Arrays.fill(answers, fault(page, html.length(), random));
      answers[answers.length - 1] = page;
    }
    requestsNeeded.put(url, answers.length);
    String host = url.substring("http://".length(), url.lastIndexOf(':'));
    web.on(host, url.substring(url.lastIndexOf('/')), answers);
  }

  private static Response fault(Response page, int length, Random random) {
    int kind = random.nextInt(8);
    return switch (kind) {
      case 0 -> Response.status(500);
      case 1 -> Response.status(503);
      case 2 -> Response.status(429);
      case 3 -> Response.reset();
      case 4 -> Response.drop();
      case 5 -> page.resetAfter(random.nextInt(length));
      case 6 -> page.closeAfter(random.nextInt(length));
      default -> page.chunked(100).closeAfter(random.nextInt(length));
    };
  }

  private static Duration latency(Random random, Faults faults) {
    return Duration.ofMillis(random.nextInt((int) faults.mostLatency.toMillis() + 1));
  }

  private static String html(List<String> words, Random random, String name, String next) {
    StringBuilder html = new StringBuilder("<title>Page " + name + "</title><p>");
    for (int i = 0; i < WORDS; i++) {
      html.append(words.get(random.nextInt(words.size()))).append(' ');
    }
    if (next != null) {
      html.append("<a href=\"").append(next).append("\">after ").append(name).append("</a>");
    }
    return html.toString();
  }

  /** The server, with its log. */
  public FakeWeb web() {
    return web;
  }

  /** The heads of the lists. */
  public List<String> seeds() {
    return lists.stream().map(list -> list.get(0)).toList();
  }

  /** All URLs, list by list. */
  public List<String> urls() {
    return lists.stream().flatMap(List::stream).toList();
  }

  /** All links, from a page to its successor. */
  public Map<String, String> edges() {
    Map<String, String> edges = new LinkedHashMap<>();
    for (List<String> list : lists) {
      for (int p = 1; p < list.size(); p++) {
        edges.put(list.get(p - 1), list.get(p));
      }
    }
    return edges;
  }

  /** Writes a hosts file with all hosts. */
  public Path hostsFile(Path file) {
    return web.hostsFile(file);
  }

  /**
   * Every page is fetched, and there is no other URL. Of a list with a hole, only the first page
   * that is missing counts: it is the one that was lost.
   *
   * @param statuses by URL, the names of the crawldb's statuses, such as {@code db_fetched}
   */
  public Differences comparePages(Map<String, String> statuses) {
    Differences differences = new Differences("pages");
    for (int l = 0; l < lists.size(); l++) {
      List<String> list = lists.get(l);
      for (int p = 0; p < list.size(); p++) {
        String status = statuses.get(list.get(p));
        if (!"db_fetched".equals(status) && !"db_notmodified".equals(status)) {
          differences.add(
              String.format(
                  Locale.ROOT,
                  "list %d is lost at page %d of %d: %s is %s",
                  l,
                  p,
                  list.size(),
                  list.get(p),
                  status == null ? "unknown" : status));
          break;
        }
      }
    }
    for (String url : new TreeMap<>(statuses).keySet()) {
      if (!requestsNeeded.containsKey(url)) {
        differences.add(url + " is no page of this web");
      }
    }
    return differences;
  }

  /**
   * Each link is there exactly once.
   *
   * @param inlinks by URL, the URLs that link to it, repeated as often as they are stored
   */
  public Differences compareLinks(Map<String, List<String>> inlinks) {
    Differences differences = new Differences("links");
    Map<String, List<String>> left = new TreeMap<>(inlinks);
    edges()
        .forEach(
            (from, to) -> {
              List<String> sources = left.remove(to);
              if (!List.of(from).equals(sources)) {
                differences.add(to + " has the inlinks " + sources + ", must be " + from);
              }
            });
    left.forEach((to, sources) -> differences.add(to + " has inlinks, must have none: " + sources));
    return differences;
  }

  /**
   * No host was asked sooner than its delay allows, or twice at once, and no page more often than
   * its faults require. After an interruption, a page may be requested once more if it was under
   * way or not yet saved. Requests for robots.txt must keep the delay; their number does not count.
   *
   * @param delay configured, from the end of a request to a host to the start of the next
   */
  public Differences compareRequests(Duration delay, Interruption... interruptions) {
    Differences differences = new Differences("requests");
    web.log().byHost().forEach((host, requests) -> comparePace(host, requests, delay, differences));
    Map<String, List<Request>> byUrl = new TreeMap<>();
    for (Request request : web.requests()) {
      if (!request.isRobots()) {
        byUrl
            .computeIfAbsent(web.url(request.host(), request.path()), url -> new ArrayList<>())
            .add(request);
      }
    }
    byUrl.forEach(
        (url, requests) -> {
          // Other paths are the crawler's own, such as one to see how a host answers for none.
          int needed = requestsNeeded.getOrDefault(url, 1);
          long excused =
              Arrays.stream(interruptions)
                  .filter(i -> requests.stream().anyMatch(i::excuses))
                  .count();
          if (requests.size() > needed + excused) {
            differences.add(
                String.format(
                    Locale.ROOT,
                    "%s was requested %d times, must be at most %d and %d after interruptions",
                    url,
                    requests.size(),
                    needed,
                    excused));
          }
        });
    return differences;
  }

  private void comparePace(
      String host, List<Request> requests, Duration delay, Differences differences) {
    Duration own = crawlDelays.getOrDefault(host, Duration.ZERO);
    Duration least = delay;
    Request before = null;
    for (Request request : requests) {
      if (before != null) {
        // A crawl that starts anew may ask for robots.txt before it knows the Crawl-delay again.
        Duration wait = request.isRobots() ? delay : least;
        long gap = request.startNanos() - before.endNanos();
        if (!before.finished() || gap < wait.minus(RequestLog.SLACK).toNanos()) {
          differences.add(
              String.format(
                  Locale.ROOT,
                  "%s was asked for %s %.1f ms after the end of %s, must be at least %d ms",
                  host,
                  request.path(),
                  gap / 1e6,
                  before.path(),
                  wait.toMillis()));
        }
      }
      if (request.isRobots() && request.status() == 200 && own.compareTo(delay) > 0) {
        least = own;
      }
      before = before != null && before.endNanos() > request.endNanos() ? before : request;
    }
  }

  /** Stops the server; the log can still be read. */
  @Override
  public void close() {
    web.close();
  }
}
