package org.orbweaver.webgraph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphLevel;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.structure.SharedNeighbours;
import org.orbweaver.webgraph.structure.Structure;
import org.orbweaver.webgraph.structure.StructureFields;
import org.orbweaver.webgraph.structure.StructureHtml;
import org.orbweaver.webgraph.structure.StructureText;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class ReadGraphCommand extends OrbCommand {
  @Parameters(index = "0", paramLabel = "DIR", description = "Crawl directory.")
  private String dir;

  @ArgGroup(multiplicity = "1")
  private What what;

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
  private String level;

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
      defaultValue = "10",
      description = "Maximum rows per list of --stats, --cocited and --coupled (default: 10).")
  @Range(from = 1)
  private int top;

  static final class What {
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
    return GraphDir.open(
        conf(), GraphDir.build(crawl, Optional.ofNullable(build)), GraphLevel.of(level));
  }

  private void stats(CrawlDir crawl, GraphDir graph, NodeNames names) throws IOException {
    GraphMeta meta = graph.meta();
    GraphStructure.Measures measures = GraphStructure.measure(conf(), crawl, graph, names, top);
    GraphStatistics stats = measures.statistics();
    Structure structure = measures.structure();
    StructureFields fields = new StructureFields(structure, names::name);
    double mean = meta.nodes() == 0 ? Double.NaN : (double) meta.arcs() / meta.nodes();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("build", graph.folder().getName());
    figures.put("nodes", meta.nodes());
    figures.put("links", meta.arcs());
    figures.put("dangling", meta.dangling());
    figures.put("isolated", stats.isolated());
    figures.put("selfLinks", stats.selfLinks());
    figures.put("maxOutDegree", stats.maxOutDegree());
    figures.put("maxInDegree", stats.maxInDegree());
    figures.put("meanDegree", mean);
    figures.put("bitsPerLink", stats.bitsPerLink());
    figures.put("weighted", meta.weighted());
    figures.put("outPartitions", meta.out().size());
    figures.put("inPartitions", meta.in().size());
    Map<String, Object> all = new LinkedHashMap<>(figures);
    if (json || html != null) {
      all.put("outDegrees", histogram(stats.outHistogram()));
      all.put("inDegrees", histogram(stats.inHistogram()));
      all.put("policy", meta.policy());
      all.put("source", meta.source());
      all.put("top", mostLinked(stats, names));
      all.put("structure", fields.all());
    }
    if (html != null) {
      Map<String, Object> page = new LinkedHashMap<>(all);
      page.put("hostPicture", fields.hostPicture());
      page.put("convergence", GraphStructure.convergence(crawl));
      writeHtml(StructureHtml.page(Json.line(page)));
    }
    if (json) {
      console().line(Json.line(all));
      return;
    }
    figures.forEach((name, value) -> printFigure(name, value));
    meta.policy().forEach((name, value) -> print("%-24s %s", "policy." + name, value));
    meta.source()
        .forEach((name, value) -> print("%-24s %s", "source." + name, Console.safe(value)));
    print("%n%-14s %14s %14s", "degree", "nodes by out", "nodes by in");
    int buckets = Math.max(stats.outHistogram().size(), stats.inHistogram().size());
    for (int b = 0; b < buckets; b++) {
      print(
          "%-14s %14d %14d",
          GraphStatistics.range(b),
          b < stats.outHistogram().size() ? stats.outHistogram().get(b) : 0,
          b < stats.inHistogram().size() ? stats.inHistogram().get(b) : 0);
    }
    print("%n%14s  %s", "predecessors", "most linked");
    for (GraphStatistics.Ranked ranked : stats.top()) {
      print("%14d  %s", ranked.inDegree(), Console.safe(names.name(ranked.node())));
    }
    new StructureText(structure, names::name, Console::safe, console()::line).print();
  }

  private void writeHtml(String page) throws IOException {
    OutputFile.write(html, page, overwrite);
    console().infof("wrote %s", html);
  }

  private void shared(GraphDir graph, NodeNames names) throws IOException {
    int id = id(graph, names);
    if (!json) {
      print("%8s %7s %8s", "shared", "cosine", "Jaccard");
    }
    for (SharedNeighbours.Pair pair : GraphStructure.shared(graph, id, cocited, top)) {
      String name = names.name(pair.second());
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("url", name);
        line.put("shared", pair.shared());
        line.put("cosine", pair.cosine());
        line.put("jaccard", pair.jaccard());
        console().line(Json.line(line));
      } else {
        print(
            "%8d %7.4f %8.4f  %s",
            pair.shared(), pair.cosine(), pair.jaccard(), Console.safe(name));
      }
    }
  }

  private void printFigure(String name, Object value) {
    boolean fraction = value instanceof Double;
    print(fraction ? "%-16s %.2f" : "%-16s %s", name, value);
  }

  private static Map<String, Long> histogram(List<Long> counts) {
    Map<String, Long> histogram = new LinkedHashMap<>();
    for (int b = 0; b < counts.size(); b++) {
      histogram.put(GraphStatistics.range(b), counts.get(b));
    }
    return histogram;
  }

  private static List<Map<String, Object>> mostLinked(GraphStatistics stats, NodeNames names)
      throws IOException {
    List<Map<String, Object>> top = new ArrayList<>();
    for (GraphStatistics.Ranked ranked : stats.top()) {
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("url", names.name(ranked.node()));
      node.put("inDegree", ranked.inDegree());
      top.add(node);
    }
    return top;
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
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("id", id);
      node.put("url", url);
      node.put("outDegree", out.nodes().length);
      node.put("inDegree", in.nodes().length);
      node.put("successors", names(names, out.nodes(), out.nodes().length));
      node.put("predecessors", names(names, in.nodes(), in.nodes().length));
      if (graph.isWeighted()) {
        node.put("successorWeights", out.weightList());
        node.put("predecessorWeights", in.weightList());
      }
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

  private static List<String> names(NodeNames names, int[] nodes, int count) throws IOException {
    List<String> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(names.name(nodes[i]));
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
    List<String> targets = names(names, links.nodes(), links.nodes().length);
    if (json) {
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("id", cursor.id());
      node.put("url", cursor.name());
      node.put("successors", targets);
      if (links.isWeighted()) {
        node.put("weights", links.weightList());
      }
      console().line(Json.line(node));
      return;
    }
    String source = Console.safe(cursor.name());
    for (int i = 0; i < targets.size(); i++) {
      console().line(source + "\t" + Console.safe(targets.get(i)) + links.column(i));
    }
  }

  private void print(String format, Object... arguments) {
    console().line(String.format(Locale.ROOT, format, arguments));
  }
}
