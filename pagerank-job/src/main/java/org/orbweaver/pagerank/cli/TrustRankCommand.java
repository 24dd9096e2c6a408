package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.pagerank.job.PageRankKeys;
import org.orbweaver.pagerank.job.PageRankOptions;
import org.orbweaver.pagerank.job.PageRankPhase;
import org.orbweaver.pagerank.spam.SeedCandidates;
import org.orbweaver.pagerank.topics.HostPattern;
import org.orbweaver.pagerank.topics.TeleportFile;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.RankOptions;
import org.orbweaver.webgraph.runs.Rankings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trustrank DIR}: PageRank from trusted pages only, and help in choosing them. */
@Command(
    name = "trustrank",
    description = {
      "Rank the pages of the newest graph by TrustRank.",
      "",
      "TrustRank is PageRank that teleports only to trusted pages, which seldom link to spam."
          + " --suggest lists seed candidates for review: the pages from which trust spreads"
          + " farthest (by inverse PageRank). It publishes nothing. Columns: inverse PageRank,"
          + " PageRank, host, URL."
    },
    footer = {
      "  orb trustrank crawl --suggest 200 --per-host 2 > candidates.tsv",
      "  orb trustrank crawl --seeds trusted.txt      a URL and optional weight per line",
      "  orb trustrank crawl --seed-host '*.edu' --seed-host '*.ac.uk'",
      "  orb read trustrank crawl --top 20",
      "  orb read spam-mass crawl"
    })
public final class TrustRankCommand extends CrawlDirCommand {
  @Mixin private RankOptions how = new RankOptions();

  @Option(
      names = "--damping",
      paramLabel = "B",
      description = "Damping factor: probability of following a link, 0 to 1 (default: 0.85).")
  private String damping;

  @Option(
      names = "--seeds",
      paramLabel = "FILE",
      description = "Trusted pages; a URL and optional weight per line.")
  private String seeds;

  @Option(
      names = "--seed-host",
      paramLabel = "GLOB",
      description = "Trust all pages of matching hosts, such as *.edu; may be repeated.")
  private List<String> hosts = new ArrayList<>();

  @Option(names = "--suggest", paramLabel = "N", description = "List N seed candidates instead.")
  @Range(from = 1)
  private Integer suggest;

  @Option(
      names = "--per-host",
      paramLabel = "K",
      description = "Maximum candidates per host (default: ${DEFAULT-VALUE}).")
  @Range(from = 1)
  private int perHost = 1;

  @Option(names = "--json", description = "Print candidates as JSON lines.")
  private boolean json;

  @Option(
      names = "--dangling",
      paramLabel = "POLICY",
      description =
          "Where the trust of dangling pages goes: teleport (back to the seeds; default), uniform"
              + " or drop.")
  private String dangling = "teleport";

  @Override
  protected int run() throws IOException {
    boolean seeded = seeds != null || !hosts.isEmpty();
    if (seeded == (suggest != null)) {
      throw OrbException.usage("expected either trusted pages (--seeds, --seed-host) or --suggest");
    }
    List<HostPattern> patterns =
        hosts.stream().map(host -> HostPattern.of("--seed-host", host)).toList();
    Configuration conf = how.applyTo(conf(), PageRankKeys.TOLERANCE);
    RankOptions.set(conf, PageRankKeys.DAMPING, damping);
    if (suggest == null) {
      RankOptions.set(conf, PageRankKeys.DANGLING, dangling);
    }
    try (Session session = Session.open(conf, dir, console(), "trustrank")) {
      GraphDir graph = Rankings.graph(conf, session.dir(), how.build());
      PageRankOptions options =
          PageRankOptions.defaults()
              .withBuild(Optional.of(graph.folder().getName()))
              .withIterations(how.iterations());
      if (suggest != null) {
        SeedCandidates.of(session, graph, options, suggest, perHost).forEach(this::print);
      } else {
        Topic trusted = Topic.of("", seeds(conf, graph, patterns));
        console()
            .line(
                PageRankPhase.trustRank()
                    .run(session, options.withTopics(List.of(trusted)))
                    .summary());
      }
    }
    return ExitCode.OK.code();
  }

  private Map<Integer, Double> seeds(Configuration conf, GraphDir graph, List<HostPattern> patterns)
      throws IOException {
    Map<Integer, Double> weights = new TreeMap<>();
    if (seeds != null) {
      weights.putAll(TeleportFile.resolve(conf, seeds, graph));
    }
    for (HostPattern pattern : patterns) {
      pattern.pages(graph, "--seed-host " + pattern).forEach(weights::putIfAbsent);
    }
    return weights;
  }

  private void print(SeedCandidates.Candidate candidate) {
    if (json) {
      console()
          .line(
              Json.line(
                  new Fields()
                      .with("url", candidate.url())
                      .with("host", candidate.host())
                      .with("inversePagerank", candidate.inverse())
                      .with("pagerank", candidate.rank())));
    } else {
      console()
          .linef(
              "%.9g\t%s\t%s\t%s",
              candidate.inverse(),
              Double.isNaN(candidate.rank())
                  ? "-"
                  : String.format(Locale.ROOT, "%.9g", candidate.rank()),
              Console.safe(candidate.host()),
              Console.safe(candidate.url()));
    }
  }
}
