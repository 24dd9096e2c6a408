package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NodeNames;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read graph}: figures, one node with its neighbours, or all links of a graph. */
@Command(
    name = "graph",
    description = "Look inside the web graph: figures, one page's links, or all links.",
    footer = {
      "  read graph mycrawl --stats",
      "  read graph mycrawl --url http://www.example.org/ --json",
      "  read graph mycrawl --dump > links.tsv"
    })
public final class ReadGraphCommand extends OrbCommand {
  private static final int TOP = 10;

  @Parameters(index = "0", paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @ArgGroup(multiplicity = "1")
  private What what;

  @Option(
      names = "--build",
      paramLabel = "NAME",
      description = "The build to read (default: the newest).")
  private String build;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  static final class What {
    @Option(names = "--stats", description = "Nodes, links, degrees, the most linked.")
    private boolean stats;

    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "One node, by its URL or name: id, successors, predecessors.")
    private String url;

    @Option(
        names = "--dump",
        description = "All links, source and target separated by a tab; with --json all nodes.")
    private boolean dump;
  }

  @Override
  protected int run() throws Exception {
    GraphDir graph = open();
    try (NodeNames names = graph.names()) {
      if (what.stats) {
        stats(graph, names);
      } else if (what.dump) {
        dump(graph, names);
      } else {
        node(graph, names);
      }
    }
    return ExitCode.OK.code();
  }

  private GraphDir open() throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Path folder =
        build != null
            ? new Path(crawl.graphs(), build)
            : crawl
                .latest(crawl.graphs())
                .orElseThrow(
                    () ->
                        OrbException.failed(
                            "no graph in " + crawl.graphs() + " ('orb graph DIR' builds one)"));
    return GraphDir.open(conf(), folder);
  }

  private void stats(GraphDir graph, NodeNames names) throws IOException {
    GraphMeta meta = graph.meta();
    GraphStatistics stats = GraphStatistics.of(graph, TOP);
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
    figures.put("outPartitions", meta.out().size());
    figures.put("inPartitions", meta.in().size());
    if (json) {
      figures.put("outDegrees", histogram(stats.outHistogram()));
      figures.put("inDegrees", histogram(stats.inHistogram()));
      figures.put("policy", meta.policy());
      figures.put("source", meta.source());
      figures.put("top", top(stats, names));
      console().line(Json.line(figures));
      return;
    }
    figures.forEach((name, value) -> printFigure(name, value));
    meta.policy().forEach((name, value) -> printFigure("policy." + name, value));
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

  private static List<Map<String, Object>> top(GraphStatistics stats, NodeNames names)
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

  private void node(GraphDir graph, NodeNames names) throws IOException {
    int id = names.id(what.url);
    if (id < 0) {
      throw OrbException.failed("not in the graph " + graph.folder().getName() + ": " + what.url);
    }
    int[] successors = graph.successors(id);
    int[] predecessors = graph.predecessors(id);
    if (json) {
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("id", id);
      node.put("url", what.url);
      node.put("outDegree", successors.length);
      node.put("inDegree", predecessors.length);
      node.put("successors", names(names, successors, successors.length));
      node.put("predecessors", names(names, predecessors, predecessors.length));
      console().line(Json.line(node));
      return;
    }
    print("%s", Console.safe(what.url));
    print("id %d, %d successors, %d predecessors", id, successors.length, predecessors.length);
    for (String name : names(names, successors, successors.length)) {
      print("-> %s", Console.safe(name));
    }
    for (String name : names(names, predecessors, predecessors.length)) {
      print("<- %s", Console.safe(name));
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
    for (int p = 0; p < graph.meta().out().size(); p++) {
      try (AdjacencyReader reader = graph.out(p)) {
        for (int u = reader.next(); u >= 0; u = reader.next()) {
          cursor.next();
          List<String> targets = names(names, reader.neighbours(), reader.degree());
          if (json) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("id", u);
            node.put("url", cursor.name());
            node.put("successors", targets);
            console().line(Json.line(node));
          } else {
            for (String target : targets) {
              console().line(Console.safe(cursor.name()) + "\t" + Console.safe(target));
            }
          }
        }
      }
    }
  }

  private void print(String format, Object... arguments) {
    console().line(String.format(Locale.ROOT, format, arguments));
  }
}
