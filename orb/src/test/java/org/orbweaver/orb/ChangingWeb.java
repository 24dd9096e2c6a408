package org.orbweaver.orb;

import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/**
 * A web that changes from day to day: pages get other text and links, new ones appear, others are
 * gone, move or fail for a day. It knows the expected contents of a crawl that has seen every page.
 */
final class ChangingWeb implements Closeable {
  static final String START = "/0";
  private static final String[] HOSTS = {"a.test", "b.test", "c.test"};
  private static final int FIRST_PAGES = 45;
  private static final int LINKS = 4;
  private static final int WORDS = 250;

  /** The state of a URL. */
  enum State {
    PAGE,
    GONE,
    MOVED,
    FAILING
  }

  /**
   * A page of this day.
   *
   * @param version grows with each change
   * @param modified time of the last change
   * @param links numbers of pages
   */
  record WebPage(State state, int version, Instant modified, List<Integer> links, int target) {
    WebPage with(State other) {
      return new WebPage(other, version, modified, links, target);
    }
  }

  private final FakeWeb web = FakeWeb.start();
  private final Random random = new Random(20261122);
  private final Map<Integer, WebPage> pages = new ConcurrentHashMap<>();
  private int newest = FIRST_PAGES;
  private final TreeSet<Integer> known = new TreeSet<>();

  /** Pages whose servers send neither a date nor a tag. */
  private static boolean isBare(int page) {
    return page % 5 == 4;
  }

  ChangingWeb(Instant now) {
    for (int i = 0; i < FIRST_PAGES; i++) {
      List<Integer> links = new ArrayList<>(List.of(i + 1));
      for (int k = 1; k < (i == 0 ? FIRST_PAGES / 2 : LINKS); k++) {
        links.add(random.nextInt(FIRST_PAGES));
      }
      pages.put(i, new WebPage(State.PAGE, 1, now, links, 0));
    }
    // The last one's link is dead.
    for (String host : HOSTS) {
      web.under(host, "/", (request, count) -> answer(request.path()));
      web.robots(host, Response.status(404));
    }
    learn();
  }

  /**
   * The next day: about a third of all pages differ.
   *
   * @param failures whether some fail; a crawl that did not see them the day before cannot know
   *     their content
   */
  void change(Instant now, boolean failures) {
    Map<Integer, WebPage> today = new TreeMap<>(pages);
    for (int i : List.copyOf(today.keySet())) {
      WebPage page = today.get(i);
      if (page.state == State.FAILING) {
        today.put(i, page.with(State.PAGE));
      } else if (page.state == State.PAGE && i >= HOSTS.length) {
        int fate = random.nextInt(40);
        if (fate < 8) {
          today.put(i, changed(today, page, now));
        } else if (fate == 8) {
          today.put(i, page.with(State.GONE));
        } else if (fate == 9) {
          // To a page of the same host that stays.
          today.put(i, new WebPage(State.MOVED, page.version, now, List.of(), i % HOSTS.length));
        } else if (fate == 10 && failures) {
          today.put(i, page.with(State.FAILING));
        }
      }
    }
    // Three new ones, linked from the start page for two days; the start page changes every day.
    WebPage start = today.get(0);
    List<Integer> links = new ArrayList<>(List.of(1, 2));
    for (int number = newest - 2; number <= newest + 3; number++) {
      links.add(number);
      if (number > newest) {
        List<Integer> back = List.of(0, random.nextInt(9));
        today.put(number, new WebPage(State.PAGE, 1, now, back, 0));
      }
    }
    newest += 3;
    today.put(0, new WebPage(State.PAGE, start.version + 1, now, links, 0));
    pages.putAll(today);
    learn();
  }

  private WebPage changed(Map<Integer, WebPage> today, WebPage page, Instant now) {
    List<Integer> links = new ArrayList<>(page.links);
    links.set(random.nextInt(links.size()), random.nextInt(today.size()));
    return new WebPage(State.PAGE, page.version + 1, now, links, 0);
  }

