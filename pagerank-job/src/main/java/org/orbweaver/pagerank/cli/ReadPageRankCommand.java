package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;
import org.orbweaver.webgraph.runs.ScoreSelection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code read pagerank DIR}: shows a run. */
@Command(
    name = "pagerank",
    description = "Show a PageRank run: its settings, scores and convergence.",
    footer = {
      "  orb read pagerank crawl                      settings, and the top ten pages",
      "  orb read pagerank crawl --top 100 --json",
      "  orb read pagerank crawl --url http://example.org/",
      "  orb read pagerank crawl --topic sports --top 20"
    })
public class ReadPageRankCommand extends CrawlDirCommand {

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

  /** The folder of the runs. */
  Path store(CrawlDir crawl) {
    return crawl.pageRanks();
  }

  /** The command that makes the runs; also the name of their scores in JSON. */
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
    Map<String, String> meta = Rankings.readMeta(crawl.fs(), whole);
    List<String> topics = RankingRuns.topics(meta);
    boolean unselected = selection.isEmpty() && !history;
    boolean allTopics = topic == null && topics.size() > 1;
    if (allTopics && !unselected && !history) {
      throw OrbException.usage(
          whole + " has the topics " + String.join(" ", topics) + ": name one with --topic");
    }
    if (topic != null && !topics.contains(topic)) {
      throw OrbException.failed(
          topics.isEmpty()
              ? whole + " has no topics"
              : whole
                  + (" has no topic " + Console.safe(topic) + "; it has ")
                  + String.join(" ", topics));
    }
    int column = topic == null ? 0 : topics.indexOf(topic);
    Path run =
        topics.isEmpty() || allTopics ? whole : PublishedRun.topicFolder(whole, topics.get(column));
    if (history) {
      history(crawl, run);
      return ExitCode.OK.code();
    }
    boolean described = unselected && !selection.json();
    if (described && topic == null) {
      describe(meta);
    }
    if (described && !run.equals(whole)) {
      describe(Rankings.readMeta(crawl.fs(), run));
    }
    if (!allTopics) {
      GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(meta.get("build")));
      try (ScoreReader scores =
          new ScoreReader(graph, List.of(PublishedRun.column(conf(), whole, column)))) {
        selection.show(
            scores,
            score -> score[0],
            (url, score) -> selection.print(console(), ranking(), "", url, score));
      }
    }
    return ExitCode.OK.code();
  }

  private void describe(Map<String, String> meta) {
    meta.forEach((field, value) -> console().linef("%-15s %s", field, value));
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
