package org.orbweaver.webgraph;

import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.edgelist.GraphImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code graph}: builds the numbered web graph, or imports one. */
@Command(
    name = "graph",
    description = "Build the numbered web graph from all segments, or import one from a file.",
    footer = {
      "  graph mycrawl",
      "  graph mycrawl --parts 8 -D orbweaver.graph.nofollow=keep",
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

  @Override
  protected int run() throws Exception {
    int wanted = GraphPhase.parts(conf(), parts);
    if (file == null) {
      try (Session session = Session.open(conf(), dir, console(), "graph")) {
        report(new GraphPhase().run(session, new GraphPhase.Options(wanted)));
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

  private void report(GraphPhase.Result result) {
    console().line(result.summary());
  }
}
