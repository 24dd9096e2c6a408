package org.orbweaver.orb.demo;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.Snippet;
import org.orbweaver.orb.crawl.CrawlSummary;

/** Prints the results of the demo's crawl, in some forty lines. */
final class DemoReport {
  /** Most characters of a snippet to show. */
  private static final int EXCERPT = 150;

  private static final List<String> QUERIES =
      List.of("mad tea party", "\"all the world's a stage\"", "freedom of speech", "reign in hell");

  private final Configuration conf;
  private final CrawlDir dir;
  private final DemoWeb web;
  private final Console console;

  DemoReport(Configuration conf, CrawlDir dir, DemoWeb web, Console console) {
    this.conf = conf;
    this.dir = dir;
    this.web = web;
    this.console = console;
  }

  /**
   * Prints the report.
   *
   * @param name of the directory, as the user gave it
   * @param seconds of the crawl; negative if it was crawled before
   */
  void print(String name, CrawlSummary summary, double seconds) throws IOException {
    summary.print(seconds);
    summary.ranked("Top hubs by HITS", dir.hits(), "hubs");
    known();
    searched();
    next(name);
  }

  /** Prints facts that only the web itself knows. */
  private void known() {
    List<String> forbidden = web.forbidden();
    long requested = web.served().stream().filter(forbidden::contains).count();
    console.line("");
    console.line("About this web");
    console.line(
        "  mirror.demo and arden.demo have the same pages; two of the redirects form a loop");
    console.linef(
        "  robots.txt forbids %d URLs; %d of them were requested", forbidden.size(), requested);
  }

  private void searched() throws IOException {
    try (SearchIndex index = SearchIndex.openLatest(conf, dir)) {
      for (String query : QUERIES) {
        console.line("");
        console.line("Search: " + query);
        for (SearchResult.Hit hit : index.search(SearchRequest.of(query, 2).folded()).hits()) {
          console.linef("  %d. %s", hit.rank(), Console.safe(hit.title()));
          console.line("     " + Console.safe(hit.url()));
          if (!hit.snippet().text().isEmpty()) {
            console.line("     " + Console.safe(excerpt(hit.snippet())));
          }
          if (hit.similar() > 0) {
            console.linef("     %,d similar", hit.similar());
          }
        }
      }
    }
  }

  /** One line of a snippet: the part with most matches. */
  private static String excerpt(Snippet snippet) {
    String text = snippet.text();
    List<Snippet.Span> matches = snippet.matches();
    int match = 0;
    long most = 0;
    for (Snippet.Span first : matches) {
      long within =
          matches.stream()
              .filter(m -> m.start() >= first.start() && m.end() <= first.start() + EXCERPT / 2)
              .count();
      if (within > most) {
        most = within;
        match = first.start();
      }
    }
    int from = match < EXCERPT / 4 ? 0 : text.indexOf(' ', match - EXCERPT / 4) + 1;
    int end = from + EXCERPT;
    int to = text.length() <= end ? text.length() : Math.max(from, text.lastIndexOf(' ', end));
    return (from > 0 ? "… " : "") + text.substring(from, to).replaceFirst("[ …]+$", "") + " …";
  }

  private void next(String name) {
    String link = web.url("wonderland.demo", "/chapter-7.html");
    console.line("");
    // As invoked: from the source tree, or installed.
    String orb = System.getProperty("orbweaver.command", "scripts/orb");
    console.line("Try next");
    for (String words :
        List.of(
            "search " + name + " 'off with her head' --top 3",
            "serve " + name,
            "why " + web.url("law.demo", "/drafts/") + " " + name,
            "diff " + name + " 2 3",
            "read crawldb " + name + " --stats",
            "read linkdb " + name + " --url " + link,
            "read pagerank " + name + " --top 20",
            "crawl https://your.site/ my-crawl --rounds 3 -D http.agent.name=you")) {
      console.line("  " + orb + " " + words);
    }
  }
}
