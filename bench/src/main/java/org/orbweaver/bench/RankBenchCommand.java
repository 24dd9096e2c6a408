package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.bench.RankRuns.RankingCost;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the rankings; called by {@code scripts/bench pagerank}. */
@Command(
    name = "pagerank",
    description = {
      "Rank a generated graph, and compare with JGraphT, GraphX and igraph.",
      "Generate a graph with host locality, import and rank it, and rank it in the same run with"
          + " JGraphT and GraphX (local[2], from Maven Central, built once) and Debian's"
          + " python3-igraph. Exits with 1 if a target is missed.",
      "",
      "Targets apply to the default size on two cores. Needs about 3 GB of temporary space."
    },
    footer = {
      "  scripts/bench pagerank",
      "  scripts/bench pagerank --peers none --pages 250000 --links 2150000",
      "  scripts/bench pagerank --peers jgrapht,igraph --work /data/tmp --json"
    })
public final class RankBenchCommand extends Bench {
  /** Programs to compare with. */
  enum Peer {
    JGRAPHT,
    GRAPHX,
    IGRAPH,
    NONE
  }

  /** Enough for ten pages, with little to spare: 19 MB live, most of it the indexes of the jars. */
  private static final long TEN_PAGES_HEAP_MB = 30;

  private static final String RANK_5 = "pagerank --mode fused --iterations 5";

  /**
   * A ranking's memory lives to its end; by default the JVM would reserve a third for the young
   * generation.
   */
  private static final String SMALL_YOUNG = "-XX:MaxNewSize=8m";

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Number of pages. Default: ${DEFAULT-VALUE}.")
  private int pages = 2_500_000;

