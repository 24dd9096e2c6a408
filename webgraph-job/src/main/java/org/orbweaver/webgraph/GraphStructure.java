package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.CsrGraph;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Hosts;
import org.orbweaver.webgraph.structure.SharedNeighbours;
import org.orbweaver.webgraph.structure.SharedWithPage;
import org.orbweaver.webgraph.structure.Structure;
import org.orbweaver.webgraph.structure.StructureKeys;

/** Reads a graph, and how its rankings converged, for {@link org.orbweaver.webgraph.structure}. */
final class GraphStructure {
  private GraphStructure() {}

  /** A graph's figures and structure. */
  record Measures(GraphStatistics statistics, Structure structure) {}

  /**
   * Measures a graph.
   *
   * @param top length of the lists
   * @throws OrbException (failed) when the heap is too small for it
   */
  static Measures measure(
      Configuration conf, CrawlDir crawl, GraphDir graph, NodeNames names, int top)
      throws IOException {
    long needed = Structure.bytes(graph.nodes(), graph.arcs());
    long heap = Runtime.getRuntime().maxMemory();
    if (needed > heap - heap / 8 || graph.arcs() > Integer.MAX_VALUE - 8) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "%s: measuring %d pages and %d links needs %d MB of memory, but this process has %d"
                  + " MB (raise it by ORB_JAVA_OPTS=-Xmx...); the maximum is 2^31 links",
              graph.folder(),
              graph.nodes(),
              graph.arcs(),
              needed >> 20,
              heap >> 20));
    }
    Structure.Options options =
        new Structure.Options(
            StructureKeys.FIT_SAMPLES.get(conf),
            StructureKeys.PAIR_DEGREE.get(conf),
            StructureKeys.DISTANCE_SOURCES.get(conf),
            top);
    Optional<Hosts> hosts = hosts(graph, names);
    short[] years =
        hosts.isPresent()
            ? PublicationYears.read(conf, crawl, names, graph.nodes())
            : new short[graph.nodes()];
    CsrGraph out = graph.load(Direction.OUT);
    CsrGraph in = graph.load(Direction.IN);
    return new Measures(
        GraphStatistics.of(graph.meta(), out, in, top),
        Structure.of(out, in, hosts, years, options));
  }

  private static Optional<Hosts> hosts(GraphDir graph, NodeNames names) throws IOException {
    if (graph.meta().names() != NameKind.URLS) {
      return Optional.empty();
    }
    Hosts.Builder hosts = new Hosts.Builder();
    NodeNames.Cursor cursor = names.cursor(0);
    boolean any = false;
    while (cursor.next()) {
      String host = ReversedUrl.host(ReversedUrl.key(cursor.name()));
      any |= !host.isEmpty();
      hosts.add(host);
    }
    return any ? Optional.of(hosts.build()) : Optional.empty();
  }

  /**
   * The pages that share most with one page.
   *
   * @param cocited those that the same pages link to; else those that link to the same pages
   */
  static List<SharedNeighbours.Pair> shared(GraphDir graph, int page, boolean cocited, int count)
      throws IOException {
    int[] citing = cocited ? graph.predecessors(page) : graph.successors(page);
    SharedWithPage shared = new SharedWithPage(graph.nodes(), page, citing);
    int[] degrees = new int[graph.nodes()];
    // One direction has the lists to count, the other the degrees to compare with.
    Direction lists = cocited ? Direction.OUT : Direction.IN;
    graph.forEach(lists, false, shared::add);
    graph.forEach(lists.opposite(), false, (v, list) -> degrees[v] = list.degree());
    return shared.top(degrees, count);
  }

  /**
   * How the newest plain run of each ranking converged: name, outcome, tolerance, change by
   * iteration.
   */
  static List<Object> convergence(CrawlDir crawl) throws IOException {
    List<Object> runs = new ArrayList<>();
    for (Path store : List.of(crawl.pageRanks(), crawl.hits())) {
      Optional<Path> run = RankingRuns.newestPlain(crawl, store);
      if (run.isPresent()) {
        runs.add(convergence(crawl, store.getName(), run.get()));
      }
    }
    return runs;
  }

  private static Map<String, Object> convergence(CrawlDir crawl, String ranking, Path run)
      throws IOException {
    Map<String, String> meta = Rankings.readMeta(crawl.fs(), run);
    List<String[]> history = Rankings.readHistory(crawl.fs(), run);
    int column = List.of(history.get(0)).indexOf("change");
    if (column < 0) {
      throw OrbException.failed(
          new Path(run, Rankings.HISTORY) + ": column 'change' is missing: run the ranking again");
    }
    List<Double> changes = new ArrayList<>();
    for (String[] line : history.subList(1, history.size())) {
      changes.add(Double.valueOf(line[column]));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("ranking", ranking);
    fields.put("run", run.getName());
    fields.put("build", meta.get("build"));
    fields.put("outcome", meta.get("outcome"));
    fields.put(
        "tolerance", meta.containsKey("tolerance") ? Double.valueOf(meta.get("tolerance")) : null);
    fields.put("changes", changes);
    return fields;
  }
}
