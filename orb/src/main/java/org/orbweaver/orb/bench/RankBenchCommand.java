package org.orbweaver.orb.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the rankings; called by {@code scripts/bench pagerank}. */
@Command(
    name = "bench-pagerank",
    hidden = true,
    description = {
      "Generate a graph with host locality, import and rank it, and rank it in the same run with"
          + " JGraphT and GraphX (local[2], from Maven Central, built once) and Debian's"
          + " python3-igraph. Exits with 1 if a target is missed.",
      "",
      "Targets apply to the default size on two cores."
    },
    footer = {
      "  scripts/bench pagerank",
      "  scripts/bench pagerank --peers none --pages 250000 --links 2150000",
      "  scripts/bench pagerank --peers jgrapht,igraph --work /data/tmp --json"
    })
public final class RankBenchCommand extends OrbCommand {
  /** Enough for ten pages, and hardly more: 19 MB live, most of it the indexes of the jars. */
  private static final long TEN_PAGES_HEAP_MB = 30;

  private static final int MEMORY_RUNS = 3;

  /**
   * What a ranking holds is there to its end; by itself the JVM would keep a third for the young.
   */
  private static final String SMALL_YOUNG = "-XX:MaxNewSize=8m";

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "2500000",
      description = "Number of pages. Default: ${DEFAULT-VALUE}.")
  private int pages;

  @Option(
      names = "--links",
      paramLabel = "N",
      defaultValue = "21500000",
      description = "Approximate number of links. Default: ${DEFAULT-VALUE}.")
  private long links;

  @Option(
      names = "--peers",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "jgrapht,graphx,igraph",
      description = "Programs to compare with, or none. Default: ${DEFAULT-VALUE}.")
  private List<String> peers;

  @Option(
      names = "--peer-heap",
      paramLabel = "SIZE",
      defaultValue = "8g",
      description = "Heap of a peer's JVM. Default: ${DEFAULT-VALUE}.")
  private String peerHeap;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for temporary files, about 3 GB. Default: the system's.")
  private Path work;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Option(names = "--no-gate", description = "Exit with 0 even if a target is missed.")
  private boolean noGate;

  @Override
  protected int run() throws Exception {
    if (pages < 100 || links < pages) {
      throw OrbException.usage(
          "--pages must be at least 100, --links at least the number of pages");
    }
    for (String peer : peers) {
      if (!List.of("none", "jgrapht", "graphx", "igraph").contains(peer)) {
        throw OrbException.usage(
            "--peers: expected jgrapht, graphx, igraph or none, got '" + peer + "'");
      }
    }
    new ProcFs().require();
    Path folder =
        work == null
            ? Files.createTempDirectory("orb-bench-")
            : Files.createTempDirectory(Files.createDirectories(work), "orb-bench-");
    Figures figures = new Figures();
    try {
      measure(figures, folder);
    } finally {
      // Also where a part fails: what was measured before took minutes.
      print(figures);
      FetchBench.delete(folder);
    }
    return (figures.missed().isEmpty() || noGate ? ExitCode.OK : ExitCode.FAILED).code();
  }

  private void print(Figures figures) throws IOException {
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("cores", Runtime.getRuntime().availableProcessors());
      console().line(figures.json(fields));
    } else {
      figures.print(console()::line);
    }
  }

  private void measure(Figures figures, Path folder) throws Exception {
    Path lists = folder.resolve("lists");
    boolean wantEdges = peers.contains("graphx") || peers.contains("igraph");
    Path edges = wantEdges ? folder.resolve("edges") : null;
    console().infof("generating %,d pages and about %,d links", pages, links);
    long made = new LocalWebGraph(pages, links).write(lists, edges);
    figures.add("pages", "pages", "%,.0f", pages);
    figures.add("links", "links", "%,.0f", (double) made);
    console().info("importing");
    RankRuns runs = RankRuns.over(lists, folder.resolve("crawl"), folder);
    figures.add("importSeconds", "import: seconds", "%.1f", runs.importSeconds());
    figures.add(
        "bitsALink",
        "bits per link, each direction",
        "%.1f",
        8.0 * runs.linkBytes() / (2.0 * made));

    double fused = ours(figures, runs);

    for (String peer : peers) {
      console().info("peer: " + peer);
      peer(figures, peer, lists, edges, folder, fused);
    }
    console().info("memory, with a small heap");
    memory(figures, runs, made, folder);
  }

  /** Our seconds per iteration in fused mode. */
  private double ours(Figures figures, RankRuns runs) throws Exception {
    console().info("ranking: fused, distributed, HITS, eight topics");
    RankRuns.Run fused = runs.rank("pagerank", "--mode", "fused", "--iterations", "40");
    figures.atMost(
        "fusedSeconds", "PageRank, fused: seconds per iteration", "%.3f", fused.iteration(), 0.5);
    figures.add(
        "fusedCpu",
        "  of CPU, all of the process",
        "%.3f",
        fused.cpuSeconds() / fused.iterations());
    figures.add("fusedResidentMb", "  MB resident", "%,.0f", fused.resident() / 1e6);
    RankRuns.Run few = runs.rank("pagerank", "--mode", "distributed", "--iterations", "4");
    RankRuns.Run many = runs.rank("pagerank", "--mode", "distributed", "--iterations", "44");
    // What comes before and after the iterations varies by a second.
    double wall = (many.seconds() - few.seconds()) / (many.iterations() - few.iterations());
    figures.add("distributedSeconds", "PageRank, distributed: seconds per iteration", "%.3f", wall);
    figures.atMost(
        "distributedOverhead",
        "  of which outside the task",
        "%.3f",
        Math.max(0, wall - many.iteration()),
        0.3);
    RankRuns.Run hits = runs.rank("hits", "--mode", "fused", "--iterations", "20");
    figures.atMost(
        "hitsTimesPagerank",
        "HITS, fused: an iteration, relative to PageRank's",
        "%.2f",
        hits.iteration() / fused.iteration(),
        2);
    List<String> topics = new ArrayList<>(List.of("--mode", "fused", "--iterations", "12"));
    for (int i = 0; i < 8; i++) {
      topics.addAll(List.of("--topic", "t" + i));
    }
    RankRuns.Run eight = runs.rank("pagerank", topics.toArray(String[]::new));
    figures.atMost(
        "eightTopicsTimesOne",
        "PageRank, fused: an iteration with eight topics, relative to one",
        "%.2f",
        eight.iteration() / fused.iteration(),
        2.5);
    return fused.iteration();
  }

  private void peer(Figures figures, String peer, Path lists, Path edges, Path folder, double ours)
      throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("orbweaver.source", "."), "scripts", "lib", "peers");
    RankPeers others = new RankPeers(home.toAbsolutePath(), folder, "-Xmx" + peerHeap);
    switch (peer) {
      case "jgrapht" -> {
        double seconds = others.jgrapht(lists).get("secondsAnIteration");
        figures.add("jgraphtSeconds", "JGraphT 1.5.2: seconds per iteration", "%.3f", seconds);
        figures.atLeast("timesJgrapht", "  relative to Orbweaver", "%.2f", seconds / ours, 1.4);
      }
      case "graphx" -> {
        double seconds = others.graphx(edges).get("secondsAnIteration");
        figures.add("graphxSeconds", "GraphX 3.5.6: seconds per iteration", "%.3f", seconds);
        figures.atLeast("timesGraphx", "  relative to Orbweaver", "%.1f", seconds / ours, 12);
      }
      case "igraph" -> {
        double seconds = others.igraph(edges, pages).get("secondsToTheSolution");
        figures.add("igraphSeconds", "igraph (PRPACK): seconds to the solution", "%.2f", seconds);
        figures.add(
            "igraphIterations", "  Orbweaver's iterations in that time", "%.1f", seconds / ours);
      }
      default -> {}
    }
  }

  /** What the graph adds to the memory of the same job on ten pages. */
  private void memory(Figures figures, RankRuns runs, long made, Path folder) throws Exception {
    Path few = folder.resolve("ten");
    Files.write(few, List.of("1 2", "2", "0 3", "4", "5", "6", "7", "8", "9", "0"));
    long allowed = 24L * pages + 2 * made;
    String fewHeap = "-Xmx" + TEN_PAGES_HEAP_MB + "m";
    // The compiler's own memory for the loops that are hot here is part of the allowance.
    String heap = "-Xmx" + (TEN_PAGES_HEAP_MB + ((allowed * 9 / 10) >> 20)) + "m";
    RankRuns ten = RankRuns.over(few, folder.resolve("crawl-ten"), folder);
    List<Long> more = new ArrayList<>();
    List<Long> base = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < MEMORY_RUNS; i++) {
      RankRuns.Run small =
          ten.rankWith(
              List.of(fewHeap, SMALL_YOUNG), "pagerank", "--mode", "fused", "--iterations", "5");
      // This run ends only if the graph takes no more of the heap than it is allowed to.
      RankRuns.Run large =
          runs.rankWith(
              List.of(heap, SMALL_YOUNG), "pagerank", "--mode", "fused", "--iterations", "5");
      base.add(small.resident());
      more.add(large.resident() - small.resident());
      seconds.add(large.iteration());
    }
    Collections.sort(base);
    Collections.sort(more);
    Collections.sort(seconds);
    int middle = MEMORY_RUNS / 2;
    figures.add(
        "tenPagesMb", "MB resident, ten pages, " + fewHeap, "%,.0f", base.get(middle) / 1e6);
    figures.atMost(
        "moreMb",
        "MB more for this graph, " + heap + " (target: 24 bytes per page, 2 per link)",
        "%,.0f",
        more.get(middle) / 1e6,
        allowed / 1e6);
    figures.add("tightFusedSeconds", "  fused: seconds per iteration", "%.3f", seconds.get(middle));
  }
}
