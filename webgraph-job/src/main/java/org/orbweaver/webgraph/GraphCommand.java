package org.orbweaver.webgraph;

import java.util.List;
import java.util.Optional;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.FoldPhase;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.edgelist.GraphImport;
import org.orbweaver.webgraph.format.GraphLevel;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code graph}: builds the numbered web graph, folds it to hosts or domains, or imports one. */
@Command(
    name = "graph",
    description = {
      "Build the numbered web graph from all segments, fold it to hosts or registered domains, or"
          + " import one from a file.",
      "",
      "Where the newest graph was built of the same segments in the same way, nothing is built and"
          + " the exit status is 0."
    },
    footer = {
      "  graph mycrawl",
      "  graph mycrawl --nofollow keep --within-host drop --duplicates count",
      "  graph mycrawl --level host,domain       of the newest graph: graph/<build>-hosts, -domains",
      "  graph mygraph --import links.txt.gz     line i: the successors of node i",
      "  graph votes --import wiki-Vote.txt --format edges"
    })
public final class GraphCommand extends OrbCommand {
  @Parameters(index = "0", paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--import",
      paramLabel = "FILE",
      description =
          "Read this link file, plain or gzip, instead of segments; DIR is made if need be.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "lists",
      description =
          "Of the link file: 'lists' (the default; line i, from 0, holds the successors of node i,"
              + " separated by blanks) or 'edges' (a line holds source and target, numbers or"
              + " names; # begins a comment).")
  private String format;

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "0",
      description = "Partitions in each direction (default: orbweaver.graph.parts).")
  private int parts;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      split = ",",
      description =
          "Fold the newest graph of pages, or that of --build, to this: host, domain, or both with"
              + " a comma between.")
  private List<String> levels = List.of();

  @Option(
      names = "--build",
      paramLabel = "NAME",
      description = "With --level: the graph of pages to fold (default: the newest).")
  private String build;

  @Option(names = "--force", description = "Build, or fold, even what is there already.")
  private boolean force;

  @ArgGroup(exclusive = false, heading = "What is a link, where nothing else is set:%n")
  private LinkOptions links = new LinkOptions();

  @Override
  protected int run() throws Exception {
    int wanted = GraphPhase.parts(conf(), parts);
    boolean policy = links.applyTo(conf());
    check(policy);
    GraphPhase.Options options = new GraphPhase.Options(wanted, force);
    if (!levels.isEmpty()) {
      List<GraphLevel> folds = levels.stream().map(GraphLevel::of).toList();
      try (Session session = Session.open(conf(), dir, console(), "graph")) {
        for (GraphLevel level : folds) {
          report(new FoldPhase(session, options).run(Optional.ofNullable(build), level));
        }
      }
    } else if (file == null) {
      try (Session session = Session.open(conf(), dir, console(), "graph")) {
        report(new GraphPhase().run(session, options));
      }
    } else {
      GraphImport importer = new GraphImport(file, GraphImport.Format.of(format), wanted);
      importer.check(conf());
      try (Session session = Session.create(conf(), dir, console(), "graph")) {
        report(importer.run(session));
      }
    }
    return ExitCode.OK.code();
  }

  private void check(boolean policy) {
    if (levels.isEmpty() && (build != null || links.hasWithin())) {
      throw OrbException.usage("--build and --within go with --level");
    }
    if (levels.contains(GraphLevel.PAGE.toString())) {
      throw OrbException.usage("--level page: pages are what 'orb graph DIR' builds");
    }
    if (policy && (file != null || !levels.isEmpty())) {
      throw OrbException.usage(
          "what is a link is asked when segments are read, not with --import or --level");
    }
    if (file != null && !levels.isEmpty()) {
      throw OrbException.usage("--import and --level: one after the other");
    }
  }

  private void report(GraphPhase.Result result) {
    console().line(result.summary());
  }
}
