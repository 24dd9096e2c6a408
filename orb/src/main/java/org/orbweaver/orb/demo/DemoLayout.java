package org.orbweaver.orb.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The content of all hosts of the demo, by path. */
final class DemoLayout {
  static final String HTML = "text/html; charset=utf-8";
  static final String PLAIN = "text/plain; charset=utf-8";

  private static final String DOCS = "docs.demo";
  private static final String ALICE = "wonderland.demo";
  private static final String READER = "reader.demo";
  private static final String ARDEN = "arden.demo";
  private static final String MIRROR = "mirror.demo";
  private static final String MILTON = "milton.demo";
  private static final String LAW = "law.demo";
  private static final String OLD = "old.demo";
  private static final String FORBIDDEN = "/drafts/";

  private final int port;
  private final Map<String, Map<String, Resource>> hosts = new LinkedHashMap<>();

  /**
   * An answer.
   *
   * @param status of it
   * @param type Content-Type
   * @param text body
   * @param location of a redirect, empty otherwise
   */
  record Resource(int status, String type, String text, String location) {
    byte[] bytes() {
      return text.getBytes(UTF_8);
    }

    boolean isPage() {
      return status == 200 && type.equals(HTML);
    }
  }

  DemoLayout(int port) {
    this.port = port;
    DemoText alice = DemoText.load("wonderland");
    DemoText law = DemoText.load("law");
    hosts.put(DOCS, docs(DemoDocs.load()));
    hosts.put(
        ALICE, text(alice, "Twelve chapters about a girl, a rabbit-hole and a pack of cards."));
    hosts.put(READER, reader(alice));
    hosts.put(ARDEN, text(DemoText.load("arden"), "A comedy in five acts, mostly in a forest."));
    hosts.put(MIRROR, new LinkedHashMap<>(hosts.get(ARDEN)));
    hosts.put(
        MILTON, text(DemoText.load("milton"), "An epic of disobedience, by the hundred lines."));
    hosts.put(LAW, text(law, "The Declaration, the Constitution and its amendments."));
    hosts.put(OLD, old());
    robots(DOCS, "User-agent: *\nDisallow:\n");
    robots(LAW, "# drafts are nobody's business\nUser-agent: *\nDisallow: " + FORBIDDEN + "\n");
    declarationAsPlainText(law);
  }

  /** All answers, by host and path. */
  Map<String, Map<String, Resource>> hosts() {
    return hosts;
  }

  /** The pages of all hosts. */
  long pages() {
    return hosts.values().stream()
        .flatMap(paths -> paths.values().stream())
        .filter(Resource::isPage)
        .count();
  }

  /** The resource at a path, or null. */
  Resource get(String host, String path) {
    return hosts.getOrDefault(host, Map.of()).get(path);
  }

  String url(String host, String path) {
    return "http://" + host + ":" + port + path;
  }

  /** URLs that a robots.txt forbids. */
  List<String> forbidden() {
    return hosts.get(LAW).keySet().stream()
        .filter(path -> path.startsWith(FORBIDDEN))
        .map(path -> url(LAW, path))
        .toList();
  }

  private static Resource page(DemoHtml html) {
    return new Resource(200, HTML, html.html(), "");
  }

  private DemoHtml html(String siteTitle, String title) {
    DemoHtml html = new DemoHtml(siteTitle, title);
    html.foot("/", siteTitle);
    return html.foot(url(DOCS, "/"), "Orbweaver’s demo web");
  }

  private static String href(String path) {
    return "/" + path + (path.endsWith("/") ? "" : ".html");
  }

  /** A front page, a page for each page of the text, and lists in the folders. */
  private Map<String, Resource> text(DemoText text, String about) {
    Map<String, Resource> paths = new LinkedHashMap<>();
    DemoHtml front = html(text.title(), "").paragraph(about);
    front.list(contents(text, ""));
    if (text.title().startsWith("As You")) {
      front.raw("<p>Also at a " + DemoHtml.link(url(MIRROR, "/"), "mirror of the play") + ".</p>");
    }
    if (text.title().startsWith("The founding")) {
      front.raw(
          "<p>The Declaration as "
              + DemoHtml.link("/declaration.txt", "plain text")
              + "; its spirit in "
              + DemoHtml.link(url(MILTON, "/book-1/"), "another voice")
              + ". Not for robots:</p>");
      front.list(contents(text, FORBIDDEN.substring(1)));
    }
    paths.put("/", page(front));
    List<DemoText.Page> pages = text.pages();
    for (int i = 0; i < pages.size(); i++) {
      DemoText.Page page = pages.get(i);
      DemoHtml html = html(text.title(), page.title()).blocks(page.blocks());
      if (page.isFolder()) {
        html.list(contents(text, page.path()));
      }
      if (!page.folder().isEmpty()) {
        html.foot("/" + page.folder(), "Up");
      }
      if (i > 0) {
        html.foot(href(pages.get(i - 1).path()), "Before: " + pages.get(i - 1).title());
      }
      if (i + 1 < pages.size()) {
        html.foot(href(pages.get(i + 1).path()), "Next: " + pages.get(i + 1).title());
      }
      paths.put(href(page.path()), page(html));
    }
    return paths;
  }

