package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.orbweaver.bench.maze.FalseAlarms;
import org.orbweaver.bench.maze.HardCases;
import org.orbweaver.bench.maze.HonestPages;
import org.orbweaver.bench.maze.MazeCrawl;
import org.orbweaver.common.cli.Range;
import org.orbweaver.testkit.maze.Corpus;
import org.orbweaver.testkit.maze.Maze;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what mazes of generated text cost a crawl; called by {@code scripts/bench mazes}. */
@Command(
    name = "mazes",
    description = {
      "Crawl mazes of generated text, and count their requests.",
      "Crawl an honest site of 60 pages and each kind of maze, on a host of its own and in a folder"
          + " of the honest one, without delay between requests. Print the requests that the maze"
          + " got, the last round with one, the pages of the maze in the index, and the honest"
          + " pages that are missing there. Exits with 1 if a maze got more than 200 requests or"
          + " has more than 20 pages in the index, or if an honest page is missing.",
      "With --honest, look for mazes among the pages of honest sites instead, all at once and at"
          + " random as rounds would meet them. Exits with 1 if one is found."
    },
    footer = {
      "  scripts/bench mazes",
      "  scripts/bench mazes --kind babble,code --place folder --hardest",
      "  scripts/bench mazes --honest ~/.cache/miniweb ../shared/data"
    })
public final class MazeBenchCommand extends Bench {
  private static final int MOST_REQUESTS = 200;
  private static final int MOST_INDEXED = 20;

  private static final String ROW = "%-12s%-8s%10s%12s%10s%6s";

  @Option(
      names = "--kind",
      split = ",",
      paramLabel = "KIND",
      description = "Only these kinds: ${COMPLETION-CANDIDATES}.")
  private List<Maze.Kind> kinds = List.of(Maze.Kind.values());

  @Option(
      names = "--place",
      split = ",",
      paramLabel = "PLACE",
      description = "Only there: ${COMPLETION-CANDIDATES}.")
  private List<MazeCrawl.Place> places = List.of(MazeCrawl.Place.values());

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of each crawl. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int rounds = 8;

  @Option(
      names = "--top-n",
      paramLabel = "N",
      description = "Most URLs of a round. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int topN = 3_000;

  @Option(
      names = "--drip",
      paramLabel = "BYTES",
      description =
          "Bytes per second of the dripping maze; a round there has a minute. Default:"
              + " ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int drip = 2_000;

  @Option(
      names = "--hardest",
      description =
          "Mazes most like honest pages: a Markov chain of order 3, words by Zipf's law, dates and"
              + " authors that vary, canonical URLs.")
  private boolean hardest;

  @Option(names = "--off", description = "Crawl with detection off (orbweaver.maze.detect=false).")
  private boolean off;

  @Option(
      names = "--corpus",
      paramLabel = "FILE",
      description =
          "Text of the pages, paragraphs separated by blank lines. Default: the project's docs.")
  private Path corpus;

  @Option(
      names = "--honest",
      arity = "0..*",
      paramLabel = "FOLDER",
      description =
          "Parse honest sites instead: folders of HTML files, a miniweb, or test data with real"
              + " pages; and sites of unusual text that programs make.")
  private List<Path> honest;

  @Override
  protected void measure() throws Exception {
    Corpus text = text();
    if (honest != null) {
      parseHonestPages(text);
      return;
    }
    MazeCrawl crawl =
        new MazeCrawl(
            conf(), folder(), text, new MazeCrawl.Options(rounds, topN, drip, !off, hardest));
    if (!isJson()) {
      console().linef(ROW, "kind", "place", "requests", "last round", "indexed", "lost");
    }
    for (Maze.Kind kind : kinds) {
      for (MazeCrawl.Place place : places) {
        measure(crawl, kind, place);
      }
    }
  }

  private Corpus text() throws IOException {
    if (corpus != null) {
      return Corpus.of(Files.readString(corpus));
    }
    try (Stream<Path> docs = Files.list(source().resolve("docs"))) {
      return Corpus.ofMarkdown(docs.filter(it -> it.toString().endsWith(".md")).sorted().toList());
    }
  }

  private void measure(MazeCrawl crawl, Maze.Kind kind, MazeCrawl.Place place) throws IOException {
    MazeCrawl.Result result = crawl.run(kind, place);
    Figures figures =
        new Figures()
            .add("requests", "requests to the maze", "%,.0f", result.requests())
            .atMost("requests", MOST_REQUESTS)
            .add("lastRound", "  last round with one", "%.0f", result.lastRound())
            .add("indexed", "its pages in the index", "%,.0f", result.mazeIndexed())
            .atMost("indexed", MOST_INDEXED)
            .add("lost", "honest pages missing there", "%.0f", result.honestLost())
            .atMost("lost", 0);
    String name = kind.name().toLowerCase(Locale.ROOT);
    String where = place.name().toLowerCase(Locale.ROOT);
    if (isJson()) {
      show("", Map.of("kind", name, "place", where), figures);
    } else {
      console()
          .linef(
              ROW,
              name,
              where,
              result.requests(),
              result.lastRound(),
              result.mazeIndexed(),
              result.honestLost());
      console().flush();
    }
    gate(name + ", " + where + ": ", figures);
  }

  private void parseHonestPages(Corpus text) throws IOException {
    HonestPages pages = new HonestPages();
    for (Path one : honest) {
      pages.add(one);
    }
    HardCases.all(text).forEach(pages::add);
    int[] parsed = new int[1];
    FalseAlarms alarms = new FalseAlarms();
    pages.forEach(
        (url, page) -> {
          parsed[0] += page.parsed() ? 1 : 0;
          alarms.add(url, page);
        });
    alarms.end();
    Map<String, Integer> counts = pages.counts();
    Figures figures =
        new Figures()
            .add("hosts", "hosts", "%,.0f", counts.size())
            .add("pages", "pages", "%,.0f", counts.values().stream().mapToInt(it -> it).sum())
            .add("parsed", "parsed", "%,.0f", parsed[0])
            .add("suspected", "folders suspected", "%,.0f", alarms.suspected().size())
            .add("taken", "folders taken for a maze", "%,.0f", alarms.taken().size())
            .atMost("taken", 0);
    alarms
        .taken()
        .forEach(
            (folder, size) -> figures.add("taken " + folder, "  taken: " + folder, "%,.0f", size));
    alarms
        .suspected()
        .forEach((folder, size) -> figures.add(folder, "  suspected: " + folder, "%,.0f", size));
    counts.forEach((host, count) -> figures.add(host, "  " + host, "%,.0f", count));
    report(figures);
  }
}
