package org.orbweaver.cluster;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;
import org.orbweaver.testkit.apps.RenderedApp;
import org.orbweaver.testkit.apps.RenderedApps;
import org.orbweaver.testkit.documents.OrdinaryDocuments;
import org.orbweaver.testkit.documents.TestDocument;

/**
 * The web that these tests crawl: some generated hosts, and one written by hand with the causes of
 * differences between crawls: robots rules, a redirect, an exact duplicate, a missing page.
 */
final class SmallWeb implements Closeable {
  /** Text that only the document of {@link #addDocument} contains. */
  static final String DOCUMENT_WORDS = "document 0 says";

  private static final String EXTRA = "extra.test";

  private final FakeWeb web;
  private final Path hostsFile;

  SmallWeb(Path folder, int hosts, int pagesPerHost) {
    web =
        FakeWeb.start(
            FakeWebSpec.builder()
                .hosts(hosts)
                .pagesPerHost(pagesPerHost)
                .linksWithin(3)
                .linksAcross(2)
                .build());
    String first = web.url(web.site().hosts().get(0), "/");
    web.page(
        EXTRA,
        "/",
        html("Start", "a=/copy1 b=/copy2 c=/moved d=/missing e=/private/x f=/leaf", first));
    web.page(EXTRA, "/copy1", html("Twin", "f=/leaf", first));
    web.page(EXTRA, "/copy2", html("Twin", "f=/leaf", first));
    changeLeaf("A page without links about quokkas.");
    web.page(EXTRA, "/private/x", html("Secret", "f=/leaf", first));
    web.redirect(EXTRA, "/moved", 301, "/leaf");
    web.robots(EXTRA, "User-agent: *\nDisallow: /private/\n");
    hostsFile = web.hostsFile(folder.resolve("hosts"));
  }

  private static String html(String title, String links, String more) {
    String anchors =
        links.replaceAll("(\\w+)=(\\S+)", "<a href='$2'>$1</a>")
            + (" <a href='" + more + "'>more</a>");
    return "<title>%s</title><p>%1$s page.</p>%s".formatted(title, anchors);
  }

  FakeWeb web() {
    return web;
  }

  /** The front pages: as a host has two pages, two rounds fetch all of them. */
  List<String> seeds() {
    return Stream.concat(Stream.of(web.url(EXTRA, "/")), web.seeds().stream()).toList();
  }

  /** Adds a PDF that no page links to; returns its URL. */
  String addDocument() {
    TestDocument pdf = OrdinaryDocuments.make(3, 1).get(0);
    web.on(EXTRA, "/paper.pdf", Response.bytes(pdf.contentType(), pdf.content()));
    return web.url(EXTRA, "/paper.pdf");
  }

  /** Adds applications whose pages are made by scripts; returns the URLs of their front pages. */
  List<String> addApps(Set<String> names) {
    List<RenderedApp> apps =
        RenderedApps.all().stream().filter(app -> names.contains(app.name())).toList();
    apps.forEach(app -> app.addTo(web));
    web.hostsFile(hostsFile);
    return apps.stream().map(app -> web.url(app.host(), "/")).toList();
  }

  /** A page without links that a query for {@code quokka} should find first. */
  String leaf() {
    return web.url(EXTRA, "/leaf");
  }

  /** Changes the text of that page. */
  void changeLeaf(String words) {
    web.page(
        EXTRA, "/leaf", "<title>Quokka</title><meta name=robots content=noml><p>" + words + "</p>");
  }

  /** Pages requested more than once since the log was cleared. */
  Map<String, Long> repeated() {
    Map<String, Long> repeated = new TreeMap<>(web.log().repeated());
    // Each fetch task requests robots.txt again.
    repeated.keySet().removeIf(url -> url.endsWith("/robots.txt"));
    return repeated;
  }

  /** Hadoop's {@code -D} options with which a crawl reaches only this web. */
  List<String> options() {
    return Stream.of(
            "http.agent.name=orbweaver-test",
            "fetcher.server.delay=0",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + hostsFile.toAbsolutePath())
        .flatMap(setting -> Stream.of("-D", setting))
        .toList();
  }

  @Override
  public void close() {
    web.close();
  }
}
