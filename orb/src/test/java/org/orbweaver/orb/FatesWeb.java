package org.orbweaver.orb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** A web whose pages have every fate that a URL can have in a crawl. */
final class FatesWeb {
  static final String SITE = "www.example.org";
  static final int CONTENT_LIMIT = 20_000;

  /** No process listens there. */
  private static final String DEAF = "127.77.77.77";

  private static final String PRIVATE = "10.1.2.3";

  private final FakeWeb web;

  FatesWeb(FakeWeb web) {
    this.web = web;
  }

  String url(String path) {
    return web.url(SITE, path);
  }

  String url(String host, String path) {
    return web.url(host + ".example.org", path);
  }

  /** A name outside all rules of filters and hosts. */
  String outside() {
    return web.url("www.example.net", "/");
  }

  String tooLong() {
    return url("/" + "x".repeat(9000));
  }

  /** The links of the front page. */
  private List<String> links() {
    List<String> links = new ArrayList<>();
    for (String path :
        new String[] {
          "/etag",
          "/perm",
          "/temp",
          "/cross",
          "/away",
          "/loop",
          "/long",
          "/nowhere",
          "/404",
          "/410",
          "/403",
          "/500",
          "/private/x",
          "/never/x",
          "/x.zip",
          "/noindex",
          "/unsearched",
          "/tagged",
          "/original",
          "/twin/of/it",
          "/canonical",
          "/copy?v=1",
          "/kept",
          "/s?v",
          "/the-same-page",
          "/empty",
          "/broken.pdf",
          "/cut",
          "/octets",
          "/a/b/a/b/a/b",
          "/flaky"
        }) {
      links.add(url(path));
    }
    for (String host : new String[] {"slow", "down", "unknown", "closed", "sleepy", "inner"}) {
      links.add(url(host, "/"));
    }
    links.add("http://www.example.org:25/");
    links.add(outside());
    links.add(tooLong());
    links.add("mailto:someone@example.org");
    return links;
  }

  void make() {
    StringBuilder front = new StringBuilder("<title>Front</title><p>Where everything begins.");
    for (String link : links()) {
      front.append(" <a href='").append(link).append("'>to it</a>");
    }
    front.append(" <a rel=nofollow href=/nofollow>no</a> <a href=/copy?v=1>Zebra crossing</a>");
    web.page(SITE, "/", front.toString());
    web.robots(
        SITE, "User-agent: *\nDisallow: /private/\n\nSitemap: " + url("/sitemap.xml") + "\n");
    web.on(
        SITE,
        "/sitemap.xml",
        Response.bytes(
            "application/xml",
            ("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"
                    + url("/listed")
                    + "</loc></url></urlset>")
                .getBytes(StandardCharsets.UTF_8)));
    page("/listed", "Listed", "Only the sitemap names this page of okapi.");
    web.on(SITE, "/etag", Response.html("<title>Tagged</title>quagga").etag("\"one\""));
    redirects();
    statuses();
    contents();
    hosts();
    page("/more/1", "More 1", "first");
    page("/more/2", "More 2", "second");
    page("/nofollow", "No", "x");
  }

  private void page(String path, String title, String text) {
    web.page(SITE, path, "<title>" + title + "</title>" + text);
  }

  private void redirects() {
    web.redirect(SITE, "/perm", 301, "/original");
    web.redirect(SITE, "/temp", 302, "/original");
    web.redirect(SITE, "/cross", 301, url("b", "/landed"));
    web.page("b.example.org", "/landed", "<title>Landed</title>on another host");
    web.redirect(SITE, "/away", 301, outside());
    web.redirectLoop(SITE, "/loop", 2, 302);
    web.redirectChain(SITE, "/long", 9, 302, "/original");
    web.on(SITE, "/nowhere", Response.status(301));
  }

  private void statuses() {
    for (int status : new int[] {403, 404, 410, 500}) {
      web.on(SITE, "/" + status, Response.status(status));
    }
    web.on(SITE, "/flaky", Response.html("<title>Flaky</title>here today"), Response.status(404));
  }

  private void contents() {
    web.page(SITE, "/noindex", "<meta name=robots content=noindex><title>N</title>secret");
    web.on(
        SITE,
        "/unsearched",
        Response.html("<title>U</title>s").header("Content-Usage", "search=n, train-ai=n"));
    web.on(SITE, "/tagged", Response.html("<title>T</title>s").header("X-Robots-Tag", "noindex"));
    page("/original", "Original", "The very same words.");
    page("/twin/of/it", "Original", "The very same words.");
    web.page(SITE, "/canonical", "<title>Canonical zebra</title>One of two versions.");
    web.page(
        SITE,
        "/copy?v=1",
        "<link rel=canonical href=/canonical><title>Canonical zebra</title>Another version.");
    web.page(
        SITE, "/kept", "<link rel=canonical href=/404><title>Kept</title>Its canonical is gone.");
    String same = "<link rel=canonical href=" + url("/the-same-page") + "><title>Same</title>tapir";
    web.page(SITE, "/s?v", same);
    web.page(SITE, "/the-same-page", same);
    web.page(SITE, "/empty", "<p> ");
    web.on(SITE, "/broken.pdf", Response.bytes("application/pdf", "%PDF-".getBytes(UTF)));
    web.page(SITE, "/cut", "<title>Cut</title>giraffe " + "word ".repeat(CONTENT_LIMIT));
    web.on(SITE, "/octets", Response.bytes("application/octet-stream", new byte[] {0, 1, 2, 3}));
  }

  private static final java.nio.charset.Charset UTF = StandardCharsets.UTF_8;

  private void hosts() {
    web.on("slow.example.org", "/", Response.hang());
    web.robots("closed.example.org", Response.status(503));
    web.robots("sleepy.example.org", "User-agent: *\nCrawl-delay: 100\n");
    web.page("sleepy.example.org", "/", "<title>Zzz</title>");
    web.on("busy.example.org", "/1", Response.status(503).header("Retry-After", "9999"));
    web.page("busy.example.org", "/2", "<title>Two</title>");
  }

  /** The names of its hosts, and of some that do not exist. */
  Path hostsFile(Path file) {
    try {
      String more = DEAF + " down.example.org\n" + PRIVATE + " inner.example.org\n";
      return Files.writeString(file, Files.readString(web.hostsFile(file)) + more);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
