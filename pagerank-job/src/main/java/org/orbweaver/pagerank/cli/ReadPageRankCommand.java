package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ReadRunCommand;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;
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
public class ReadPageRankCommand extends ReadRunCommand {

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
  protected void checkOptions() {
    if (history && !selection.isEmpty()) {
      throw OrbException.usage("--history cannot be used with --top, --url or --dump");
    }
  }

  @Override
  protected void read(CrawlDir crawl) throws IOException {
    Optional<String> name = runName();
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
    int column = topic == null ? 0 : PublishedRun.column(whole, topics, topic);
    Path run =
        topics.isEmpty() || allTopics ? whole : PublishedRun.topicFolder(whole, topics.get(column));
    if (history) {
      history(crawl, run);
      return;
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
        show(scores, score -> score[0], ranking(), "");
      }
    }
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
