package org.orbweaver.webgraph;

import it.unimi.dsi.fastutil.floats.FloatList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.structure.SharedNeighbours;
import org.orbweaver.webgraph.structure.Structure;
import org.orbweaver.webgraph.structure.StructureFields;
import org.orbweaver.webgraph.structure.StructureHtml;
import org.orbweaver.webgraph.structure.StructureText;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read graph}: figures, one node with its neighbours, or all links of a graph. */
@Command(
    name = "graph",
    description = "Show the web graph: statistics, a page's links, or all links.",
    footer = {
      "  read graph mycrawl --stats",
      "  read graph mycrawl --stats --html graph.html",
      "  read graph mycrawl --url http://www.example.org/ --json",
      "  read graph mycrawl --id 4711",
      "  read graph mycrawl --level host --url www.example.org",
      "  read graph mycrawl --url http://www.example.org/ --cocited",
      "  read graph mycrawl --dump > links.tsv"
    })
public final class ReadGraphCommand extends CrawlDirCommand {
  @ArgGroup(multiplicity = "1")
  private View what;

  @Option(
      names = "--build",
      paramLabel = "NAME",
      description = "Build to read (default: the newest).")
  private String build;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      defaultValue = "page",
      description = "Graph to read: page (default), host or domain.")
  private GraphLevel level;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "With --stats: also draw degrees, bow tie, hosts and the convergence of the newest"
              + " rankings in this HTML file.")
  private Path html;

  @Option(names = "--overwrite", description = "With --html: replace a file that exists.")
  private boolean overwrite;

  @Option(
      names = "--cocited",
      description = "With --url: pages linked from the same pages, counted exactly.")
  private boolean cocited;

  @Option(
      names = "--coupled",
      description = "With --url: pages that link to the same pages, counted exactly.")
  private boolean coupled;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Maximum rows per list of --stats, --cocited and --coupled (default: 10).")
  @Range(from = 1)
  private int top = 10;

  static final class View {
    @Option(
        names = "--stats",
        description =
            "Nodes, links, degrees and their fit, bow tie, components, distances, pages linked"
                + " together, hosts and their impact.")
    private boolean stats;

    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "One node, by its URL or name: id, successors, predecessors.")
    private String url;

    @Option(names = "--id", paramLabel = "ID", description = "One node, by its id.")
    private Integer id;

    @Option(
        names = "--dump",
        description =
            "All links: source, target and weight (if any), separated by tabs; with --json, all"
                + " nodes.")
    private boolean dump;
  }

  @Override
  protected int run() throws Exception {
    check();
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    GraphDir graph = open(crawl);
    try (NodeNames names = graph.names()) {
      if (what.stats) {
        stats(crawl, graph, names);
      } else if (what.dump) {
        dump(graph, names);
      } else if (cocited || coupled) {
        shared(graph, names);
      } else {
        node(graph, names);
      }
    }
    return ExitCode.OK.code();
  }

  private void check() {
    if (html != null && !what.stats) {
      throw OrbException.usage("--html requires --stats");
    }
    if ((cocited || coupled) && what.url == null && what.id == null) {
      throw OrbException.usage("--cocited and --coupled require --url or --id");
    }
    if (cocited && coupled) {
      throw OrbException.usage("expected --cocited or --coupled, got both");
    }
    if (overwrite && html == null) {
      throw OrbException.usage("--overwrite requires --html");
    }
    if (html != null) {
      OutputFile.check(html, overwrite);
    }
  }

  private GraphDir open(CrawlDir crawl) throws IOException {
    return GraphDir.open(conf(), GraphDir.build(crawl, Optional.ofNullable(build)), level);
  }

  private void stats(CrawlDir crawl, GraphDir graph, NodeNames names) throws IOException {
    GraphMeta meta = graph.meta();
    Structure structure = GraphStructure.measure(conf(), crawl, graph, names, top);
    StructureFields fields = new StructureFields(structure, names);
    Fields figures = GraphFigures.of(graph, structure);
    Map<String, Long> outDegrees = structure.out().histogram();
    Map<String, Long> inDegrees = structure.in().histogram();
    if (json || html != null) {
      GraphFigures.addLists(figures, graph, structure, fields, names);
    }
    String line = Json.line(figures);
    if (html != null) {
      GraphFigures.addPictures(figures, crawl, fields);
      writeHtml(StructureHtml.page(Json.line(figures)));
    }
    if (json) {
      console().line(line);
      return;
    }
    figures.forEach(
        (name, value) -> {
          // Lists, and the maps that make up their entries, are printed below.
          if (!(value instanceof Map || value instanceof List)) {
            print(value instanceof Double ? "%-16s %.2f" : "%-16s %s", name, value);
          }
        });
    meta.policy().forEach((name, value) -> print("%-24s %s", "policy." + name, value));
    meta.source()
        .forEach((name, value) -> print("%-24s %s", "source." + name, Console.safe(value)));
    print("%n%-14s %14s %14s", "degree", "nodes by out", "nodes by in");
    Set<String> buckets =
        outDegrees.size() > inDegrees.size() ? outDegrees.keySet() : inDegrees.keySet();
    for (String range : buckets) {
      print(
          "%-14s %14d %14d",
          range, outDegrees.getOrDefault(range, 0L), inDegrees.getOrDefault(range, 0L));
    }
    print("%n%14s  %s", "predecessors", "most linked");
    for (Structure.MostLinked ranked : structure.mostLinked()) {
      print("%14d  %s", ranked.inDegree(), Console.safe(names.name(ranked.node())));
    }
    new StructureText(structure, names, console()).print();
  }

  private void writeHtml(String page) throws IOException {
    OutputFile.write(html, page, overwrite);
    console().infof("wrote %s", html);
  }

  private void shared(GraphDir graph, NodeNames names) throws IOException {
    int id = id(graph, names);
    RecordPrinter out = new RecordPrinter(console(), json);
    out.text("%1$8s %2$7s %3$8s", "shared", "cosine", "Jaccard");
    for (SharedNeighbours.Pair pair : SharedNeighbours.withPage(graph, id, cocited, top)) {
      out.row(
          new Fields()
              .with("url", names.name(pair.second()))
              .with("shared", pair.shared())
              .with("cosine", pair.cosine())
              .with("jaccard", pair.jaccard()),
          "%2$8d %3$7.4f %4$8.4f  %1$s");
    }
  }

  private int id(GraphDir graph, NodeNames names) throws IOException {
    int id = what.url == null ? what.id : names.id(what.url);
    if (id < 0 || id >= graph.nodes()) {
      Object wanted = what.url == null ? "node " + id + " of " + graph.nodes() : what.url;
      throw OrbException.failed("not in the graph " + graph.folder().getName() + ": " + wanted);
    }
    return id;
  }

  private void node(GraphDir graph, NodeNames names) throws IOException {
    int id = id(graph, names);
    String url = names.name(id);
    NodeLinks out = NodeLinks.of(graph, Direction.OUT, id);
    NodeLinks in = NodeLinks.of(graph, Direction.IN, id);
    if (json) {
      Fields node =
          new Fields()
              .with("id", id)
              .with("url", url)
              .with("outDegree", out.nodes().length)
              .with("inDegree", in.nodes().length)
              .with("successors", names(names, out.nodes()))
              .with("predecessors", names(names, in.nodes()))
              .withKnown("successorWeights", out.weightList())
              .withKnown("predecessorWeights", in.weightList());
      console().line(Json.line(node));
      return;
    }
    print("%s", Console.safe(url));
    print("id %d, %d successors, %d predecessors", id, out.nodes().length, in.nodes().length);
    print(names, "->", out);
    print(names, "<-", in);
  }

  private void print(NodeNames names, String arrow, NodeLinks links) throws IOException {
    for (int i = 0; i < links.nodes().length; i++) {
      print("%s %s%s", arrow, Console.safe(names.name(links.nodes()[i])), links.column(i));
    }
  }

  private static List<String> names(NodeNames names, int[] nodes) throws IOException {
    List<String> list = new ArrayList<>(nodes.length);
    for (int node : nodes) {
      list.add(names.name(node));
    }
    return list;
  }

  private void dump(GraphDir graph, NodeNames names) throws IOException {
    NodeNames.Cursor cursor = names.cursor(0);
    graph.forEach(
        Direction.OUT,
        true,
        (node, list) -> {
          cursor.next();
          dump(cursor, names, NodeLinks.of(list));
        });
  }

  private void dump(NodeNames.Cursor cursor, NodeNames names, NodeLinks links) throws IOException {
    List<String> targets = names(names, links.nodes());
    if (json) {
      console()
          .line(
              Json.line(
                  new Fields()
                      .with("id", cursor.id())
                      .with("url", cursor.name())
                      .with("successors", targets)
                      .withKnown("weights", links.weightList())));
      return;
    }
    String source = Console.safe(cursor.name());
    for (int i = 0; i < targets.size(); i++) {
      console().line(source + "\t" + Console.safe(targets.get(i)) + links.column(i));
    }
  }

  /**
   * One node's links in one direction.
   *
   * @param weights of the links; null if all weigh the same
   */
  @SuppressWarnings("ArrayRecordComponent") // Read, never compared.
  private record NodeLinks(int[] nodes, float[] weights) {
    static NodeLinks of(GraphDir graph, Direction direction, int node) throws IOException {
      try (AdjacencyReader reader = graph.read(direction, true)) {
        reader.moveTo(node);
        return of(reader);
      }
    }

    static NodeLinks of(AdjacencyReader reader) {
      return new NodeLinks(reader.copyOfNeighbours(), reader.copyOfWeights());
    }

    /** The weight of a link after a tab; empty if all weigh the same. */
    String column(int link) {
      return weights == null ? "" : "\t" + weights[link];
    }

    /** The weights for JSON; null if all weigh the same. */
    List<Float> weightList() {
      return weights == null ? null : FloatList.of(weights);
    }
  }

  private void print(String format, Object... arguments) {
    console().linef(format, arguments);
  }
}
