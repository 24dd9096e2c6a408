package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;

/** {@code orb why} names the right cause for URLs of every fate. */
class FatesIT {
  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private final FatesWeb fates = new FatesWeb(web);
  private final FateCheck check = new FateCheck(this::why);

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... words) {
    return new TestSite(
            web,
            tmp,
            "http.timeout=800",
            "http.content.limit=" + FatesWeb.CONTENT_LIMIT,
            "http.redirect.max=5",
            "orbweaver.fetch.dns.hosts.file=" + fates.hostsFile(tmp.resolve("names")).toUri(),
            "orbweaver.fetch.wait.max.ms=3000",
            "urlfilter.regex.file=" + tmp.resolve("filter.txt"),
            "db.ignore.external.links=true",
            "db.ignore.external.links.mode=byDomain",
            "orbweaver.sitemap.robots=true")
        .orb(status, words);
  }

  private void run(String... words) {
    orb(0, words);
  }

  private String why(String url) throws Exception {
    return orb(0, "why", url, crawl(), "--json");
  }

  private String crawl() {
    return tmp.resolve("crawl").toString();
  }

  @Test
  void whyIsRightAboutEveryFate() throws Exception {
    fates.make();
    Files.writeString(
        tmp.resolve("filter.txt"),
        "# ours\n-/never/\n-^.*(/[^/]+)/[^/]+\\1/[^/]+\\1/\n-^.{2001}\n+.\n");
    Path seeds = tmp.resolve("seeds.txt");
    Files.writeString(
        seeds,
        fates.url("/")
            + "\n"
            + fates.url("/etag")
            + "\tnutch.fetchInterval=1\n"
            + fates.url("/flaky")
            + "\tnutch.fetchInterval=1\n"
            + fates.url("busy", "/1")
            + "\tnutch.score=9\n"
            + fates.url("busy", "/2")
            + "\n");
    run("crawl", seeds.toString(), crawl(), "--rounds", "3");

    contents();
    redirects();
    failures();
    rules();
    outside();
    eitherOrder();
    later();
    check.assertAllRight();
  }

  private void eitherOrder() throws Exception {
    String said = orb(0, "why", crawl(), fates.url("/404"), "--json");
    assertEquals("http-404", FateCheck.field(said, "cause"));
    orb(2, "why", fates.url("/404"), fates.url("/410"));
    orb(2, "why", "404", "410");
    orb(1, "why", fates.url("/404"), tmp.resolve("none").toString());
  }

  private void contents() throws Exception {
    check.expect(
        fates.url("/"), "searchable", "indexed", "result 1 for 'front'", "\"pageRank\":0.");
    check.expect(fates.url("/etag"), "searchable", "indexed", "not modified since", "'tagged'");
    check.expect(
        fates.url("/listed"),
        "searchable",
        "indexed",
        "listed in a sitemap",
        "result 1 for 'listed'");
    check.expect(fates.url("/sitemap.xml"), "left_out", "sitemap");
    check.expect(fates.url("/noindex"), "left_out", "noindex", "robots meta: noindex");
    check.expect(fates.url("/unsearched"), "left_out", "no-search", "its owner disallows search");
    check.expect(fates.url("/tagged"), "left_out", "noindex", "X-Robots-Tag: noindex");
    check.expect(fates.url("/original"), "searchable", "indexed");
    check.expect(
        fates.url("/twin/of/it"),
        "left_out",
        "duplicate",
        "it duplicates " + fates.url("/original"));
    check.expect(fates.url("/canonical"), "searchable", "indexed", "zebra");
    check.expect(
        fates.url("/copy?v=1"), "left_out", "canonical", "indexed as " + fates.url("/canonical"));
    check.expect(fates.url("/kept"), "searchable", "indexed", "canonical: " + fates.url("/404"));
    // Dedup leaves the shorter URL, and the index has the canonical one.
    String same = fates.url("/the-same-page");
    check.expect(same, "searchable", "indexed", "as the canonical page of its duplicates");
    check.expect(fates.url("/s?v"), "left_out", "canonical", "indexed as " + same);
    check.expect(fates.url("/empty"), "left_out", "empty");
    check.expect(fates.url("/broken.pdf"), "left_out", "unparsable");
    check.expect(fates.url("/octets"), "left_out", "unparsable");
    check.expect(
        fates.url("/cut"), "searchable", "indexed", "truncated: length (http.content.limit)");
  }

  private void redirects() throws Exception {
    check.expect(fates.url("/perm"), "redirect", "redirect", "Permanent redirect to", "is fetched");
    check.expect(fates.url("/temp"), "redirect", "redirect", "Temporary redirect to", "is fetched");
    check.expect(
        fates.url("/cross"), "redirect", "redirect", fates.url("b", "/landed") + ", which is");
    check.expect(fates.url("b", "/landed"), "searchable", "indexed", "redirect from");
    check.expect(
        fates.url("/away"), "redirect", "redirect-refused", fates.outside(), "--stay domain");
    check.expect(fates.url("/loop"), "redirect", "redirect-loop", "Redirect loop");
    check.expect(fates.url("/long"), "redirect", "redirect", fates.url("/long/8"), "is fetched");
    check.expect(fates.url("/nowhere"), "unavailable", "redirect-nowhere");
  }

  private void failures() throws Exception {
    check.expect(fates.url("/403"), "unavailable", "http-403");
    check.expect(fates.url("/404"), "unavailable", "http-404");
    check.expect(fates.url("/410"), "unavailable", "http-410");
    check.expect(fates.url("/flaky"), "unavailable", "http-404", "fetched", "HTTP status 404");
    check.expect(fates.url("/500"), "waiting", "http-500", "1 consecutive failure");
    check.expect(fates.url("slow", "/"), "waiting", "timeout", "1 consecutive failure");
    check.expect(fates.url("down", "/"), "waiting", "connect", "Deferred, not requested");
    String outage = "the host has failed 1 round in a row since";
    check.expect(fates.url("unknown", "/"), "waiting", "dns", "1 consecutive failure", outage);
    check.expect(
        fates.url("closed", "/"), "waiting", "robots-unavailable", "HTTP status 503", outage);
    check.expect(fates.url("busy", "/1"), "waiting", "http-503");
    check.expect(fates.url("busy", "/2"), "waiting", "host-waits", "orbweaver.fetch.wait.max.ms");
  }

  private void rules() throws Exception {
    check.expect(fates.url("/private/x"), "unavailable", "robots", "line 2: Disallow: /private/");
    check.expect(fates.url("sleepy", "/"), "waiting", "crawl-delay", "fetcher.max.crawl.delay");
    check.expect(
        fates.url("inner", "/"), "waiting", "address", "orbweaver.fetch.private.addresses");
    check.expect("http://www.example.org:25/", "waiting", "port", "orbweaver.fetch.ports");
    check.expect(fates.url("/never/x"), "outside", "filter", "filter.txt:2, '-/never/'");
    check.expect(fates.url("/a/b/a/b/a/b"), "outside", "filter", "filter.txt:3");
    check.expect(fates.url("/" + "y".repeat(2100)), "outside", "filter", "filter.txt:4");
    check.expect(fates.url("/x.zip"), "outside", "filter", "suffix-urlfilter.txt:", "'.zip'");
    check.expect(fates.outside(), "outside", "stay", "--stay domain");
    check.expect(fates.url("/nofollow"), "outside", "nofollow", "for example on " + fates.url("/"));
  }

  private void outside() throws Exception {
    check.expect(fates.tooLong(), "outside", "too-long", "8192");
    check.expect("mailto:someone@example.org", "outside", "scheme", "mailto");
    check.expect("http://", "outside", "malformed");
    check.expect("http://[::1", "outside", "malformed");
    check.expect(fates.url("/unheard-of"), "outside", "never-seen", "would accept it");
    check.expect(fates.url("/private/unheard-of"), "outside", "never-seen", "would forbid it");
    check.expect("http://10.9.9.9/", "outside", "address", "private");
    String https = fates.url("/etag/").replace("http:", "https:");
    check.expect(https, "outside", "spelling", "the crawl has " + fates.url("/etag"));
    check.expect(
        "HTTP://WWW.Example.ORG:" + web.port() + "/x/../original#top",
        "searchable",
        "indexed",
        "dot segments resolved",
        "fragment removed");
  }

  /** URLs in progress: those of a round that is unfinished, or has not begun. */
  private void later() throws Exception {
    Path more = tmp.resolve("more.txt");
    Files.writeString(
        more, fates.url("/more/1") + "\tnutch.score=5\n" + fates.url("/more/2") + "\n");
    run("inject", more.toString(), crawl());
    check.expect(fates.url("/more/1"), "waiting", "waiting");
    run("generate", crawl(), "--top-n", "1");
    check.expect(fates.url("/more/1"), "waiting", "listed", "not fetched yet");
    check.expect(fates.url("/more/2"), "waiting", "not-selected", "lowest score there is 5.0");
    orb(1, "fetch", crawl(), "-D", "fetcher.timelimit.mins=0");
    check.expect(fates.url("/more/1"), "waiting", "not-updated");
    run("parse", crawl());
    run("update", crawl());
    check.expect(fates.url("/more/1"), "waiting", "time-limit", "fetcher.timelimit.mins");
  }
}
