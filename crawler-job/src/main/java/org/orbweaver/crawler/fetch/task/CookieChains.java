package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.http.CookieJar;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.RequestSession;
import org.orbweaver.crawler.site.SiteSessions;
import org.orbweaver.crawler.url.Hosts;

/**
 * Follows redirects that set cookies. Many sites answer a first request with a cookie and a
 * redirect, often back to the same URL, and show the page only to those who return the cookie. Such
 * a chain is one fetch of its first URL: the others get no records of their own, but the one where
 * it ends.
 *
 * <p>The cookies are sent within the chain alone, and kept in memory; if a task is killed, its
 * chains begin anew. Each request of a chain waits for its turn like any other.
 */
final class CookieChains {
  /** Further ones are not followed, so that memory is bounded. */
  private static final int MOST_OPEN = 10_000;

  private final int maxRedirects;
  private final SiteSessions sessions;
  private final ListUrls list;
  private final Redirects redirects;
  private final RobotsGate robots;
  private final Map<String, Chain> open = new ConcurrentHashMap<>();

  CookieChains(
      FetchPolicy policy, FetchTools tools, ListUrls list, Redirects redirects, RobotsGate robots) {
    this.maxRedirects = policy.requests().maxRedirects();
    this.sessions = tools.sessions();
    this.list = list;
    this.redirects = redirects;
    this.robots = robots;
  }

  /** A chain; the thread that has its host's lease uses it. */
  static final class Chain {
    private final CookieJar jar;

    /** Whether the fetcher knows the jar, because it is the site's. */
    private final boolean isSites;

    /** By URL, the cookies that were sent to it. */
    private final Map<String, String> sent = new HashMap<>();

    private String url;
    private int hops;
    private boolean permanent = true;

    private Chain(CookieJar jar, boolean isSites) {
      this.jar = jar;
      this.isSites = isSites;
    }

    /** The URL to request next. */
    String url() {
      return url;
    }

    /** Whether all its redirects are. */
    boolean isPermanent() {
      return permanent;
    }

    /** A request for it, which is never conditional: the validators are those of another URL. */
    FetchRequest request(FetchRequest page) {
      FetchRequest next = FetchRequest.get(url).at(page.limits().address());
      return isSites ? next : next.in(RequestSession.of(jar));
    }
  }

  /** The chain that began with a page, or null. */
  Chain of(String page) {
    return open.get(page);
  }

  /** Forgets the chain of a page that has its record. */
  void end(String page) {
    open.remove(page);
  }

  /**
   * Continues or begins a chain. One begins with a redirect that sets a cookie, and ends before a
   * URL that has a record of its own, or that other cookies are for.
   *
   * @param page the URL with which it began
   * @param asked the URL that gave the answer
   * @param datum of the page
   * @return whether there is another request to make for the page
   */
  boolean goOn(String page, String asked, CrawlDatum datum, FetchedPage answer) throws IOException {
    Optional<String> target =
        Redirects.location(answer).map(to -> redirects.resolveAsIs(asked, to));
    if (target.isEmpty() || !isSameServer(asked, target.get())) {
      return false;
    }
    String to = target.get();
    Chain chain = open.get(page);
    if (chain == null) {
      chain = begin(asked, answer);
    }
    if (chain == null || chain.hops >= maxRedirects || !isForJar(to, chain)) {
      return false;
    }
    String cookies = chain.jar.header(to).orElse("");
    if (cookies.equals(chain.sent.getOrDefault(to, ""))
        || !(to.equals(page) || isNew(page, to, datum))
        || !robots.isAllowed(to)) {
      return false;
    }
    chain.sent.put(to, cookies);
    chain.url = to;
    chain.hops++;
    chain.permanent &= answer.status() == 301 || answer.status() == 308;
    open.put(page, chain);
    return true;
  }

  /** Whether a target other than the page may be requested, and was not. */
  private boolean isNew(String page, String to, CrawlDatum datum) throws IOException {
    return PageView.of(datum).kind() != PageView.UrlKind.REDIRECT
        && redirects.mayFollow(page, to, false)
        && !list.has(to);
  }

  private boolean isForJar(String to, Chain chain) {
    Optional<CookieJar> ofSite = sessions.jar(to);
    return chain.isSites ? ofSite.equals(Optional.of(chain.jar)) : ofSite.isEmpty();
  }

  private Chain begin(String asked, FetchedPage answer) {
    if (open.size() >= MOST_OPEN
        || answer.header("Set-Cookie").isEmpty()
        || sessions.of(asked).refusesCookies()) {
      return null;
    }
    Optional<CookieJar> ofSite = sessions.jar(asked);
    if (ofSite.isPresent()) {
      return new Chain(ofSite.get(), true);
    }
    CookieJar jar = new CookieJar();
    jar.receive(asked, answer.headers());
    return new Chain(jar, false);
  }

  /** Whether two URLs have the same host, and the same port or the default ones. */
  private static boolean isSameServer(String from, String to) {
    String one = Hosts.origin(from);
    String other = Hosts.origin(to);
    return one.substring(one.indexOf(':')).equals(other.substring(other.indexOf(':')));
  }
}
