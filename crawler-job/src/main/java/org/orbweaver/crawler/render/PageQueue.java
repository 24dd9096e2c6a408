package org.orbweaver.crawler.render;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.orbweaver.crawler.render.RenderLearning.Choice;

/**
 * The pages that may be rendered, of different hosts in turn; of a host first those marked as made
 * by scripts. What rendering brings decides about the next pages of the host. Safe for use by many
 * threads.
 *
 * <p>Memory: the URLs, at most {@value #CANDIDATES} times the budget for each host.
 */
final class PageQueue {
  /** URLs of a host for each page that may be rendered: some are not chosen. */
  private static final int CANDIDATES = 20;

  private final int pagesPerHost;
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final Map<String, Host> ended = new HashMap<>();
  private Iterator<Map.Entry<String, Host>> turns = hosts.entrySet().iterator();
  private int waiting;

  /** Gives what is known of a host. */
  interface Knowledge {
    RenderLearning of(String host) throws IOException;
  }

  /** A page whose turn has come. */
  record Chosen(String host, String url, boolean isMarked, String why) {}

  private record Candidate(String url, boolean isMarked, boolean always) {}

  private static final class Host {
    private final Queue<Candidate> marked = new ArrayDeque<>();
    private final Queue<Candidate> others = new ArrayDeque<>();
    private RenderLearning learning;
    private int left;
  }

  /**
   * A queue without pages.
   *
   * @param pagesPerHost the most pages of a host that are rendered
   */
  PageQueue(int pagesPerHost) {
    this.pagesPerHost = pagesPerHost;
  }

  /**
   * Adds a page.
   *
   * @param isMarked whether parse marked it as made by scripts
   * @param always whether all pages of its site are rendered
   */
  synchronized void add(String host, String url, boolean isMarked, boolean always) {
    Host known = host(host);
    Queue<Candidate> pages = isMarked ? known.marked : known.others;
    if (pages.size() < (long) CANDIDATES * pagesPerHost) {
      pages.add(new Candidate(url, isMarked, always));
      waiting++;
    }
  }

  private Host host(String name) {
    Host known =
        hosts.computeIfAbsent(
            name,
            added -> {
              Host host = new Host();
              host.left = pagesPerHost;
              return host;
            });
    turns = hosts.entrySet().iterator();
    return known;
  }

  /** Counts a page of a host that an earlier attempt has rendered. */
  synchronized void rendered(String host) {
    host(host).left--;
  }

  /** The next page to render, of the next host that has one; null if no host has. */
  synchronized Chosen next(Knowledge knowledge) throws IOException {
    while (!hosts.isEmpty()) {
      if (!turns.hasNext()) {
        turns = hosts.entrySet().iterator();
      }
      var turn = turns.next();
      Host host = turn.getValue();
      if (host.learning == null) {
        host.learning = knowledge.of(turn.getKey());
      }
      Chosen chosen = host.left > 0 ? choose(turn.getKey(), host) : null;
      if (chosen != null) {
        host.left--;
        return chosen;
      }
      waiting -= host.marked.size() + host.others.size();
      ended.put(turn.getKey(), host);
      turns.remove();
    }
    return null;
  }

  private Chosen choose(String name, Host host) {
    while (true) {
      Candidate page = host.marked.isEmpty() ? host.others.poll() : host.marked.poll();
      if (page == null) {
        return null;
      }
      waiting--;
      Choice choice = host.learning.choose(page.url(), page.isMarked(), page.always());
      if (choice.render()) {
        return new Chosen(name, page.url(), page.isMarked(), choice.why());
      }
    }
  }

  /**
   * Notes what a page brought.
   *
   * @param time milliseconds since 1970
   * @param saver gets what is now known of its host, while nothing changes it
   */
  synchronized void learned(Chosen page, Gain gain, long time, Consumer<RenderLearning> saver) {
    Host host = hosts.getOrDefault(page.host(), ended.get(page.host()));
    host.learning.learned(page.url(), page.isMarked(), gain, time);
    saver.accept(host.learning);
  }

  /** Pages whose turn has not come. */
  synchronized int waiting() {
    return waiting;
  }

  /** Hosts whose pages wait. */
  synchronized int hosts() {
    return hosts.size();
  }
}
