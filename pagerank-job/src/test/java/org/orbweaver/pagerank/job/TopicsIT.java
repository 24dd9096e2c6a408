package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;

/** Many topics in one run, links followed backwards or by weight, and warm starts. */
class TopicsIT extends PageRankRuns {

  private static final List<Topic> TOPICS =
      List.of(
          Topic.uniform("all"),
          Topic.of("one", Map.of(7, 1.0)),
          Topic.of("few", Map.of(1, 1.0, 250, 3.0)),
          Topic.of("dangling", Map.of(5, 2.0)),
          Topic.of("host", Map.of(101, 1.0, 102, 1.0, 103, 1.0)));

  @BeforeEach
  void setUp() {
    PageRankKeys.TOLERANCE.set(conf, 1e-3);
  }

  @Test
  void eachTopicIsAsIfAloneInAllModesAndPartitions() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String alone = crawl("alone", 1);
    double[][] expected = new double[TOPICS.size()][];
    List<List<String>> histories = new ArrayList<>();
    for (int k = 0; k < expected.length; k++) {
      Topic unnamed = new Topic("", Optional.empty(), TOPICS.get(k).weights());
      RankingRun run = run(alone, PageRankOptions.defaults().withTopics(List.of(unnamed)));
      expected[k] = ranks(alone, run);
      histories.add(history(Path.of(alone, "pagerank", run.run())));
    }
    KernelKeys.BLOCK_PAGES.set(conf, 130);
    KernelKeys.PARTS.set(conf, 4);
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String crawl = crawl(mode, 4);
      RankingRun run = run(crawl, PageRankOptions.defaults().withTopics(TOPICS));
      for (int k = 0; k < expected.length; k++) {
        String folder = "topics/" + TOPICS.get(k).name();
        assertArrayEquals(expected[k], ranks(crawl, run, k), 0, mode + folder);
        Path published = Path.of(crawl, "pagerank", run.run(), folder);
        assertEquals(histories.get(k), history(published), folder);
        assertTrue(Files.readString(published.resolve("meta.json")).contains("\"converged\":true"));
      }
    }
    assertTrue(histories.stream().mapToInt(List::size).distinct().count() > 1, "they differ");
  }

  /** Without the seconds, which differ between runs. */
  private static List<String> history(Path run) throws IOException {
    return Files.readAllLines(run.resolve("history.tsv")).stream()
        .map(line -> line.substring(0, line.lastIndexOf('\t')))
        .toList();
  }

  @Test
  void theRanksAreThoseOfTheNewestPlainRun() throws IOException {
    String crawl = crawl("crawl", 2);
    RankingRun plain = run(crawl);
    run(crawl, PageRankOptions.defaults().withTopics(TOPICS));
    run(crawl, PageRankOptions.defaults().inverted());
    String file = Files.writeString(dir.resolve("set.txt"), url(3) + "\n").toString();
    run(crawl, PageRankOptions.defaults().withTopics(List.of(Topic.file("", file))));
    ok("graph", crawl, "--level", "host");
    ok("pagerank", crawl, "--level", "host");
    run(crawl, PageRankOptions.defaults().withBuild(Optional.of(BUILD + "-hosts")));
    CrawlDir opened = CrawlDir.open(conf, crawl);
    assertEquals(6, opened.fs().listStatus(opened.pageRanks()).length);
    try (Session session = Session.open(conf, crawl, Console.silent(), "test")) {
      assertEquals(
          plain.run(), session.steps().last("pagerank").orElseThrow().results().get("run"));
    }
    ok("read", "pagerank", crawl, "--dump");
    assertTrue(lines().stream().anyMatch(line -> line.endsWith(url(3))), "pages, not hosts");
    ok("read", "pagerank", crawl, "--topic", "host", "--top", "1");
    ok("pagerank", crawl, "--warm-start", "latest");
    ok("pagerank", crawl, "--level", "host", "--warm-start", "latest");
    opened.fs().delete(RankingRuns.newestPlain(opened, opened.pageRanks()).orElseThrow(), true);
    assertEquals(
        plain.run(), RankingRuns.newestPlain(opened, opened.pageRanks()).orElseThrow().getName());
  }

  @Test
  void followsLinksBackwards() throws IOException {
    int[][] edges = edges();
    conf.set(KernelKeys.MODE.name(), "fused");
    String turned = crawl("turned", GraphBuilder.fromEdges(SIZE, edges[1], edges[0]).parts(3));
    RankingRun expected = run(turned);
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String crawl = crawl(mode, 4);
      RankingRun inverse = run(crawl, PageRankOptions.defaults().inverted());
      assertArrayEquals(ranks(turned, expected), ranks(crawl, inverse), 0);
      assertEquals(expected.iterations(), inverse.iterations());
    }
  }

  @Test
  void linksCountByTheirWeightsInAllModes() throws IOException {
    int[][] edges = edges();
    double[] weights = new Random(6).doubles(edges[0].length, .1, 10).toArray();
    GraphBuilder graph =
        GraphBuilder.fromEdges(SIZE, edges[0], edges[1], weights, weights.length).parts(3);
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("fused", graph);
    double[] expected = ranks(crawl, run(crawl));
    conf.set(KernelKeys.MODE.name(), "distributed");
    KernelKeys.BLOCK_PAGES.set(conf, 130);
    RankingRun byTopic = run(crawl, PageRankOptions.defaults().withTopics(TOPICS));
    assertArrayEquals(expected, ranks(crawl, byTopic, 0), 0);
    conf.set(KernelKeys.MODE.name(), "fused");
    PageRankKeys.WEIGHTED.set(conf, false);
    double[] without = ranks(crawl, run(crawl));
    String unweighted = crawl("unweighted", 3);
    assertArrayEquals(ranks(unweighted, run(unweighted)), without, 0);
    double difference = 0;
    for (int v = 0; v < SIZE; v++) {
      difference += Math.abs(without[v] - expected[v]);
    }
    assertTrue(difference > .01, "weights matter: " + difference);
  }

  private static PageRankOptions warm(String run) {
    List<Topic> all = List.of(Topic.uniform(""));
    return new PageRankOptions(Optional.empty(), all, OptionalInt.empty(), false, Optional.of(run));
  }

  @Test
  void aWarmStartSavesIterationsAndPagesAreMatchedByName() throws IOException {
    PageRankKeys.TOLERANCE.set(conf, 1e-9);
    String crawl = crawl("crawl", 2);
    RankingRun cold = run(crawl);
    PageRankOptions warmly = warm(cold.run());
    RankingRun again = run(crawl, warm("latest"));
    assertEquals(1, again.iterations(), "already there");
    RankingRun start = run(crawl, warmly.withIterations(OptionalInt.of(0)));
    assertArrayEquals(ranks(crawl, cold), ranks(crawl, start), 1e-16);

    // A later build: page 0 is gone, so that all ids shift, and a new page lies between others.
    IntFunction<String> later = id -> id < 149 ? url(id + 1) : id == 149 ? url(149) + "x" : url(id);
    int[][] edges =
        Arrays.stream(edges())
            .map(side -> Arrays.stream(side).map(v -> v == 0 ? 149 : v < 150 ? v - 1 : v).toArray())
            .toArray(int[][]::new);
    GraphBuilder graph = GraphBuilder.fromEdges(SIZE, edges[0], edges[1]).parts(3);
    crawl("crawl", "20260202000000", graph, later);
    RankingRun coldAgain = run(crawl);
    KernelKeys.BLOCK_PAGES.set(conf, 70); // ranges that begin at added and removed pages, too
    RankingRun warm = run(crawl, warmly);
    assertTrue(warm.iterations() < coldAgain.iterations(), warm + " " + coldAgain);
    assertTrue(warm.converged());
    assertArrayEquals(ranks(crawl, coldAgain), ranks(crawl, warm), 2e-8);
    OrbException e = assertThrows(OrbException.class, () -> run(crawl, warmly.withTopics(TOPICS)));
    assertTrue(e.getMessage().contains("cannot warm-start topic all"), e.getMessage());
  }

  @Test
  void commandLine() throws IOException {
    String crawl = crawl("crawl", 1);
    Path file = Files.writeString(dir.resolve("sports.txt"), url(3) + "\n");
    ok("pagerank", crawl, "--topic", "sports=" + file, "--topic", "all");
    // A run by topics is not the ranks.
    fails(1, "(topics: sports all)", "read", "pagerank", crawl, "--top", "3");
    String run = notes().replaceAll("(?s).*of the others: (\\d+).*", "$1");
    ok("read", "pagerank", crawl, "--run", run);
    assertTrue(lines().stream().anyMatch(line -> line.contains("sports all")));
    assertTrue(lines().stream().noneMatch(line -> line.contains("http://")));
    fails(2, "--topic", "read", "pagerank", crawl, "--run", run, "--top", "3");
    ok("read", "pagerank", crawl, "--topic", "sports", "--top", "1");
    assertTrue(lines().get(0).endsWith(url(3)));
    ok("read", "pagerank", crawl, "--topic", "all", "--history");
    fails(1, "news", "read", "pagerank", crawl, "--topic", "news");
    fails(2, "twice", "pagerank", crawl, "--topic", "a", "--topic", "a");
    fails(2, "topic name", "pagerank", crawl, "--topic", "../a");
    fails(2, "got both", "pagerank", crawl, "--topic", "a", "--teleport", file.toString());
    Files.writeString(file, url(3) + "\nhttp://nowhere.test/\n");
    fails(1, file + ":2: not in the graph", "pagerank", crawl, "--topic", "sports=" + file);
    fails(1, "no run", "pagerank", crawl, "--warm-start", "20250101000000");
  }
}
