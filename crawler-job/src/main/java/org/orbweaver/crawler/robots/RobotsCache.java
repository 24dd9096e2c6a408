package org.orbweaver.crawler.robots;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The robots.txt files that a fetch task has asked for, and those it has yet to ask for.
 *
 * <p>Each address is a node that is asked for at most once; its answer is either final or a
 * redirect to another node. An origin's rules are found by following from its {@code /robots.txt}
 * over at most {@value #MAX_REDIRECTS} redirects (RFC 9309, 2.3.1.2). So two origins whose
 * robots.txt lead to one file cost one request, and a ring of redirects ends.
 *
 * <p>Answers (RFC 9309, 2.3.1, with Google's reading of 429): 2xx gives rules; 4xx but 429 allows
 * all; 5xx, 429, a network error, or too many redirects mean that the host is out of reach for this
 * round, which is a reason to try later, not to forget the page.
 *
 * <p>Safe for use by many threads.
 */
public final class RobotsCache {
  /** Redirects followed from a robots.txt. */
  public static final int MAX_REDIRECTS = 5;

  /** What is known about an origin's robots.txt. */
  public sealed interface Answer permits Ready, Unreachable, Ask {}

  /** The rules are known. */
  public record Ready(RobotsRules rules) implements Answer {}

  /** No page of the origin may be asked for in this round. */
  public record Unreachable(String why) implements Answer {}

  /** The file at this URL has to be asked for first, by {@link RobotsCache#complete}. */
  public record Ask(String url) implements Answer {}

  private record Moved(String target) {}

  private final Collection<String> agents;
  private final Map<String, Object> nodes = new HashMap<>();

  /**
   * Starts empty.
   *
   * @param agents names of the crawler, as {@link RobotsRules#parse}
   */
  public RobotsCache(Collection<String> agents) {
    this.agents = List.copyOf(agents);
  }

  /**
   * Says what is known about an origin, or what to ask for next.
   *
   * @param origin scheme, host and port, as "http://example.org" or "https://example.org:8443"
   */
  public synchronized Answer lookUp(String origin) {
    String url = origin + "/robots.txt";
    for (int hops = 0; hops <= MAX_REDIRECTS; hops++) {
      Object node = nodes.get(url);
      if (node == null) {
        return new Ask(url);
      }
      if (node instanceof Answer answer) {
        return answer;
      }
      url = ((Moved) node).target();
    }
    return new Unreachable("robots.txt redirects more than " + MAX_REDIRECTS + " times");
  }

  /** True when the file at this URL has been asked for. */
  public synchronized boolean isKnown(String url) {
    return nodes.containsKey(url);
  }

  /** Takes the answer to an {@link Ask}: a status other than a redirect, and the body. */
  public void complete(String url, int status, byte[] body) {
    Answer answer;
    if (status >= 200 && status < 300) {
      answer = new Ready(RobotsRules.parse(body, agents));
    } else if (status >= 400 && status < 500 && status != 429) {
      answer = new Ready(RobotsRules.ALLOW_ALL);
    } else {
      answer = new Unreachable("robots.txt: HTTP status " + status);
    }
    put(url, answer);
  }

  /** Takes a redirect as the answer to an {@link Ask}; the target is an absolute URL. */
  public void completeMoved(String url, String target) {
    put(url, new Moved(target));
  }

  /** Takes a failure to get any answer to an {@link Ask}. */
  public void completeFailed(String url, String why) {
    put(url, new Unreachable("robots.txt: " + why));
  }

  private synchronized void put(String url, Object node) {
    nodes.putIfAbsent(url, node);
  }
}
