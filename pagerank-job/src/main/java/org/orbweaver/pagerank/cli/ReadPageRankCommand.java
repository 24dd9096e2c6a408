package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import org.orbweaver.webgraph.runs.ScoreSelection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Parameters(paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

  @Mixin private ScoreSelection selection = new ScoreSelection();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Run to read (default: the newest plain run).")
  private String runName;

  @Option(names = "--topic", paramLabel = "NAME", description = "Topic to read.")
  private String topic;

  @Option(names = "--history", description = "Change and mass per iteration.")
  private boolean history;

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
    if (history && !selection.isEmpty()) {
      throw OrbException.usage("--history cannot be used with --top, --url or --dump");
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Optional<String> name = Optional.ofNullable(runName);
    Path whole =
        topic == null
            ? Rankings.run(crawl, store(crawl), name, ranking())
            : Rankings.runWithTopics(crawl, store(crawl), name, List.of(topic), ranking());
    if (isUnselected() && topic == null && !selection.json()) {
      describe(crawl, whole);
    }
    int column = topic(crawl, whole);
    if (column < 0 && !history) {
      return ExitCode.OK.code();
    }
    Map<String, String> meta = Rankings.readMeta(crawl.fs(), whole);
    List<String> topics = RankingRuns.topics(meta);
    Path run =
        topics.isEmpty() || column < 0
            ? whole
            : PublishedRun.topicFolder(whole, topics.get(column));
    if (history) {
      history(crawl, run);
      return ExitCode.OK.code();
    }
    GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(meta.get("build")));
    try (ScoreReader scores =
        new ScoreReader(graph, List.of(PublishedRun.column(conf(), whole, column)))) {
      if (selection.isEmpty() && !selection.json() && !run.equals(whole)) {
        describe(crawl, run);
      }
      selection.show(
          scores,
          score -> score[0],
          (url, score) -> selection.print(console(), ranking(), "", url, score));
    }
    return ExitCode.OK.code();
  }

  private boolean isUnselected() {
    return selection.isEmpty() && !history;
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
      if (isUnselected() || history) {
        return -1;
      }
      throw OrbException.usage(run + " has the topics " + names + ": name one with --topic");
    }
    if (topic != null && !topics.contains(topic)) {
      throw OrbException.failed(run + " has no topic " + Console.safe(topic) + "; it has " + names);
    }
    return topic == null ? 0 : topics.indexOf(topic);
  }

  private void history(CrawlDir crawl, Path run) throws IOException {
    List<String[]> lines = Rankings.readHistory(crawl.fs(), run);
    String[] names = lines.get(0);
    for (String[] fields : lines.subList(selection.json() ? 1 : 0, lines.size())) {
      Fields line = new Fields();
      for (int i = 0; selection.json() && i < names.length; i++) {
        line.with(names[i], Double.valueOf(fields[i]));
      }
      console().line(selection.json() ? Json.line(line) : String.join("  ", fields));
    }
  }
}
