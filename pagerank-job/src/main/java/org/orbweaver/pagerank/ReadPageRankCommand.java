package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoreReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read pagerank DIR}: looks into a run. */
@Command(
    name = "pagerank",
    description = "Show a PageRank run: its settings, scores and convergence.",
    footer = {
      "  orb read pagerank crawl                      settings, and the top ten pages",
      "  orb read pagerank crawl --top 100 --json",
      "  orb read pagerank crawl --url http://example.org/",
      "  orb read pagerank crawl --topic sports --top 20"
    })
public class ReadPageRankCommand extends OrbCommand {

  private static final int DEFAULT_TOP = 10;

  @Parameters(paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

  @ArgGroup private What what = new What();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Run to read (default: the newest plain run).")
  private String runName;

  @Option(names = "--topic", paramLabel = "NAME", description = "Topic to read.")
  private String topic;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private static final class What {
    @Option(names = "--top", paramLabel = "N", description = "The N pages of the highest rank.")
    @Range(from = 1)
    private Integer top;

    @Option(names = "--url", paramLabel = "URL", description = "The rank of one page.")
    private String url;

    @Option(names = "--dump", description = "Rank of every page.")
    private boolean dump;

    @Option(names = "--history", description = "Change and mass per iteration.")
    private boolean history;

    boolean isEmpty() {
      return top == null && url == null && !dump && !history;
    }
  }

  /** Where the runs are. */
  Path store(CrawlDir crawl) {
    return crawl.pageRanks();
  }

  /** The command that makes the runs, and what JSON calls their scores. */
  String ranking() {
    return "pagerank";
  }

  @Override
  protected int run() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Optional<String> name = Optional.ofNullable(runName);
    Path whole =
        topic == null
            ? Rankings.run(crawl, store(crawl), name, ranking())
            : Rankings.runWithTopics(crawl, store(crawl), name, List.of(topic), ranking());
    if (what.isEmpty() && topic == null && !json) {
      describe(crawl, whole);
    }
    int column = topic(crawl, whole);
    if (column < 0 && !what.history) {
      return ExitCode.OK.code();
    }
    Map<String, String> meta = Rankings.readMeta(crawl.fs(), whole);
    List<String> topics = RankingRuns.topics(meta);
    Path run =
        topics.isEmpty() || column < 0
            ? whole
            : new Path(new Path(whole, PageRankPhase.TOPICS), topics.get(column));
    if (what.history) {
      history(crawl, run);
      return ExitCode.OK.code();
    }
    GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(meta.get("build")));
    try (ScoreReader scores =
        new ScoreReader(graph, List.of(PublishedRun.column(conf(), whole, column)))) {
      if (what.url != null) {
        double[] score = scores.of(what.url);
        if (score == null) {
          throw OrbException.failed(Console.safe(what.url) + " is not in the ranked graph");
        }
        print(what.url, score[0]);
      } else if (what.dump) {
        scores.forEachNamed((url, score) -> print(url, score[0]));
      } else {
        if (what.top == null && !json && !run.equals(whole)) {
          describe(crawl, run);
        }
        for (ScoreReader.Scored page :
            scores.top(what.top == null ? DEFAULT_TOP : what.top, score -> score[0])) {
          print(page.url(), page.score());
        }
      }
    }
    return ExitCode.OK.code();
  }

  private void describe(CrawlDir crawl, Path run) throws IOException {
    Rankings.readMeta(crawl.fs(), run)
        .forEach((field, value) -> console().linef("%-15s %s", field, value));
  }

  /** The number of the topic to read; −1 where nothing more than the run itself is asked. */
  private int topic(CrawlDir crawl, Path run) throws IOException {
    List<String> topics = RankingRuns.topics(Rankings.readMeta(crawl.fs(), run));
    String names = String.join(" ", topics);
    if (topics.isEmpty()) {
      if (topic != null) {
        throw OrbException.failed(run + " has no topics");
      }
      return 0;
    }
    if (topic == null && topics.size() > 1) {
      if (what.isEmpty() || what.history) {
        return -1;
      }
      throw OrbException.usage(run + " has the topics " + names + ": name one with --topic");
    }
    if (topic != null && !topics.contains(topic)) {
      throw OrbException.failed(run + " has no topic " + Console.safe(topic) + "; it has " + names);
    }
    return topic == null ? 0 : topics.indexOf(topic);
  }

  private void print(String url, double score) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("url", url);
      line.put(ranking(), score);
      console().line(Json.line(line));
    } else {
      console().linef("%.9g  %s", score, Console.safe(url));
    }
  }

  private void history(CrawlDir crawl, Path run) throws IOException {
    List<String[]> lines = Rankings.readHistory(crawl.fs(), run);
    String[] names = lines.get(0);
    for (String[] fields : lines.subList(json ? 1 : 0, lines.size())) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
          line.put(names[i], Double.valueOf(fields[i]));
        }
        console().line(Json.line(line));
      } else {
        console().line(String.join("  ", fields));
      }
    }
  }
}