  private static List<String> contents(DemoText text, String folder) {
    return text.pages().stream()
        .filter(page -> page.folder().equals(folder))
        .map(page -> DemoHtml.link(href(page.path()), page.title()))
        .toList();
  }

  private Map<String, Resource> docs(List<DemoDocs.Document> documents) {
    String title = "Orbweaver: documentation";
    Map<String, Resource> paths = new LinkedHashMap<>();
    DemoHtml front =
        html(title, "")
            .paragraph(
                "Orbweaver crawls, indexes and ranks the web in batch rounds on Hadoop MapReduce."
                    + " These pages are its documentation; around them lies a small web of old"
                    + " texts to crawl.")
            .list(
                documents.stream()
                    .map(document -> DemoHtml.link("/" + document.path(), document.title()))
                    .toList())
            .heading(2, "The demo web")
            .list(
                List.of(
                    DemoHtml.link(url(ALICE, "/"), "Alice’s Adventures in Wonderland"),
                    DemoHtml.link(url(READER, "/"), "Alice for readers, a second edition"),
                    DemoHtml.link(url(ARDEN, "/"), "As You Like It"),
                    DemoHtml.link(url(MILTON, "/"), "Paradise Lost"),
                    DemoHtml.link(url(LAW, "/"), "Founding papers of the United States"),
                    DemoHtml.link(url(OLD, "/"), "Addresses that have changed")));
    paths.put("/", page(front));
    for (DemoDocs.Document document : documents) {
      paths.put("/" + document.path(), page(html(title, document.title()).raw(document.html())));
    }
    return paths;
  }

  /** The chapters in another frame and with other quotation marks, and a note at the end. */
  private Map<String, Resource> reader(DemoText alice) {
    String title = "Alice for readers";
    Map<String, Resource> paths = new LinkedHashMap<>();
    DemoHtml front = html(title, "").paragraph("The same story in another edition.");
    front.list(contents(alice, ""));
    front.foot(url(ALICE, "/"), "The first edition");
    paths.put("/", page(front));
    for (DemoText.Page page : alice.pages()) {
      DemoHtml html = html(title, page.title());
      List<List<String>> blocks = new ArrayList<>();
      for (List<String> block : page.blocks()) {
        blocks.add(block.stream().map(l -> l.replace('‘', '\'').replace('’', '\'')).toList());
      }
      html.blocks(blocks).paragraph("Thus ends this chapter in the readers’ edition.");
      paths.put(href(page.path()), page(html));
    }
    return paths;
  }

  private Map<String, Resource> old() {
    Map<String, Resource> paths = new LinkedHashMap<>();
    DemoHtml front =
        html("Addresses that have changed", "")
            .paragraph("Everything here has moved, or is going round in circles.")
            .list(
                List.of(
                    DemoHtml.link("/alice", "Alice, moved for good"),
                    DemoHtml.link("/play", "The play, elsewhere for a while"),
                    DemoHtml.link("/speech", "The speech, by three steps"),
                    DemoHtml.link("/round", "A roundabout without an exit"),
                    DemoHtml.link("/gone", "A page that was taken down"),
                    DemoHtml.link("/never", "A page that never was")));
    paths.put("/", page(front));
    redirect(paths, "/alice", 301, url(ALICE, "/"));
    redirect(paths, "/play", 302, url(ARDEN, "/"));
    redirect(paths, "/speech", 301, "/speech/1863");
    redirect(paths, "/speech/1863", 307, "/speech/1863/11");
    redirect(paths, "/speech/1863/11", 308, url(LAW, "/gettysburg.html"));
    redirect(paths, "/round", 302, "/round/about");
    redirect(paths, "/round/about", 302, "/round");
    paths.put("/gone", error(410, "This page was taken down."));
    paths.put("/never", error(404, "There is no such page."));
    return paths;
  }

  private static void redirect(
      Map<String, Resource> paths, String from, int status, String location) {
    paths.put(from, new Resource(status, HTML, DemoHtml.link(location, "moved"), location));
  }

  static Resource error(int status, String text) {
    return new Resource(status, HTML, new DemoHtml(text, "").html(), "");
  }

  private void robots(String host, String rules) {
    hosts.get(host).put("/robots.txt", new Resource(200, PLAIN, rules, ""));
  }

  private void declarationAsPlainText(DemoText law) {
    StringBuilder text = new StringBuilder();
    for (DemoText.Page page : law.pages()) {
      if (page.path().equals("declaration")) {
        text.append(page.title()).append("\n\n");
        page.blocks().forEach(block -> text.append(String.join("\n", block)).append("\n\n"));
      }
    }
    hosts.get(LAW).put("/declaration.txt", new Resource(200, PLAIN, text.toString(), ""));
  }
}
