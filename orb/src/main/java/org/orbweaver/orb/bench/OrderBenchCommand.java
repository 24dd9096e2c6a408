package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.orb.report.Plot;
import org.orbweaver.webgraph.format.CsrGraph;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares orders of a crawl; called by {@code scripts/bench order}. */
@Command(
    name = "bench-order",
    hidden = true,
    description = {
      "Replay the crawl of a graph in rounds, in different orders, and show the share of the whole"
          + " graph's PageRank that is collected after 10, 25 and 50 % of the fetches.",
      "",
      "The graph is the newest of a finished crawl, or a generated one with host locality."
    },
    footer = {
      "  scripts/bench order",
      "  scripts/bench order /data/crawl --plot order.svg",
      "  scripts/bench order --pages 100000 --links 860000 --seeds 3 --json"
    })
public final class OrderBenchCommand extends Bench {
  private static final long SEED = 7;
  private static final int POINTS = 100;

  @Parameters(paramLabel = "CRAWL", arity = "0..1", description = "A finished crawl.")
  private String crawl;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Pages of the generated graph. Default: ${DEFAULT-VALUE}.")
  @Range(from = 100)
  private int pages = 1_000_000;

  @Option(
      names = "--links",
      paramLabel = "N",
      description = "Approximate number of its links. Default: ${DEFAULT-VALUE}.")
  private long links = 8_600_000;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Random pages with links to begin with. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int seeds = 10;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds in which all pages are fetched. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int rounds = 100;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description =
          "Also plot the share against the percent of the fetches, as a new file in SVG format.")
  private Path plot;

  @Override
  protected void measure() throws Exception {
    if (plot != null && Files.exists(plot)) {
      throw OrbException.usage("--plot: " + plot + " exists already");
    }
    CsrGraph graph = crawl == null ? generated() : crawled();
    int[] all = IntStream.range(0, graph.nodes()).toArray();
    double[] ranks = new double[graph.nodes()];
    Arrays.fill(ranks, 1.0 / graph.nodes());
    CrawlOrder.pageRank(graph, null, all, ranks);
    int[] start = start(graph);
    List<Plot.Curve> curves = new ArrayList<>();
    for (CrawlOrder order : CrawlOrder.values()) {
      String name = order.name().toLowerCase(Locale.ROOT).replace('_', '-');
      console().infof("replaying: %s", name);
      int perRound = Math.max(1, graph.nodes() / rounds);
      int[] fetched = order.replay(graph, ranks, start, perRound);
      double[] curve = curve(fetched, ranks);
      curves.add(Plot.Curve.of(name, curve));
      show(
          String.format(Locale.ROOT, "%s: %,d of %,d pages", name, fetched.length, graph.nodes()),
          Map.of("order", name, "pages", graph.nodes(), "links", graph.arcs()),
          new Figures()
              .add("after10", "PageRank after 10 % of the fetches", "%.3f", curve[10])
              .add("after25", "PageRank after 25 %", "%.3f", curve[25])
              .add("after50", "PageRank after 50 %", "%.3f", curve[50])
              .add("atEnd", "PageRank of all that was fetched", "%.3f", curve[POINTS]));
    }
    if (plot != null) {
      Plot share = new Plot("Share of PageRank collected", "percent of the fetches", false, false);
      Files.writeString(plot, share.svg(curves), StandardOpenOption.CREATE_NEW);
    }
  }

  private CsrGraph generated() throws IOException {
    if (links < pages) {
      throw OrbException.usage("--links: expected at least the number of pages");
    }
    LocalWebGraph web = new LocalWebGraph(pages, links);
    long[] arcs = new long[1];
    web.forEach((node, successors, count) -> arcs[0] += count);
    CsrGraph.Builder graph = new CsrGraph.Builder(pages, arcs[0]);
    web.forEach((node, successors, count) -> graph.add(successors, count));
    return graph.build();
  }

  private CsrGraph crawled() throws IOException {
    CrawlDir dir = CrawlDir.open(conf(), crawl);
    return GraphDir.open(conf(), GraphDir.build(dir, Optional.empty())).load(Direction.OUT);
  }

  private int[] start(CsrGraph graph) {
    int[] linking = IntStream.range(0, graph.nodes()).filter(n -> graph.degree(n) > 0).toArray();
    if (linking.length == 0) {
      throw OrbException.failed("the graph has no link");
    }
    return new SplittableRandom(SEED)
        .ints(0, linking.length)
        .map(i -> linking[i])
        .distinct()
        .limit(Math.min(seeds, linking.length))
        .toArray();
  }

  /** The share of PageRank collected after each percent of the fetches. */
  private static double[] curve(int[] fetched, double[] ranks) {
    double[] curve = new double[POINTS + 1];
    double sum = 0;
    int point = 1;
    for (int i = 0; i < fetched.length; i++) {
      sum += ranks[fetched[i]];
      while (point <= POINTS && i + 1 >= (long) fetched.length * point / POINTS) {
        curve[point++] = sum;
      }
    }
    return curve;
  }
}
