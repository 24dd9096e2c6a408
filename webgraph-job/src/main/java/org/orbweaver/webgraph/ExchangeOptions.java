package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.exchange.GraphExport;
import org.orbweaver.webgraph.exchange.GraphImport;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of {@code graph} for the files of other programs, and their execution. */
final class ExchangeOptions {
  @ArgGroup private Transfer transfer;

  private static final class Transfer {
    @Option(
        names = "--import",
        paramLabel = "FILE",
        description =
            "Build the graph from these link files (plain or gzip) instead of segments. A folder or"
                + " a pattern stands for its files; DIR is created if missing.")
    private String source;

    @Option(
        names = "--export",
        paramLabel = "FILE",
        description = "Write the newest graph to this file, compressed if its name ends in .gz.")
    private String target;
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the link files: 'lists' (default; line i, from 0, has the successors of node"
              + " i, separated by blanks), 'edges' (source, target and optional weight; # begins a"
              + " comment) or 'bvgraph' (FILE.graph, FILE.properties, FILE.urls.gz).")
  private String format = "lists";

  @Option(
      names = "--vertices",
      paramLabel = "FILE",
      description = "Node names, one per line; keeps nodes without links.")
  private String vertices;

  @Option(
      names = "--undirected",
      description = "With --import of edges: treat each as two links, one in each direction.")
  private boolean undirected;

  @Option(
      names = "--no-weights",
      description = "With --import of edges: ignore the weights in the third column.")
  private boolean noWeights;

  @Option(
      names = "--names",
      description = "With --export of edges: write URLs or names instead of ids.")
  private boolean names;

  @Option(
      names = "--build",
      paramLabel = "NAME",
      description = "With --export or --level: build to use (default: the newest).")
  private String build;

  @Option(names = "--overwrite", description = "With --export: replace files that exist.")
  private boolean overwrite;

  /** True if the graph is to be built from the segments. */
  boolean none() {
    if (transfer == null && (undirected || noWeights || vertices != null)) {
      throw OrbException.usage(
          "--undirected, --no-weights and --vertices require --import or --export");
    }
    if (!exports() && (names || overwrite)) {
      throw OrbException.usage("--names and --overwrite require --export");
    }
    if (exports() && (undirected || noWeights)) {
      throw OrbException.usage("--undirected and --no-weights require --import");
    }
    return transfer == null;
  }

  boolean exports() {
    return transfer != null && transfer.target != null;
  }

  /** The build to export; empty for the newest. */
  Optional<String> build() {
    return Optional.ofNullable(build);
  }

  /** Imports or exports; returns the outcome for the console. */
  String run(Configuration conf, String dir, int parts, Console console) throws IOException {
    GraphImport.Format form = GraphImport.Format.of(format);
    return exports()
        ? exported(conf, dir, form, console)
        : imported(conf, dir, form, parts, console);
  }

  private String imported(
      Configuration conf, String dir, GraphImport.Format form, int parts, Console console)
      throws IOException {
    GraphImport importer = new GraphImport(transfer.source, form, vertices, undirected, !noWeights);
    importer.check(conf);
    // Everything is read before the folder is created, so that a faulty file leaves nothing behind.
    GraphBuilder graph = importer.read(conf, console::info);
    if (graph.nodes() == 0) {
      throw OrbException.failed("no node in " + importer.file() + ": nothing was imported");
    }
    try (Session session = Session.create(conf, dir, console, "graph")) {
      return importer.publish(session, graph, parts).summary();
    }
  }

  private String exported(Configuration conf, String dir, GraphImport.Format form, Console console)
      throws IOException {
    GraphExport exporter = new GraphExport(transfer.target, form, names, vertices, overwrite);
    CrawlDir crawl = CrawlDir.open(conf, dir);
    GraphDir graph = GraphDir.open(conf, GraphDir.build(crawl, build()));
    GraphExport.ExportedGraph result = exporter.run(conf, graph);
    if (result.lost() > 0) {
      console.infof(
          "%d nodes without links are not in the list of edges; --vertices FILE writes all nodes",
          result.lost());
    }
    if (result.weightless()) {
      console.info("weights are not written: --format " + exporter.format() + " has none");
    }
    return String.format(
        Locale.ROOT,
        "%d nodes, %d links written to %s",
        result.nodes(),
        result.links(),
        result.files().stream().map(Path::toString).collect(Collectors.joining(" ")));
  }
}
