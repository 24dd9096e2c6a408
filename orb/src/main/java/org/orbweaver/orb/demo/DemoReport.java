package org.orbweaver.orb.demo;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.index.search.SearchHit;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.Snippet;

/** What the demo's crawl found, in some forty lines. */
final class DemoReport {
  private static final int TOP = 5;

  /** Characters of a snippet that are shown. */
  private static final int EXCERPT = 150;

  private static final List<String> QUERIES =
      List.of("mad tea party", "\"all the world's a stage\"", "freedom of speech", "reign in hell");

  private final Configuration conf;
  private final CrawlDir dir;
  private final DemoWeb web;
  private final Console console;

  private record Ranked(String url, double score) {}

  DemoReport(Configuration conf, CrawlDir dir, DemoWeb web, Console console) {
    this.conf = conf;
    this.dir = dir;
    this.web = web;
    this.console = console;
  }

  /**
   * Prints all of it.
   *
   * @param name of the directory, as the user gave it
   */
  void print(String name) throws IOException {
    found();
    ranked("PageRank, the first five", dir.pageRanks(), "scores");
    ranked("HITS, the best hubs", dir.hits(), "hubs");
    searched();
    next(name);
  }

  private void found() throws IOException {
    Map<Byte, Integer> counts = new TreeMap<>();
    Map<String, Integer> duplicates = new TreeMap<>();
    for (Path part : Parts.of(dir.fs(), dir.crawlDb())) {
      Path data = new Path(part, MapFile.DATA_FILE_NAME);
      try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(data))) {
        Text url = new Text();
        CrawlDatum datum = new CrawlDatum();
        while (in.next(url, datum)) {
          counts.merge(datum.getStatus(), 1, Integer::sum);
          if (datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE) {
            duplicates.merge(URI.create(url.toString()).getHost(), 1, Integer::sum);
          }
        }
      }
    }
    int fetched = counts.getOrDefault(CrawlDatum.STATUS_DB_FETCHED, 0);
    int twice = counts.getOrDefault(CrawlDatum.STATUS_DB_DUPLICATE, 0);
    int moved =
        counts.getOrDefault(CrawlDatum.STATUS_DB_REDIR_PERM, 0)
            + counts.getOrDefault(CrawlDatum.STATUS_DB_REDIR_TEMP, 0);
    List<String> forbidden = web.forbidden();
    long asked =
        web.served().stream().filter(s -> forbidden.contains(web.url(s.host(), s.path()))).count();
    int gone = counts.getOrDefault(CrawlDatum.STATUS_DB_GONE, 0);
    console.line("");
    console.line("What the crawl found");
    console.linef("  %4d documents, each kept once", fetched);
    console.linef(
        "  %4d exact duplicates set aside: %s (mirror.demo and arden.demo are the same)",
        twice, hosts(duplicates));
    console.linef("  %4d redirects, two of them in a circle", moved);
    console.linef(
        "  %4d URLs not to be had: %d forbidden by robots.txt (%d of them asked for), the others"
            + " dead links",
        gone, forbidden.size(), asked);
  }

  private static String hosts(Map<String, Integer> counts) {
    List<String> words = new ArrayList<>();
    counts.forEach((host, n) -> words.add(n + " on " + host));
    return String.join(", ", words);
  }

  private void ranked(String title, Path runs, String scores) throws IOException {
    Path run = dir.latestWith(runs, scores).orElse(null);
    if (run == null) {
      return;
    }
    Comparator<Ranked> byScore =
        Comparator.comparingDouble(Ranked::score)
            .thenComparing(Ranked::url, Comparator.reverseOrder());
    PriorityQueue<Ranked> best = new PriorityQueue<>(byScore);
    for (Path part : Parts.of(dir.fs(), new Path(run, scores))) {
      Path data = new Path(part, MapFile.DATA_FILE_NAME);
      try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(data))) {
        Text url = new Text();
        DoubleWritable score = new DoubleWritable();
        while (in.next(url, score)) {
          best.add(new Ranked(url.toString(), score.get()));
          if (best.size() > TOP) {
            best.remove();
          }
        }
      }
    }
    console.line("");
    console.line(title);
    best.stream()
        .sorted(byScore.reversed())
        .forEach(r -> console.linef("  %.4f  %s", r.score(), Console.safe(r.url())));
  }

  private void searched() throws IOException {
    try (SearchIndex index = SearchIndex.openLatest(conf, dir)) {
      for (String query : QUERIES) {
        console.line("");
        console.line("Search: " + query);
        for (SearchHit hit : index.search(query, 2, false).hits()) {
          console.linef("  %d. %s", hit.rank(), Console.safe(hit.title()));
          console.line("     " + Console.safe(hit.url()));
          if (!hit.snippet().text().isEmpty()) {
            console.line("     " + Console.safe(excerpt(hit.snippet())));
          }
        }
      }
    }
  }

  /** One line of a snippet: the stretch of it with most matches. */
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
    console.line("Try next");
    console.line("  scripts/orb search " + name + " 'off with her head' --top 3");
    console.line("  scripts/orb read crawldb " + name + " --stats");
    console.line("  scripts/orb read crawldb " + name + " --url " + link);
    console.line("  scripts/orb read linkdb " + name + " --url " + link);
    console.line("  scripts/orb read pagerank " + name + " --top 20");
    console.line("  scripts/orb crawl https://your.site/ crawl --rounds 3 -D http.agent.name=you");
  }
}
