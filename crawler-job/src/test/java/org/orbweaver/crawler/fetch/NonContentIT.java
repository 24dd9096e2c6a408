package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.Response;

/**
 * Hosts that answer with something other than pages, and honest pages beside them, in one round.
 */
class NonContentIT extends FetchTestBed {
  private static final String MENU = "<p>Home<p>Products<p>Support<p>Company<p>Terms of use";

  private final Map<String, String> expected = new TreeMap<>();

  private void expect(String host, String path, String kind, byte status) {
    expected.put(web.url(host, path), kind + " " + CrawlDatum.getStatusName(status));
  }

  private void page(String host, String path, String html) {
    web.page(host, path, html);
    expect(host, path, "page", CrawlDatum.STATUS_DB_FETCHED);
  }

  /** All kinds of soft 404, each on a host with an honest page in the same template. */
  private void soft404s() {
    for (String host : List.of("plain", "echo", "home", "moved", "shell", "honest")) {
      page(host + ".test", "/", "<title>Shop</title>" + MENU + "<p>Welcome to " + host);
      page(host + ".test", "/real", "<title>Shop</title>" + MENU + "<p>A red " + host + " hat");
      byte gone = CrawlDatum.STATUS_DB_GONE;
      expect(host + ".test", "/lost/1", host.equals("honest") ? "page" : "soft-404", gone);
      expect(host + ".test", "/lost/2?a=b", host.equals("honest") ? "page" : "soft-404", gone);
    }
    web.under(
        "plain.test", "/", (r, nth) -> Response.html("<title>Shop</title>" + MENU + "<p>Nothing!"));
    web.under(
        "echo.test",
        "/",
        (r, nth) ->
            Response.html(
                "<title>Sorry</title>" + MENU + "<p>We have no page " + r.path() + " here."));
    web.under(
        "home.test",
        "/",
        (r, nth) -> Response.html("<title>Shop</title>" + MENU + "<p>Welcome to home"));
    web.robots("moved.test", "User-agent: *\nAllow: /\n");
    web.under("moved.test", "/", (r, nth) -> Response.redirect(302, "/?from=" + r.path()));
    web.under(
        "shell.test",
        "/",
        (r, nth) -> Response.html("<title>App</title><script src=a.js></script>"));
  }

  private void others() {
    String challenge = "<title>Just a moment...</title><script>x</script><a href=/never>n</a>";
    byte unfetched = CrawlDatum.STATUS_DB_UNFETCHED;
    web.on("ok.guard.test", "/", Response.html(challenge));
    expect("ok.guard.test", "/", "challenge", unfetched);
    web.on("403.guard.test", "/", Response.html(challenge).code(403));
    expect("403.guard.test", "/", "challenge", unfetched);
    web.on(
        "header.guard.test", "/", Response.html("x").code(403).header("cf-mitigated", "challenge"));
    expect("header.guard.test", "/", "challenge", unfetched);
    web.on("denied.test", "/", Response.html("<title>403</title>No.").code(403));
    expect("denied.test", "/", "page", CrawlDatum.STATUS_DB_GONE);
    byte fetchedStatus = CrawlDatum.STATUS_DB_FETCHED;
    String parked =
        "<title>parked.test</title><p>parked.test: this domain is for sale<a href=/n>n</a>";
    web.under("parked.test", "/", (r, nth) -> Response.html(parked));
    expect("parked.test", "/", "parked", fetchedStatus);
    expect("parked.test", "/deep", "parked", fetchedStatus);
    String wall =
        "<title>Before you continue</title><form>We use cookies<button>Accept</button></form>";
    web.under("wall.test", "/", (r, nth) -> Response.html(wall));
    expect("wall.test", "/", "consent", fetchedStatus);
    expect("wall.test", "/deep", "consent", fetchedStatus);
    String login = "<title>Log in</title><form><input name=n><input type=password></form>";
    web.under("login.test", "/", (r, nth) -> Response.html(login));
    expect("login.test", "/", "login", fetchedStatus);
    expect("login.test", "/deep", "login", fetchedStatus);
  }

  private Map<String, CrawlDatum> round() throws Exception {
    conf.set("orbweaver.fetch.soft404.days", "30");
    fetch(expected.keySet().toArray(String[]::new));
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "update")) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.WAITING);
    }
    Map<String, CrawlDatum> entries = new TreeMap<>();
    SortedStore.open(conf, new Path(dir(), "crawldb/current"), CrawlDatum.class)
        .forEach(
            (url, entry) -> {
              CrawlDatum copy = new CrawlDatum();
              copy.set(entry);
              entries.put(url.toString(), copy);
            });
    return entries;
  }

  @Test
  void eachKindIsFoundAndNoPageIsMistaken() throws Exception {
    soft404s();
    others();
    Map<String, CrawlDatum> entries = round();
    Map<String, String> found = new TreeMap<>();
    entries.forEach(
        (url, entry) ->
            found.put(
                url,
                NonContentMark.of(entry).map(NonContent::word).orElse("page")
                    + " "
                    + CrawlDatum.getStatusName(entry.getStatus())));
    assertEquals(expected, found, "no link of a challenge or a parked page either");
    CrawlDatum parked = entries.get(web.url("parked.test", "/"));
    long interval = parked.getFetchTime() - LastFetch.of(parked, Long.MAX_VALUE);
    assertEquals(Duration.ofDays(90).toMillis(), interval, "db.fetch.interval.max");
    assertEquals(
        1, web.log().requestsFor("plain.test", "/lost/1").size(), "the page is requested once");
  }

  @Test
  void hostIsAskedOnceAndNotWhereRobotsForbidsIt() throws Exception {
    conf.set("fetcher.server.delay", "0.3");
    conf.set("orbweaver.fetch.delay.response.factor", "0");
    web.robots("shy.test", "User-agent: *\nAllow: /real\nDisallow: /\n");
    page("shy.test", "/real", "<p>x");
    page("once.test", "/1", "<p>one");
    page("once.test", "/2", "<p>two");
    page("front.test", "/", "<p>three");
    round();
    assertEquals(3, count("once.test") - 1, "two pages and the path, beside robots.txt");
    assertEquals(2, count("shy.test"));
    assertEquals(2, count("front.test"), "home pages need no comparison");
    web.log().assertPolite(Duration.ofMillis(300));
  }

  private long count(String host) {
    return web.requests().stream().filter(r -> r.host().equals(host)).count();
  }
}
