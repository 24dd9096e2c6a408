package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.webgraph.WebGraphCommands;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.ScoreReader;

/** Rankings of small crawls in a temporary folder, by the local runner. */
abstract class PageRankRuns {
  static final int SIZE = 300;
  static final String BUILD = "20260101000000";

  @TempDir Path dir;

  /** For the phases and the commands; fused jobs make all their iterations at once. */
  final Configuration conf = new Configuration();

  /** The index's results for the query "spam". */
  final Map<String, Double> hits = new HashMap<>();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

  @BeforeEach
  final void setUpRuns() {
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 1000);
    KernelKeys.THREADS.set(conf, 2);
  }

  static String url(int id) {
    return String.format(Locale.ROOT, "http://h%d.test/%04d", id / 100, id);
  }

  static int id(String url) {
    return Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
  }

  /** Sources and targets of links: a fifth of all pages dangle, some link to themselves. */
  static int[][] edges() {
    Random random = new Random(4);
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < SIZE; u++) {
      int degree = u % 5 == 0 ? 0 : 1 + random.nextInt(6);
      for (int i = 0; i < degree; i++) {
        double x = random.nextDouble();
        edges.add(new int[] {u, (int) (SIZE * x * x)});
      }
    }
    return columns(edges);
  }

  static int[][] columns(List<int[]> edges) {
    return new int[][] {
      edges.stream().mapToInt(e -> e[0]).toArray(), edges.stream().mapToInt(e -> e[1]).toArray()
    };
  }

  /** A crawl with the same links as every other one. */
  final String crawl(String name, int parts) throws IOException {
    int[][] edges = edges();
    return crawl(name, GraphBuilder.fromEdges(SIZE, edges[0], edges[1]).parts(parts));
  }

  final String crawl(String name, GraphBuilder graph) throws IOException {
    return crawl(name, BUILD, graph, PageRankRuns::url);
  }

  final String crawl(String name, String build, GraphBuilder graph, IntFunction<String> url)
      throws IOException {
    graph
        .names(NameKind.URLS, id -> NameKind.URLS.key(url.apply(id)))
        .write(dir.resolve(name).resolve("graph").resolve(build));
    return dir.resolve(name).toString();
  }

  final RankingRun run(String crawl) throws IOException {
    return run(crawl, PageRankOptions.defaults());
  }

  final RankingRun run(String crawl, PageRankOptions options) throws IOException {
    return run(crawl, options, iteration -> {});
  }

  final RankingRun run(String crawl, PageRankOptions options, Consumer<Iteration> listener)
      throws IOException {
    try (Session session = Session.open(conf, crawl, console(), "test")) {
      return new PageRankPhase(listener).run(session, options);
    }
  }

  final double[] ranks(String crawl, RankingRun run) throws IOException {
    return ranks(crawl, run, 0);
  }

  /** The ranks by the number in the URL; 0 for a URL that ends in x. */
  final double[] ranks(String crawl, RankingRun run, int topic) throws IOException {
    double[] ranks = new double[SIZE];
    GraphDir graph =
        GraphDir.open(conf, new org.apache.hadoop.fs.Path(crawl, "graph/" + run.build()));
    var folder = new org.apache.hadoop.fs.Path(crawl, "pagerank/" + run.run());
    try (ScoreReader scores =
        new ScoreReader(graph, List.of(PublishedRun.column(conf, folder, topic)))) {
      scores.forEachNamed((url, score) -> ranks[url.endsWith("x") ? 0 : id(url)] = score[0]);
    }
    return ranks;
  }

  private Console console() {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(notes, true, StandardCharsets.UTF_8),
        false);
  }

  /** Runs a command; its output is in {@link #lines} and {@link #notes}. */
  final int orb(String... args) {
    out.reset();
    notes.reset();
    List<BaseCommand> commands = new ArrayList<>(WebGraphCommands.all());
    commands.addAll(
        PageRankCommands.all((c, d, query, top) -> query.equals("spam") ? hits : Map.of()));
    Configuration own = new Configuration(conf);
    return OrbMain.run("test", args, commands, PageRankCommands.readers(), console(), own);
  }

  final void ok(String... args) {
    assertEquals(0, orb(args), String.join(" ", args) + "\n" + notes());
  }

  /** Runs a command and checks that it fails with the exit code and the message. */
  final void fails(int code, String words, String... args) {
    assertEquals(code, orb(args), String.join(" ", args) + "\n" + notes());
    assertEquals(words, notes().contains(words) ? words : notes());
  }

  final List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  final String notes() {
    return notes.toString(StandardCharsets.UTF_8);
  }

  static List<String> names(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }
}
