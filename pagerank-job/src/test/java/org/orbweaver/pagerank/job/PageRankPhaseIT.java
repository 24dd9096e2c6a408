package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.common.store.Session;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/** The jobs, by the local runner, on a graph of 500 pages. */
class PageRankPhaseIT {

  private static final int SIZE = 500;

  @TempDir private Path dir;
  private final Configuration conf = new Configuration();
  private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

  @BeforeEach
  void setUp() {
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 4);
    KernelKeys.THREADS.set(conf, 2);
    PageRankKeys.TOLERANCE.set(conf, 1e-5);
  }

  private static String url(int id) {
    return String.format(Locale.ROOT, "http://h%d.test/%04d", id / 100, id);
  }

  /** A graph with pages without links, self-links, hubs; the same links for each crawl. */
  private String crawl(String name, int parts) throws IOException {
    Random random = new Random(9);
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < SIZE; u++) {
      int degree = u % 7 == 0 ? 0 : 1 + random.nextInt(8);
      for (int i = 0; i < degree; i++) {
        double x = random.nextDouble();
        edges.add(new int[] {u, (int) (SIZE * x * x)});
      }
    }
    int[] sources = edges.stream().mapToInt(e -> e[0]).toArray();
    int[] targets = edges.stream().mapToInt(e -> e[1]).toArray();
    GraphBuilder.fromEdges(SIZE, sources, targets)
        .parts(parts)
        .names(NameKind.URLS, id -> NameKind.URLS.key(url(id)))
        .write(dir.resolve(name).resolve("graph/20260101000000"));
    return dir.resolve(name).toString();
  }

  private Session session(String crawl) throws IOException {
    return Session.open(
        conf,
        crawl,
        new Console(
            new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(notes, true, StandardCharsets.UTF_8),
            false),
        "test");
  }

  private RankingRun run(String crawl) throws IOException {
    return run(crawl, PageRankOptions.defaults(), iteration -> {});
  }

  private RankingRun run(String crawl, PageRankOptions options, Consumer<Iteration> listener)
      throws IOException {
    try (Session session = session(crawl)) {
      return new PageRankPhase(listener).run(session, options);
    }
  }

  /** The ranks by id, after comparing them with the scores by URL. */
  private double[] ranks(String crawl, RankingRun result) throws IOException {
    double[] ranks = new double[SIZE];
    var run = new org.apache.hadoop.fs.Path(crawl, "pagerank/" + result.run());
    GraphDir graph =
        GraphDir.open(conf, new org.apache.hadoop.fs.Path(crawl, "graph/" + result.build()));
    try (ScoreReader scores = new ScoreReader(graph, List.of(PublishedRun.column(conf, run, 0)))) {
      scores.forEach((id, rank) -> ranks[id] = rank[0]);
      assertEquals(url(7), scores.names().name(7));
    }
    Set<String> seen = new HashSet<>();
    Text url = new Text();
    DoubleWritable score = new DoubleWritable();
    for (var part : Parts.of(run.getFileSystem(conf), scores(crawl, result))) {
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        while (reader.next(url, score)) {
          String name = url.toString();
          assertTrue(seen.add(name));
          assertEquals(
              ranks[Integer.parseInt(name.substring(name.lastIndexOf('/') + 1))], score.get());
        }
      }
    }
    boolean byUrl = run.getFileSystem(conf).exists(scores(crawl, result));
    assertEquals(byUrl ? SIZE : 0, seen.size());
    return ranks;
  }

  private static org.apache.hadoop.fs.Path scores(String crawl, RankingRun result) {
    return new org.apache.hadoop.fs.Path(crawl, "pagerank/" + result.run() + "/scores");
  }

  private String text() {
    return notes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void modesPartitionsAndThreadsGiveTheSameBits() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("fused", 1);
    RankingRun fused = run(crawl);
    double[] expected = ranks(crawl, fused);
    assertTrue(fused.converged());
    assertTrue(fused.iterations() > 2 * 4, fused.toString());
    double sum = 0;
    for (double rank : expected) {
      sum += rank;
    }
    assertEquals(1, sum, 1e-12);
    for (int parts : new int[] {2, 7}) {
      KernelKeys.THREADS.set(conf, parts);
      String other = crawl("fused" + parts, parts);
      assertArrayEquals(expected, ranks(other, run(other)), 0, "fused, parts " + parts);
    }
    conf.set(KernelKeys.MODE.name(), "distributed");
    for (int block : new int[] {0, 41}) {
      KernelKeys.BLOCK_PAGES.set(conf, block);
      for (int parts : new int[] {1, 7}) {
        String where = "blocks of " + block + ", parts " + parts;
        String other = crawl(where.replace(" ", ""), parts);
        RankingRun run = run(other);
        assertEquals(fused.iterations(), run.iterations());
        assertEquals(fused.change(), run.change());
        assertArrayEquals(expected, ranks(other, run), 0, where);
      }
    }
  }

  @Test
  void publishesScoresMetaAndHistoryAndLeavesNothingElse() throws IOException {
    KernelKeys.PARTS.set(conf, 3);
    String crawl = crawl("crawl", 2);
    RankingRun result = run(crawl);
    Path run = Path.of(crawl, "pagerank", result.run());
    assertEquals(
        List.of("history.tsv", "meta.json", "ranks", "scores"),
        names(run).stream().filter(name -> !name.startsWith(".")).toList());
    assertEquals(
        List.of("part-r-00000", "part-r-00001", "part-r-00002"), names(run.resolve("scores")));
    assertFalse(Files.exists(Path.of(crawl, ".staging")), "staging is cleared");
    assertEquals(result.iterations() + 1, Files.readAllLines(run.resolve("history.tsv")).size());
    assertTrue(Files.readString(run.resolve("meta.json")).contains("\"converged\":true"));
    double[] ranks = ranks(crawl, result);
    CrawlDir opened = CrawlDir.open(conf, crawl);
    GraphDir graph = Rankings.graph(conf, opened, Optional.empty());
    var column = PublishedRun.column(conf, new org.apache.hadoop.fs.Path(run.toString()), 0);
    try (ScoreReader scores = new ScoreReader(graph, List.of(column, column))) {
      for (int id = 0; id < SIZE; id++) {
        assertEquals(ranks[id], scores.of(url(id))[1]);
      }
      assertNull(scores.of("http://nowhere.test/"));
      double[][] some = scores.of(new int[] {3, 3, 41});
      assertEquals(ranks[3], some[1][0]);
      assertEquals(ranks[41], some[2][0]);
      List<ScoreReader.Scored> top = scores.top(20, pair -> pair[0]);
      assertEquals(20, top.size());
      for (int i = 1; i < top.size(); i++) {
        assertTrue(top.get(i - 1).score() >= top.get(i).score());
      }
      assertEquals(Arrays.stream(ranks).max().getAsDouble(), top.get(0).score());
    }
    List<String> firsts = new ArrayList<>();
    for (var part : Parts.of(opened.fs(), scores(crawl, result))) {
      var data = new org.apache.hadoop.fs.Path(part, "data");
      try (SequenceFile.Reader file =
          new SequenceFile.Reader(conf, SequenceFile.Reader.file(data))) {
        firsts.add(file.getMetadata().get(RankingRuns.FIRST_KEY).toString());
      }
    }
    assertEquals(Stream.of(0, 167, 334).map(id -> ReversedUrl.key(url(id))).toList(), firsts);
  }

  @Test
  void aKilledRunGoesOnWhereItWas() throws IOException {
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String whole = crawl(mode + "-whole", 2);
      double[] expected = ranks(whole, run(whole));
      String crawl = crawl(mode, 2);
      List<Integer> seen = new ArrayList<>();
      assertThrows(IllegalStateException.class, () -> killAt(crawl, 8, seen));
      List<Integer> second = new ArrayList<>();
      RankingRun result = run(crawl, PageRankOptions.defaults(), i -> second.add(i.number()));
      assertEquals(8, result.resumedAt());
      assertTrue(second.get(0) > 8, "iterations are not made twice: " + second);
      assertArrayEquals(expected, ranks(crawl, result), 0);
      assertEquals(
          result.iterations() + 1,
          Files.readAllLines(Path.of(crawl, "pagerank", result.run(), "history.tsv")).size(),
          "the history has both parts");
    }
  }

  private void killAt(String crawl, int iteration, List<Integer> seen) throws IOException {
    run(
        crawl,
        PageRankOptions.defaults(),
        i -> {
          seen.add(i.number());
          if (i.number() >= iteration) {
            throw new IllegalStateException("killed");
          }
        });
  }

  @Test
  void aDamagedCheckpointFallsBackToTheOneBefore() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String whole = crawl("whole", 2);
    double[] expected = ranks(whole, run(whole));
    String crawl = crawl("crawl", 2);
    assertThrows(IllegalStateException.class, () -> killAt(crawl, 12, new ArrayList<>()));
    Path staging = Path.of(crawl, ".staging");
    staging = staging.resolve(names(staging).get(0));
    assertEquals(
        List.of("iter-12", "iter-8"),
        names(staging).stream().filter(name -> name.startsWith("iter-")).toList(),
        "two are kept");
    Path slice = staging.resolve("iter-12/rank-0");
    byte[] bytes = Files.readAllBytes(slice);
    bytes[2001] ^= 1;
    Files.write(slice, bytes);
    Files.deleteIfExists(staging.resolve("iter-12/.rank-0.crc"));
    RankingRun result = run(crawl);
    assertEquals(8, result.resumedAt());
    assertTrue(text().contains("checkpoint 12 is damaged"), text());
    assertArrayEquals(expected, ranks(crawl, result), 0);
  }

  @Test
  void otherParametersStartAnew() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("crawl", 2);
    assertThrows(IllegalStateException.class, () -> killAt(crawl, 4, new ArrayList<>()));
    PageRankKeys.DAMPING.set(conf, .5);
    RankingRun result = run(crawl);
    assertEquals(0, result.resumedAt());
    assertTrue(text().contains("other parameters; starting again"), text());
    String whole = crawl("whole", 2);
    assertArrayEquals(ranks(whole, run(whole)), ranks(crawl, result), 0);
  }

  @Test
  void teleportSetAndExactIterations() throws IOException {
    String crawl = crawl("crawl", 2);
    Path file = dir.resolve("teleport.txt");
    Files.writeString(file, "# topic\n" + url(1) + "\n" + url(350) + " 3\n");
    PageRankOptions options =
        PageRankOptions.defaults()
            .withTeleportFile(file.toString())
            .withIterations(OptionalInt.of(0));
    double[] start = ranks(crawl, run(crawl, options, i -> {}));
    assertEquals(.25, start[1]);
    assertEquals(.75, start[350]);
    double[][] results = new double[2][];
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      RankingRun result = run(crawl, options.withIterations(OptionalInt.of(5)), i -> {});
      assertEquals(5, result.iterations());
      results[mode.equals("fused") ? 0 : 1] = ranks(crawl, result);
    }
    assertArrayEquals(results[0], results[1], 0);
    Files.writeString(file, url(1) + "\nhttp://nowhere.test/ 5\n");
    OrbException e = assertThrows(OrbException.class, () -> run(crawl, options, i -> {}));
    assertEquals(file + ":2: not in the graph: http://nowhere.test/", e.getMessage());
  }

  @Test
  void aCycleWithoutTeleportIsWrittenAndSaidNotToConverge() throws IOException {
    PageRankKeys.DAMPING.set(conf, 1.0);
    String crawl = dir.resolve("cycle").toString();
    GraphBuilder.fromEdges(2, new int[] {0, 1}, new int[] {1, 0})
        .write(Path.of(crawl, "graph/20260101000000"));
    Path file = dir.resolve("teleport.txt");
    Files.writeString(file, "0\n");
    RankingRun result =
        run(crawl, PageRankOptions.defaults().withTeleportFile(file.toString()), i -> {});
    assertFalse(result.converged());
    assertEquals(2, result.change());
    assertTrue(text().contains("did not converge"), text());
  }

  @Test
  void commandLine() throws IOException {
    String crawl = crawl("crawl", 1);
    String[] line = {"pagerank", crawl, "--iterations", "3", "--mode", "distributed"};
    assertEquals(0, orb(line), text());
    assertEquals(0, orb("read", "pagerank", crawl, "--top", "3", "--json"));
    assertTrue(text().contains("{\"url\":\"http://h0.test/0000\",\"pagerank\":"), text());
    assertEquals(0, orb("read", "pagerank", crawl, "--history"));
    assertTrue(text().contains("iteration  change  mass  dangling  seconds"), text());
    assertEquals(0, orb("read", "pagerank", crawl));
    assertEquals(0, orb("read", "pagerank", crawl, "--url", url(1)));
    assertEquals(1, orb("read", "pagerank", crawl, "--url", "http://nowhere.test/"));
    assertEquals(2, orb("pagerank", crawl, "--damping", "1.5"));
    assertEquals(2, orb("pagerank", crawl, "--mode", "pull"));
    assertEquals(1, orb("pagerank", dir.resolve("absent").toString()));
    Files.createDirectories(dir.resolve("empty"));
    assertEquals(1, orb("pagerank", dir.resolve("empty").toString()));
    assertEquals(1, orb("read", "pagerank", dir.resolve("empty").toString()));
  }

  private int orb(String... args) {
    PrintStream out = new PrintStream(notes, true, StandardCharsets.UTF_8);
    Configuration own = new Configuration();
    own.set("hadoop.tmp.dir", conf.get("hadoop.tmp.dir"));
    return OrbMain.run(
        "test",
        args,
        PageRankCommands.all(),
        PageRankCommands.readers(),
        new Console(out, out, false),
        own);
  }

  @Test
  void damagedGraphIsOneClearError() throws IOException {
    String crawl = crawl("crawl", 2);
    Path lists = Path.of(crawl, "graph/20260101000000/in");
    Path found =
        lists.resolve(names(lists).stream().filter(n -> !n.startsWith(".")).toList().get(1));
    byte[] bytes = Files.readAllBytes(found);
    byte[] changed = bytes.clone();
    changed[changed.length / 2] ^= 1;
    Path checksums = found.resolveSibling("." + found.getFileName() + ".crc");
    Files.deleteIfExists(checksums); // Hadoop's own would find it first
    for (byte[] damaged : List.of(Arrays.copyOf(bytes, bytes.length - 3), changed)) {
      Files.write(found, damaged);
      for (String mode : List.of("fused", "distributed")) {
        conf.set(KernelKeys.MODE.name(), mode);
        OrbException e = assertThrows(OrbException.class, () -> run(crawl));
        assertTrue(e.getMessage().contains("in/part-00001: "), e.getMessage());
        assertTrue(e.getMessage().contains("build the graph again"), e.getMessage());
        assertFalse(Files.exists(Path.of(crawl, ".staging")), "nothing is left");
      }
    }
    assertFalse(Files.exists(Path.of(crawl, "pagerank")), "nothing is published");
  }
}
