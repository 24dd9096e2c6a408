package org.orbweaver.webgraph;

import java.util.List;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.FoldPhase;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code graph}: builds the numbered web graph, folds it to hosts or domains, imports or exports
 * one.
 */
@Command(
    name = "graph",
    description = {
      "Build the web graph from all segments; fold, import or export it.",
      "",
      "Folding gives the graph of hosts or registered domains. If the newest graph was built from"
          + " the same segments with the same policy, nothing is built and the exit status is"
          + " 0."
    },
    footer = {
      "  graph mycrawl",
      "  graph mycrawl --nofollow keep --within-host drop --duplicates count",
      "  graph mycrawl --level host,domain       writes graph/<build>-hosts and -domains",
      "  graph mygraph --import links.txt.gz     line i: the successors of node i",
      "  graph votes --import wiki-Vote.txt --format edges",
      "  graph mycrawl --export links.tsv.gz --format edges --names"
    })
public final class GraphCommand extends CrawlDirCommand {
  @Mixin private ExchangeOptions exchange;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Partitions in each direction (default: orbweaver.graph.parts).")
  @Range(from = 0)
  private int parts;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      split = ",",
      description =
          "Fold the page graph (the newest, or --build) to hosts or domains: host, domain or"
              + " host,domain.")
  private List<GraphLevel> levels = List.of();

  @Option(names = "--force", description = "Build or fold again even if nothing has changed.")
  private boolean force;

  @ArgGroup(exclusive = false, heading = "Which links count:%n")
  private LinkOptions links = new LinkOptions();

  @Override
  protected boolean makesCrawl() {
    return !exchange.none() && !exchange.exports();
  }

  @Override
  protected int run() throws Exception {
    int wanted = GraphPhase.parts(conf(), parts);
    boolean policy = links.applyTo(conf());
    check(policy);
    GraphPhase.BuildOptions options = new GraphPhase.BuildOptions(wanted, force);
    if (!levels.isEmpty()) {
      try (Session session = Session.open(conf(), dir, console(), "graph")) {
        for (GraphLevel level : levels) {
          report(new FoldPhase(session, options).run(exchange.build(), level));
        }
      }
    } else if (exchange.none()) {
      try (Session session = Session.open(conf(), dir, console(), "graph")) {
        report(new GraphPhase().run(session, options));
      }
    } else {
      console().line(exchange.run(conf(), dir, wanted, console()));
    }
    return ExitCode.OK.code();
  }

  private void check(boolean policy) {
    if (levels.isEmpty() && links.hasWithin()) {
      throw OrbException.usage("--within requires --level");
    }
    if (levels.isEmpty() && !exchange.exports() && exchange.build().isPresent()) {
      throw OrbException.usage("--build requires --level or --export");
    }
    if (levels.contains(GraphLevel.PAGE)) {
      throw OrbException.usage(
          "--level: expected host or domain, got 'page' ('orb graph DIR' builds the page graph)");
    }
    if (policy && (!exchange.none() || !levels.isEmpty())) {
      throw OrbException.usage(
          "link options apply to segments; they cannot be used with --import, --export or --level");
    }
    if (!levels.isEmpty() && !exchange.none()) {
      throw OrbException.usage(
          "--level cannot be used with --import or --export: run one after the other");
    }
  }

  private void report(GraphPhase.BuiltGraph result) {
    console().line(result.summary());
  }
}
