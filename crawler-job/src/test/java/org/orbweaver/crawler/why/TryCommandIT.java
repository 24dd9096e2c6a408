package org.orbweaver.crawler.why;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.render.ToyRenderer;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/**
 * The command {@code orb try}, which shows how a crawl would treat a page, against the fake web.
 */
class TryCommandIT {
  private final FakeWeb web = FakeWeb.start();

  @TempDir private Path folder;
  private String printed;

  @BeforeEach
  void makeWeb() {
    web.page(
        "a.test",
        "/",
        "<html lang=en><title>Front</title>Some words here."
            + " <a href=/next>next</a> <a href=/x.zip>archive</a>"
            + " <a href=/no rel=nofollow>no</a> <a href=http://b.test/>away</a>");
    web.robots("a.test", "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.1\n");
    web.redirect("a.test", "/moved", 301, "/on");
    web.redirect("a.test", "/on", 302, web.url("b.test", "/end"));
    web.page("b.test", "/end", "<title>End</title>of the road");
    web.redirectLoop("a.test", "/ring", 2, 302);
    web.page("b.test", "/noindex", "<meta name=robots content=noindex><title>N</title>x");
    web.page("b.test", "/empty", "");
    web.page("b.test", "/copy", "<link rel=canonical href=/end><title>Copy</title>of the end");
    web.page("b.test", "/app", "<title>App</title><div id=app></div><script src=a.js></script>");
    String other = "<head><link rel=canonical href=http://a.test/><title>Own</title></head>text";
    web.page("b.test", "/other", other);
    web.on("b.test", "/gone", Response.status(410));
    web.on(
        "b.test",
        "/broken.pdf",
        Response.bytes("application/pdf", "%PDF-1.4 broken".getBytes(US_ASCII)));
    web.robots("closed.test", Response.status(503));
    web.robots("d.test", "User-agent: *\nDisallow: /\nAllow: /end\n");
    web.page("d.test", "/end", "<title>End</title>of the road");
    web.page("closed.test", "/", "x");
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private int orbTry(String... args) {
    List<String> words = new ArrayList<>(List.of("try"));
    words.addAll(List.of(args));
    for (String setting :
        List.of(
            "http.agent.name=tester",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(folder.resolve("hosts")).toUri(),
            "fetcher.server.delay=0",
            "hadoop.tmp.dir=" + folder.resolve("hadoop"))) {
      if (Stream.of(args).noneMatch(arg -> arg.startsWith(setting.replaceFirst("=.*", "=")))) {
        words.addAll(List.of("-D", setting));
      }
    }
    Configuration conf = new Configuration();
    conf.setClass("orbweaver.internal.render.renderer", ToyRenderer.class, Object.class);
    CommandRun run = CommandRun.of(conf, words.toArray(String[]::new));
    printed = run.out() + run.err();
    return run.status();
  }

  private void assertPrinted(String... parts) {
    for (String part : parts) {
      assertTrue(printed.contains(part), "'" + part + "' is not in:\n" + printed);
    }
  }

  @Test
  void aGoodPageIsTakenAndEveryLinkHasItsFate() throws Exception {
    assertEquals(0, orbTry(web.url("a.test", "/")), () -> printed);
    assertPrinted(
        "A crawl would fetch, parse and index it",
        "a.test has address 127.0.0.",
        "no rule matches; Crawl-delay 0.1 s",
        "title: Front",
        "text: Some words here.",
        web.url("a.test", "/next") + " 'next'",
        "/x.zip: suffix-urlfilter.txt:",
        "/no: nofollow",
        "2 accepted, 2 refused");
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("hosts")), left.toList(), "nothing is left on disk");
    }
  }

  @Test
  void rendersAPageAndSaysWhatThatBrings() {
    web.page(
        "b.test",
        "/made",
        "<title>Made</title><div id=\"root\"></div><script src=\""
            + web.url("b.test", "/made.js")
            + "\"></script>");
    String data = web.url("a.test", "/data");
    String secret = web.url("a.test", "/private/data");
    web.on("b.test", "/made.js", Response.text("load " + data + "\nload " + secret));
    web.page("a.test", "/data", "<p>Herons wade slowly through shallow water.<a href=/next>n</a>");
    assertEquals(0, orbTry(web.url("b.test", "/made")), () -> printed);
    assertPrinted("index only its title: it has no text, as scripts, which are not run, fill it");
    assertEquals(0, orbTry(web.url("b.test", "/made"), "--render"), () -> printed);
    assertPrinted(
        "A crawl would fetch, parse and index it",
        "render     gained: 0 words became 7, 0 links and 1 new one; 3 requests, 0.01 CPU s",
        "SCRIPT " + web.url("b.test", "/made.js") + ": 200",
        "DATA " + data + ": 200",
        "DATA " + secret + ": ",
        "fetched: 0 characters of text, 0 links\n",
        "rendered: 42 characters of text, 1 link; Herons wade slowly through shallow water.",
        "1 accepted, 0 refused");
    assertEquals(1, web.log().requestsFor("a.test", "/data").size());
    web.on("a.test", "/text", Response.text("load " + secret));
    assertEquals(0, orbTry(web.url("a.test", "/text"), "--render"), () -> printed);
    assertPrinted("render     only HTML is rendered, and the page is of type text/plain");
    assertEquals(0, web.log().requestsFor("a.test", "/private/data").size());
  }

  @Test
  void saysWhyItRequestsAPathThatNoPageHas() {
    String page = web.url("b.test", "/end");
    assertEquals(0, orbTry(page), () -> printed);
    assertPrinted(
        " (a path that does not exist, to recognise soft 404s; orbweaver.fetch.soft404.days=0"
            + " turns this off): 404 after ");
    assertEquals(0, orbTry(page, "-D", "orbweaver.fetch.soft404.days=0"), () -> printed);
    assertFalse(printed.contains("does not exist"), printed);
    assertEquals(0, orbTry(web.url("d.test", "/end")), () -> printed);
    assertFalse(printed.contains("does not exist"), printed);
  }

  @Test
  void tellsWhatABrowserGets() {
    web.under(
        "c.test",
        "/cloaked",
        (request, count) ->
            Response.html(
                request.headers().getOrDefault("user-agent", "").contains("Mozilla")
                    ? "<title>Pills</title>Buy cheap pills in our shop today and pay later."
                    : "<title>Birds</title>The kingfisher sits by the river and waits for fish."));
    assertEquals(0, orbTry(web.url("c.test", "/cloaked"), "--as-browser"), () -> printed);
    assertPrinted(
        "text: The kingfisher sits",
        "a browser gets another text: 0.00 of all shingles are in both texts",
        "text for a browser: Buy cheap pills");
    assertEquals(0, orbTry(web.url("a.test", "/"), "--as-browser", "--json"), () -> printed);
    assertPrinted("\"similarity\":1.0");
  }

  @Test
  void stayRefusesLinksAway() {
    assertEquals(0, orbTry(web.url("a.test", "/"), "-D", "db.ignore.external.links=true"));
    assertPrinted("http://b.test/: outside the host or domain", "1 accepted, 3 refused");
  }

  @Test
  void showsTheFieldsThatASiteTakes() {
    String sites = "orbweaver.sites=[host a.test]\nfields links a@href\nfields name title\n";
    assertEquals(0, orbTry(web.url("a.test", "/"), "-D", sites));
    String next = web.url("a.test", "/next");
    assertPrinted("covered by host a.test", "field.name: Front", "field.links: " + next + " | ");
  }

  @Test
  void whatRobotsForbidsIsNotRequested() {
    assertEquals(1, orbTry(web.url("a.test", "/private/x")));
    assertPrinted("robots.txt forbids it", "line 2, 'Disallow: /private/'");
    assertEquals(1, web.log().count(), "only robots.txt");
    assertEquals(1, orbTry(web.url("closed.test", "/"), "--json"));
    assertPrinted("\"cause\":\"robots-unavailable\"", "\"standing\":\"waiting\"");
  }

  @Test
  void redirectsAreFollowedHopByHop() {
    assertEquals(0, orbTry(web.url("a.test", "/moved")));
    assertPrinted(
        "permanent redirect to " + web.url("a.test", "/on"),
        "temporary redirect to " + web.url("b.test", "/end"),
        "redirects to " + web.url("b.test", "/end"),
        "title: End");
    assertEquals(1, orbTry(web.url("a.test", "/ring"), "--json"));
    assertPrinted("\"cause\":\"redirect-loop\"");
    assertEquals(
        1, orbTry(web.url("a.test", "/moved"), "--json", "-D", "db.ignore.external.links=true"));
    assertPrinted("\"cause\":\"redirect-refused\"");
  }

  @Test
  void whatACrawlWouldNotIndexExitsWithOne() {
    String[][] cases = {
      {web.url("b.test", "/noindex"), "noindex"},
      {web.url("b.test", "/empty"), "empty"},
      {web.url("b.test", "/copy"), "canonical"},
      {web.url("b.test", "/gone"), "http-410"},
      {web.url("b.test", "/broken.pdf"), "unparsable"},
      {web.url("b.test", "/x.zip"), "filter"},
      {web.url("nobody.test", "/"), "dns"},
      {"mailto:a@b.test", "scheme"},
      {"b.test/page", "malformed"}
    };
    for (String[] one : cases) {
      assertEquals(1, orbTry(one[0], "--json"), () -> printed);
      assertPrinted("\"cause\":\"" + one[1] + "\"");
    }
  }

  @Test
  void saysWhatOfAPageIsIndexed() {
    assertEquals(1, orbTry(web.url("b.test", "/copy")), () -> printed);
    assertPrinted("but index " + web.url("b.test", "/end") + " instead");
    assertEquals(0, orbTry(web.url("b.test", "/app")), () -> printed);
    assertPrinted("but index only its title: it has no text, as scripts, which are not run");
    assertEquals(0, orbTry(web.url("b.test", "/other")), () -> printed);
    assertPrinted("A crawl would fetch, parse and index it");
  }

  @Test
  void theGuardHoldsAsInACrawl() {
    String allowed = "orbweaver.fetch.private.addresses=10.0.0.0/8";
    assertEquals(1, orbTry(web.url("a.test", "/"), "--json", "-D", allowed));
    assertPrinted("\"cause\":\"address\"", "\"allowed\":false");
    assertEquals(1, orbTry("http://a.test:25/", "--json"));
    assertPrinted("\"cause\":\"port\"");
    assertEquals(0, web.log().count());
  }
}
