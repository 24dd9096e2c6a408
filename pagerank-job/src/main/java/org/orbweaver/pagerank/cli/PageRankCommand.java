package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.pagerank.job.PageRankKeys;
import org.orbweaver.pagerank.job.PageRankOptions;
import org.orbweaver.pagerank.job.PageRankPhase;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.pagerank.topics.TopicSources;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.runs.RankOptions;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pagerank DIR}: ranks the pages of the newest graph. */
@Command(
    name = "pagerank",
    description = {
      "Rank the pages of the newest graph by PageRank.",
      "",
      "A run that does not converge is published, exits 0 and says so, here and in meta.json. To"
          + " resume an interrupted run, repeat the command."
    },
    footer = {
      "  orb pagerank crawl",
      "  orb pagerank crawl --damping 0.9 --tolerance 1e-12",
      "  orb pagerank crawl --teleport sports.txt     topic-specific: lines of URL and weight",
      "  orb pagerank crawl --topic sports=sports.txt --topic news=news.txt --topic all",
      "  orb pagerank crawl --topic-host edu=*.edu --topic-query 'sql=create table'",
      "  orb pagerank crawl --level host              then: orb read pagerank crawl --topic host"
          + " --top 9",
      "  orb pagerank crawl --warm-start latest       starts from the newest ranks",
      "  orb read pagerank crawl --top 20"
    })
public final class PageRankCommand extends CrawlDirCommand {

  private final TopicSources.Search search;

  @Mixin private RankOptions how = new RankOptions();

  @Option(
      names = "--damping",
      paramLabel = "B",
      description = "Damping factor: probability of following a link, 0 to 1 (default: 0.85).")
  private String damping;

  @Option(
      names = "--dangling",
      paramLabel = "POLICY",
      description = "Where the rank of dangling pages goes: uniform (default), teleport or drop.")
  private String dangling;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description = "Scale of the ranks: probability (default), sum-n or normalised.")
  private String form;

  @Option(
      names = "--teleport",
      paramLabel = "FILE",
      description = "Teleport to these pages only; a URL and optional weight per line.")
  private String teleport;

  @Option(
      names = "--topic",
      paramLabel = "NAME=FILE",
      description = {
        "Rank by topic; repeat for several topics in one run, each with its own scores. FILE as for"
            + " --teleport; all pages if omitted."
      })
  private List<String> topics = new ArrayList<>();

  @Mixin private TopicSources sources = new TopicSources();

  @Option(
      names = "--inverse",
      description = "Follow links backwards: rank pages by how many they reach.")
  private boolean inverse;

  @Option(
      names = "--warm-start",
      paramLabel = "RUN",
      description = "Start from the ranks of an earlier run, or of the 'latest'.")
  private String warm;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      defaultValue = "page",
      description =
          "Graph to rank: page (default), host or domain ('orb graph DIR --level' creates it). The"
              + " scores are published as topic host or domain unless --topic is given.")
  private GraphLevel level;

  /** Creates the command with a search for topics by query. */
  PageRankCommand(TopicSources.Search search) {
    this.search = search;
  }

  @Override
  protected int run() throws IOException {
    Configuration conf = how.applyTo(conf(), PageRankKeys.TOLERANCE);
    RankOptions.set(conf, PageRankKeys.DAMPING, damping);
    RankOptions.set(conf, PageRankKeys.DANGLING, dangling);
    RankOptions.set(conf, PageRankKeys.FORM, form);
    sources.check();
    List<Topic> named = new ArrayList<>(topics.stream().map(Topic::parse).toList());
    if (teleport != null && level != GraphLevel.PAGE) {
      throw OrbException.usage("--teleport cannot be used with --level; use --topic NAME=FILE");
    }
    if (teleport != null && !(named.isEmpty() && sources.isEmpty())) {
      throw OrbException.usage("expected --teleport or --topic, got both");
    }
    if (teleport != null) {
      named.add(Topic.file("", teleport));
    }
    PageRankOptions options =
        new PageRankOptions(
            how.build(),
            named.isEmpty() ? List.of(Topic.uniform("")) : named,
            how.iterations(),
            inverse,
            Optional.ofNullable(warm));
    try (Session session = Session.open(conf, dir, console(), "pagerank")) {
      if (!sources.isEmpty() || level != GraphLevel.PAGE) {
        GraphDir graph = Rankings.graph(conf, session.dir(), how.build(), level);
        // If a newer graph appears meanwhile, the ids are still those of this one.
        options = options.withBuild(Optional.of(graph.folder().getName()));
        if (!sources.isEmpty()) {
          named.addAll(sources.resolve(session, graph, search));
        }
        if (named.isEmpty()) {
          // Named, so that it is never taken for the newest ranks of pages.
          named.add(Topic.uniform(level.toString()));
        }
        options = options.withTopics(named);
      }
      RankingRun result = new PageRankPhase().run(session, options);
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