  /** The knowledge of a crawl that follows every link: all URLs linked from known pages. */
  private void learn() {
    known.add(0);
    List<Integer> open = new ArrayList<>(known);
    while (!open.isEmpty()) {
      WebPage page = pages.get(open.remove(open.size() - 1));
      if (page != null && page.state == State.PAGE) {
        page.links.stream().filter(known::add).forEach(open::add);
      }
    }
  }

  private Response answer(String path) {
    if (!path.matches("/\\d+")) {
      return Response.status(404);
    }
    int number = Integer.parseInt(path.substring(1));
    WebPage page = pages.get(number);
    if (page == null || page.state == State.GONE) {
      return Response.status(number % 2 == 0 ? 404 : 410);
    }
    if (page.state == State.FAILING) {
      return Response.status(503);
    }
    if (page.state == State.MOVED) {
      return Response.redirect(301, "/" + page.target);
    }
    StringBuilder html = new StringBuilder("<title>" + title(number, page) + "</title><p>");
    Random words = new Random(number * 1000L + page.version);
    for (int i = 0; i < WORDS; i++) {
      html.append(Integer.toString(words.nextInt(1 << 20), 36)).append(' ');
    }
    page.links.forEach(i -> html.append("<a href=" + url(i) + ">to " + i + "</a> "));
    Response answer = Response.html(html.toString());
    if (isBare(number)) {
      return answer;
    }
    return number % 2 == 0
        ? answer.etag("\"v" + page.version + "\"")
        : answer.lastModified(page.modified);
  }

  private static String title(int number, WebPage page) {
    return "page " + number + " version " + page.version;
  }

  String url(int number) {
    return web.url(HOSTS[number % HOSTS.length], "/" + number);
  }

  FakeWeb server() {
    return web;
  }

  Path hostsFile(Path file) {
    return web.hostsFile(file);
  }

  /** By URL, the state of all URLs known to the crawl. */
  Map<String, State> states() {
    Map<String, State> states = new TreeMap<>();
    known.forEach(i -> states.put(url(i), state(i)));
    return states;
  }

  private State state(int number) {
    WebPage page = pages.get(number);
    return page == null ? State.GONE : page.state;
  }

  /** By URL, the titles of the pages that must be found; a temporary failure hides none. */
  Map<String, String> titles() {
    Map<String, String> titles = new TreeMap<>();
    known.forEach(
        i -> {
          if (state(i) == State.PAGE || state(i) == State.FAILING) {
            titles.put(url(i), title(i, pages.get(i)));
          }
        });
    return titles;
  }

  /** By URL, the pages that link to it. */
  Map<String, Set<String>> inlinks() {
    Map<String, Set<String>> inlinks = new TreeMap<>();
    for (int i : known) {
      if (state(i) == State.PAGE || state(i) == State.FAILING) {
        for (int link : pages.get(i).links) {
          if (link != i) {
            inlinks.computeIfAbsent(url(link), key -> new TreeSet<>()).add(url(i));
          }
        }
      }
    }
    return inlinks;
  }

  /** Arcs of the web graph: a redirect counts as its target. */
  long arcs() {
    TreeSet<String> arcs = new TreeSet<>();
    inlinks()
        .forEach(
            (to, sources) -> {
              for (String from : sources) {
                String end = end(to);
                if (!from.equals(end)) {
                  arcs.add(from + " " + end);
                }
              }
            });
    return arcs.size();
  }

  private String end(String url) {
    int number = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
    WebPage page = pages.get(number);
    return page != null && page.state == State.MOVED ? url(page.target) : url;
  }

  /** URLs of pages not modified since that time, on servers that can report it. */
  Set<String> unmodifiedSince(Instant time) {
    Set<String> urls = new TreeSet<>();
    for (int i : known) {
      if (state(i) == State.PAGE && pages.get(i).modified.isBefore(time) && !isBare(i)) {
        urls.add(url(i));
      }
    }
    return urls;
  }

  @Override
  public void close() {
    web.close();
  }

  /** Slightly earlier, so that dates in headers are not in the future. */
  static Instant justBefore(Instant now) {
    return now.minus(Duration.ofMinutes(10));
  }
}
