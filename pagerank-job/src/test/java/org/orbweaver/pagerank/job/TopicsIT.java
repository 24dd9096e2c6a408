package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.webgraph.build.FoldPhase;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphLevel;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.ScoreReader;

/** Many topics in one run, links followed backwards, and warm starts, by the local runner. */
class TopicsIT {

  private static final int SIZE = 300;

  @TempDir private Path dir;
  private final Configuration conf = new Configuration();
  private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

  @BeforeEach
  void setUp() {
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 6);
    KernelKeys.THREADS.set(conf, 2);
    PageRankKeys.TOLERANCE.set(conf, 1e-3);
  }

  private static String url(int id) {
    return String.format(Locale.ROOT, "http://h%d.test/%04d", id / 100, id);
  }

  /** Pairs of pages: a fifth of all have no links. */
  private static int[][] edges(int seed) {
    Random random = new Random(seed);
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < SIZE; u++) {
      int degree = u % 5 == 0 ? 0 : 1 + random.nextInt(6);
      for (int i = 0; i < degree; i++) {
        double x = random.nextDouble();
        edges.add(new int[] {u, (int) (SIZE * x * x)});
      }
    }
    return new int[][] {
      edges.stream().mapToInt(e -> e[0]).toArray(), edges.stream().mapToInt(e -> e[1]).toArray()
    };
  }

  private String crawl(String name, int parts) throws IOException {
    int[][] edges = edges(4);
    return crawl(name, "20260101000000", parts, SIZE, edges[0], edges[1], TopicsIT::url);
  }

  private String crawl(
      String name, String build, int parts, int size, int[] from, int[] to, IntFunction<String> url)
      throws IOException {
    GraphBuilder.fromEdges(size, from, to)
        .parts(parts)
        .names(NameKind.URLS, id -> NameKind.URLS.key(url.apply(id)))
        .write(dir.resolve(name).resolve("graph").resolve(build));
    return dir.resolve(name).toString();
  }

  private RankingRun run(String crawl, PageRankOptions options) throws IOException {
    PrintStream out = new PrintStream(notes, true, StandardCharsets.UTF_8);
    try (Session session = Session.open(conf, crawl, new Console(out, out, false), "test")) {
      return new PageRankPhase().run(session, options);
    }
  }

  private double[] scores(String crawl, RankingRun run) throws IOException {
    return scores(crawl, run, 0);
  }

  /** By the number in the URL. */
  private double[] scores(String crawl, RankingRun run, int topic) throws IOException {
    double[] ranks = new double[SIZE];
    GraphDir graph =
        GraphDir.open(conf, new org.apache.hadoop.fs.Path(crawl, "graph/" + run.build()));
    var folder = new org.apache.hadoop.fs.Path(crawl, "pagerank/" + run.run());
    try (ScoreReader scores =
        new ScoreReader(graph, List.of(PublishedRun.column(conf, folder, topic)))) {
      scores.forEachNamed(
          (url, score) ->
              ranks[
                      url.endsWith("x")
                          ? 0
                          : Integer.parseInt(url.substring(url.lastIndexOf('/') + 1))] =
                  score[0]);
    }
    return ranks;
  }

  private static List<Topic> topics() {
    return List.of(
        Topic.uniform("all"),
        Topic.of("one", Map.of(7, 1.0)),
        Topic.of("few", Map.of(1, 1.0, 250, 3.0)),
        Topic.of("dangling", Map.of(5, 2.0)),
        Topic.of("host", Map.of(101, 1.0, 102, 1.0, 103, 1.0)));
  }

  @Test
  void eachTopicIsAsIfAloneInAllModesAndPartitions() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String alone = crawl("alone", 1);
    double[][] expected = new double[topics().size()][];
    List<List<String>> histories = new ArrayList<>();
    for (int k = 0; k < expected.length; k++) {
      Topic topic = topics().get(k);
      Topic unnamed = new Topic("", topic.file(), topic.weights());
      RankingRun run = run(alone, PageRankOptions.defaults().withTopics(List.of(unnamed)));
      expected[k] = scores(alone, run);
      histories.add(history(Path.of(alone, "pagerank", run.run())));
    }
    KernelKeys.BLOCK_PAGES.set(conf, 64);
    for (String mode : List.of("fused", "distributed")) {
      for (int parts : new int[] {4}) {
        conf.set(KernelKeys.MODE.name(), mode);
        KernelKeys.PARTS.set(conf, parts);
        String crawl = crawl(mode + parts, parts);
        RankingRun run = run(crawl, PageRankOptions.defaults().withTopics(topics()));
        for (int k = 0; k < expected.length; k++) {
          String folder = "topics/" + topics().get(k).name();
          assertArrayEquals(expected[k], scores(crawl, run, k), 0, mode + parts + folder);
          Path published = Path.of(crawl, "pagerank", run.run(), folder);
          assertEquals(histories.get(k), history(published), folder);
          assertTrue(
              Files.readString(published.resolve("meta.json")).contains("\"converged\":true"));
        }
      }
    }
    assertTrue(histories.stream().mapToInt(List::size).distinct().count() > 1, "they differ");
  }

  /** Without the seconds, which no two runs share. */
  private static List<String> history(Path run) throws IOException {
    return Files.readAllLines(run.resolve("history.tsv")).stream()
        .map(line -> line.substring(0, line.lastIndexOf('\t')))
        .toList();
  }

  @Test
  void theRanksAreThoseOfTheNewestPlainRun() throws IOException {
    String crawl = crawl("crawl", 2);
    RankingRun plain = run(crawl, PageRankOptions.defaults());
    run(crawl, PageRankOptions.defaults().withTopics(topics()));
    run(crawl, PageRankOptions.defaults().inverted());
    Path file = dir.resolve("set.txt");
    Files.writeString(file, url(3) + "\n");
    run(crawl, PageRankOptions.defaults().withTeleportFile(file.toString()));
    try (Session session = Session.open(conf, crawl, Console.silent(), "test")) {
      new FoldPhase(session, new GraphPhase.Options(0)).run(Optional.empty(), GraphLevel.HOST);
    }
    assertEquals(0, orb("pagerank", crawl, "--level", "host"), text());
    run(crawl, PageRankOptions.defaults().withBuild(Optional.of("20260101000000-hosts")));
    CrawlDir opened = CrawlDir.open(conf, crawl);
    assertEquals(6, opened.fs().listStatus(opened.pageRanks()).length);
    try (Session session = Session.open(conf, crawl, Console.silent(), "test")) {
      assertEquals(
          plain.run(), session.steps().last("pagerank").orElseThrow().results().get("run"));
    }
    notes.reset();
    assertEquals(0, orb("read", "pagerank", crawl, "--json"), text());
    assertTrue(text().contains(url(3)), "pages, not hosts: " + text());
    assertEquals(0, orb("read", "pagerank", crawl, "--topic", "host", "--top", "1"), text());
    assertEquals(0, orb("pagerank", crawl, "--warm-start", "latest"), text());
    assertEquals(0, orb("pagerank", crawl, "--level", "host", "--warm-start", "latest"), text());
    opened.fs().delete(RankingRuns.newestPlain(opened, opened.pageRanks()).orElseThrow(), true);
    assertEquals(
        plain.run(), RankingRuns.newestPlain(opened, opened.pageRanks()).orElseThrow().getName());
  }

  @Test
  void followsLinksBackwards() throws IOException {
    int[][] edges = edges(4);
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String turned = mode + "-turned";
      crawl(turned, "20260101000000", 3, SIZE, edges[1], edges[0], TopicsIT::url);
      turned = dir.resolve(turned).toString();
      RankingRun expected = run(turned, PageRankOptions.defaults());
      String crawl = crawl(mode, 4);
      RankingRun inverse = run(crawl, PageRankOptions.defaults().inverted());
      assertArrayEquals(scores(turned, expected), scores(crawl, inverse), 0);
      assertEquals(expected.iterations(), inverse.iterations());
    }
  }

  @Test
  void linksCountByTheirWeightsInAllModes() throws IOException {
    int[][] edges = edges(4);
    Random random = new Random(6);
    double[] weights = random.doubles(edges[0].length, .1, 10).toArray();
    KernelKeys.BLOCK_PAGES.set(conf, 50);
    PageRankKeys.TOLERANCE.set(conf, 1e-4);
    double[] expected = null;
    String crawl = null;
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      crawl = dir.resolve(mode).toString();
      GraphBuilder.fromEdges(SIZE, edges[0], edges[1], weights, weights.length)
          .parts(3)
          .names(NameKind.URLS, id -> NameKind.URLS.key(url(id)))
          .write(Path.of(crawl, "graph", "20260101000000"));
      RankingRun run = run(crawl, PageRankOptions.defaults().withTopics(topics()));
      RankingRun plain = run(crawl, PageRankOptions.defaults());
      double[] ranks = scores(crawl, plain);
      expected = expected == null ? ranks : expected;
      assertArrayEquals(expected, ranks, 0, mode);
      assertArrayEquals(expected, scores(crawl, run, 0), 0, mode);
    }
    PageRankKeys.WEIGHTED.set(conf, false);
    double[] without = scores(crawl, run(crawl, PageRankOptions.defaults()));
    String unweighted = crawl("unweighted", 3);
    assertArrayEquals(scores(unweighted, run(unweighted, PageRankOptions.defaults())), without, 0);
    double difference = 0;
    for (int v = 0; v < SIZE; v++) {
      difference += Math.abs(without[v] - expected[v]);
    }
    assertTrue(difference > .01, "weights matter: " + difference);
  }

  @Test
  void aDamagedListIsNamedWithItsPlace() throws IOException {
    int[][] edges = edges(4);
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String crawl = dir.resolve(mode).toString();
      Path graph = Path.of(crawl, "graph", "20260101000000");
      GraphBuilder.fromEdges(SIZE, edges[0], edges[1]).write(graph);
      Path file = graph.resolve("in/part-00000");
      byte[] bytes = Files.readAllBytes(file);
      bytes[40] ^= 1;
      Files.write(file, bytes);
      OrbException e =
          assertThrows(OrbException.class, () -> run(crawl, PageRankOptions.defaults()));
      assertTrue(
          e.getMessage().contains("in/part-00000: corrupt: block 0 at byte 0"), e.getMessage());
      assertFalse(Files.exists(Path.of(crawl, "pagerank")), "nothing is published");
    }
  }

  @Test
  void aWarmStartSavesIterationsAndPagesAreMatchedByName() throws IOException {
    PageRankKeys.TOLERANCE.set(conf, 1e-9);
    String crawl = crawl("crawl", 2);
    RankingRun cold = run(crawl, PageRankOptions.defaults());
    RankingRun again = run(crawl, PageRankOptions.defaults().withWarm(Optional.of("latest")));
    assertEquals(1, again.iterations(), "already there");
    RankingRun start =
        run(
            crawl,
            PageRankOptions.defaults()
                .withWarm(Optional.of(cold.run()))
                .withIterations(OptionalInt.of(0)));
    assertArrayEquals(scores(crawl, cold), scores(crawl, start), 1e-16);

    // A later build: page 0 is gone, so that all ids shift, and there is a new one between others.
    int[][] edges = edges(4);
    IntFunction<String> later = id -> id < 149 ? url(id + 1) : id == 149 ? url(149) + "x" : url(id);
    int[] old = new int[SIZE];
    for (int v = 0; v < SIZE; v++) {
      old[v] = v == 0 ? 149 : v < 150 ? v - 1 : v;
    }
    int[] from = Arrays.stream(edges[0]).map(v -> old[v]).toArray();
    int[] to = Arrays.stream(edges[1]).map(v -> old[v]).toArray();
    crawl("crawl", "20260202000000", 3, SIZE, from, to, later);
    RankingRun coldAgain = run(crawl, PageRankOptions.defaults());
    KernelKeys.BLOCK_PAGES.set(conf, 40); // ranges that begin where pages came and went, too
    RankingRun warm = run(crawl, PageRankOptions.defaults().withWarm(Optional.of(cold.run())));
    assertTrue(warm.iterations() < coldAgain.iterations(), warm + " " + coldAgain);
    assertTrue(warm.converged());
    assertArrayEquals(scores(crawl, coldAgain), scores(crawl, warm), 2e-8);
    OrbException e =
        assertThrows(
            OrbException.class,
            () ->
                run(
                    crawl,
                    PageRankOptions.defaults()
                        .withTopics(topics())
                        .withWarm(Optional.of(cold.run()))));
    assertTrue(e.getMessage().contains("cannot warm-start topic all"), e.getMessage());
  }

  @Test
  void commandLine() throws IOException {
    String crawl = crawl("crawl", 1);
    Path file = dir.resolve("sports.txt");
    Files.writeString(file, url(3) + "\n");
    assertEquals(0, orb("pagerank", crawl, "--topic", "sports=" + file, "--topic", "all"), text());
    assertEquals(1, orb("read", "pagerank", crawl, "--top", "3"), "these are not the ranks");
    assertTrue(text().contains("(topics: sports all)"), text());
    String run = text().replaceAll("(?s).*of the others: (\\d+).*", "$1");
    notes.reset();
    assertEquals(0, orb("read", "pagerank", crawl, "--run", run));
    assertTrue(text().contains("sports all"), text());
    assertFalse(text().contains("http://"), text());
    assertEquals(2, orb("read", "pagerank", crawl, "--run", run, "--top", "3"));
    assertEquals(0, orb("read", "pagerank", crawl, "--topic", "sports", "--top", "1"));
    assertTrue(text().contains("http://h0.test/0003"), text());
    assertEquals(0, orb("read", "pagerank", crawl, "--topic", "all", "--history"));
    assertEquals(1, orb("read", "pagerank", crawl, "--topic", "news"));
    assertEquals(2, orb("pagerank", crawl, "--topic", "a", "--topic", "a"));
    assertEquals(2, orb("pagerank", crawl, "--topic", "../a"));
    assertEquals(2, orb("pagerank", crawl, "--topic", "a", "--teleport", file.toString()));
    Files.writeString(file, url(3) + "\nhttp://nowhere.test/\n");
    assertEquals(1, orb("pagerank", crawl, "--topic", "sports=" + file));
    assertTrue(text().contains(file + ":2: not in the graph"), text());
    assertEquals(1, orb("pagerank", crawl, "--warm-start", "20250101000000"));
  }

  private String text() {
    return notes.toString(StandardCharsets.UTF_8);
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
}
