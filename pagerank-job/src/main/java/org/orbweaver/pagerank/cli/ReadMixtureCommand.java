package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.pagerank.core.Mixture;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ReadRunCommand;
import org.orbweaver.webgraph.runs.ScoreReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read pagerank-mix DIR}: the PageRank of a mixture of topics, without a run. */
@Command(
    name = "pagerank-mix",
    description = {
      "Show a personalised PageRank mixed from a run's topics.",
      "Within the tolerance it equals a run with the mixed teleport vector."
    },
    footer = {
      "  orb pagerank crawl --topic sports=sports.txt --topic news=news.txt",
      "  orb read pagerank-mix crawl --weights sports=.6,news=.4 --top 20",
      "  orb read pagerank-mix crawl --weights sports=3,news=1 --dump --json"
    })
public final class ReadMixtureCommand extends ReadRunCommand {
  @Option(
      names = "--weights",
      paramLabel = "TOPIC=W,...",
      required = true,
      description = "Weights of the topics, with any sum.")
  private String weights;

  private Map<String, Double> wanted;

  @Override
  protected void checkOptions() {
    wanted = Mixture.parse(weights);
  }

  @Override
  protected void read(CrawlDir crawl) throws IOException {
    Path run = Rankings.runWithTopics(crawl, crawl.pageRanks(), runName(), List.of(), "pagerank");
    List<PublishedRun> topics = new ArrayList<>();
    for (String name : wanted.keySet()) {
      topics.add(PublishedRun.open(crawl.fs(), run, Optional.of(name)).requireLinear());
    }
    Mixture mixture =
        Mixture.of(
            wanted.values().stream().mapToDouble(Double::doubleValue).toArray(),
            topics.stream().map(PublishedRun::solution).toList());
    GraphDir graph = Rankings.graph(conf(), crawl, Optional.of(topics.get(0).build()));
    try (ScoreReader scores = PublishedRun.scores(conf(), graph, topics)) {
      show(scores, mixture::rank, "pagerank", "");
    }
  }
}