  @Option(
      names = "--links",
      paramLabel = "N",
      description = "Approximate number of links. Default: ${DEFAULT-VALUE}.")
  private long links = 21_500_000;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Number of iterations that are measured. Default: ${DEFAULT-VALUE}.")
  @Range(from = 4)
  private int iterations = 40;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs that measure memory; the median counts. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1)
  private int runs = 3;

  @Option(
      names = "--peers",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "jgrapht,graphx,igraph",
      description = "Programs to compare with, or none. Default: ${DEFAULT-VALUE}.")
  private List<Peer> peers;

  @Option(
      names = "--peer-heap",
      paramLabel = "SIZE",
      description = "Heap of a peer's JVM. Default: ${DEFAULT-VALUE}.")
  private String peerHeap = "8g";

  @Override
  protected void measure() throws Exception {
    if (pages < 100 || links < pages) {
      throw OrbException.usage(
          "--pages must be at least 100, --links at least the number of pages");
    }
    Figures figures = new Figures();
    try {
      measure(figures);
    } finally {
      // Also if a part fails: the earlier measurements took minutes.
      report(figures);
    }
  }

  private void measure(Figures figures) throws Exception {
    Path lists = folder().resolve("lists");
    Path edges = folder().resolve("edges");
    boolean wantEdges = peers.contains(Peer.GRAPHX) || peers.contains(Peer.IGRAPH);
    console().infof("generating %,d pages and about %,d links", pages, links);
    long made = new LocalWebGraph(pages, links).write(lists, wantEdges ? edges : null);
    console().info("importing");
    RankRuns ranked = new RankRuns(this, lists, folder().resolve("crawl"));
    figures
        .add("pages", "pages", "%,.0f", pages)
        .add("links", "links", "%,.0f", (double) made)
        .add("importSeconds", "import: seconds", "%.1f", ranked.importSeconds())
        .add("bitsALink", "bits per link, each direction", "%.1f", 4.0 * ranked.linkBytes() / made);
    double fused = ours(figures, ranked);
    for (Peer peer : peers) {
      console().info("peer: " + peer);
      peer(figures, peer, lists, edges, fused);
    }
    console().info("memory, with a small heap");
    memory(figures, ranked, made);
  }

  /** Our seconds per iteration in fused mode. */
  private double ours(Figures figures, RankRuns ranked) throws Exception {
    console().info("ranking: fused, distributed, HITS, eight topics");
    RankingCost fused = ranked.rank("pagerank --mode fused --iterations " + iterations);
    RankingCost few = ranked.rank("pagerank --mode distributed --iterations 4");
    RankingCost many = ranked.rank("pagerank --mode distributed --iterations " + (iterations + 4));
    // The time before and after the iterations varies by a second.
    double wall = (many.seconds() - few.seconds()) / (many.iterations() - few.iterations());
    double outside = Math.max(0, wall - many.iteration());
    RankingCost hits = ranked.rank("hits --mode fused --iterations " + iterations / 2);
    String topics = " --topic t0 --topic t1 --topic t2 --topic t3 --topic t4 --topic t5";
    RankingCost eight =
        ranked.rank("pagerank --mode fused --iterations 12" + topics + " --topic t6 --topic t7");
    double each = fused.iteration();
    figures
        .add("fusedSeconds", "PageRank, fused: seconds per iteration", "%.3f", each)
        .atMost("fusedSeconds", 0.5)
        .add(
            "fusedCpu",
            "  of CPU, all of the process",
            "%.3f",
            fused.cpuSeconds() / fused.iterations())
        .add("fusedResidentMb", "  MB resident", "%,.0f", fused.resident() / 1e6)
        .add("distributedSeconds", "PageRank, distributed: seconds per iteration", "%.3f", wall)
        .add("distributedOverhead", "  of which outside the task", "%.3f", outside)
        .atMost("distributedOverhead", 0.3)
        .add(
            "hitsTimesPagerank",
            "HITS, fused: an iteration, relative to PageRank's",
            "%.2f",
            hits.iteration() / each)
        .atMost("hitsTimesPagerank", 2)
        .add(
            "eightTopicsTimesOne",
            "PageRank, fused: an iteration with eight topics, relative to one",
            "%.2f",
            eight.iteration() / each)
        .atMost("eightTopicsTimesOne", 2.5);
    return each;
  }

  private void peer(Figures figures, Peer peer, Path lists, Path edges, double ours)
      throws IOException, InterruptedException {
    RankPeers others = new RankPeers(folder(), "-Xmx" + peerHeap);
    switch (peer) {
      case JGRAPHT -> {
        double seconds = others.jgrapht(lists).get("secondsAnIteration");
        figures
            .add("jgraphtSeconds", "JGraphT 1.5.2: seconds per iteration", "%.3f", seconds)
            .add("timesJgrapht", "  relative to Orbweaver", "%.2f", seconds / ours)
            .atLeast("timesJgrapht", 1.4);
      }
      case GRAPHX -> {
        double seconds = others.graphx(edges).get("secondsAnIteration");
        figures
            .add("graphxSeconds", "GraphX 3.5.6: seconds per iteration", "%.3f", seconds)
            .add("timesGraphx", "  relative to Orbweaver", "%.1f", seconds / ours)
            .atLeast("timesGraphx", 12);
      }
      case IGRAPH -> {
        double seconds = others.igraph(edges, pages).get("secondsToTheSolution");
        String inThatTime = "  Orbweaver's iterations in that time";
        figures
            .add("igraphSeconds", "igraph (PRPACK): seconds to the solution", "%.2f", seconds)
            .add("igraphIterations", inThatTime, "%.1f", seconds / ours);
      }
      default -> {}
    }
  }

  /** The memory that the graph adds to that of the same job on ten pages. */
  private void memory(Figures figures, RankRuns ranked, long made) throws Exception {
    Path few = folder().resolve("ten");
    Files.write(few, List.of("1 2", "2", "0 3", "4", "5", "6", "7", "8", "9", "0"));
    long allowed = 24L * pages + 2 * made;
    String fewHeap = "-Xmx" + TEN_PAGES_HEAP_MB + "m";
    String heap = "-Xmx" + (TEN_PAGES_HEAP_MB + (allowed >> 20)) + "m";
    RankRuns ten = new RankRuns(this, few, folder().resolve("crawl-ten"));
    String more = "MB more for this graph, " + heap + " (target: 24 bytes per page, 2 per link)";
    List<Figures> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      RankingCost small = ten.rank(RANK_5, fewHeap, SMALL_YOUNG);
      // This run ends only if the graph takes no more of the heap than allowed.
      RankingCost large = ranked.rank(RANK_5, heap, SMALL_YOUNG);
      all.add(
          new Figures()
              .add(
                  "tenPagesMb",
                  "MB resident, ten pages, " + fewHeap,
                  "%,.0f",
                  small.resident() / 1e6)
              .add("moreMb", more, "%,.0f", (large.resident() - small.resident()) / 1e6)
              .atMost("moreMb", allowed / 1e6)
              .add(
                  "tightFusedSeconds",
                  "  fused: seconds per iteration",
                  "%.3f",
                  large.iteration()));
    }
    figures.addAll(Figures.medians(all));
  }
}
