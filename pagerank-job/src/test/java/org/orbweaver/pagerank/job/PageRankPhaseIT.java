package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/** A run from its start to its published files, in both modes, and its end by force. */
class PageRankPhaseIT extends PageRankRuns {

  @BeforeEach
  void setUp() {
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 2);
    PageRankKeys.TOLERANCE.set(conf, 1e-3);
  }

  @Test
  void modesPartitionsAndThreadsGiveTheSameBits() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("fused", 1);
    RankingRun fused = run(crawl);
    double[] expected = ranks(crawl, fused);
    assertTrue(fused.converged());
    assertTrue(fused.iterations() > 6, fused.toString());
    assertEquals(1, Arrays.stream(expected).sum(), 1e-12);
    KernelKeys.THREADS.set(conf, 7);
    String parted = crawl("fused7", 7);
    assertArrayEquals(expected, ranks(parted, run(parted)), 0);
    conf.set(KernelKeys.MODE.name(), "distributed");
    for (int[] cut : new int[][] {{0, 7}, {101, 2}}) { // pages of a block, parts
      KernelKeys.BLOCK_PAGES.set(conf, cut[0]);
      String other = crawl("distributed" + cut[0], cut[1]);
      RankingRun run = run(other);
      assertEquals(fused.iterations(), run.iterations());
      assertEquals(fused.change(), run.change());
      assertArrayEquals(expected, ranks(other, run), 0, "blocks of " + cut[0]);
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
      assertEquals(ranks[17], scores.of(url(17))[1]);
      assertNull(scores.of("http://nowhere.test/"));
      double[][] some = scores.of(new int[] {3, 3, 41});
      assertEquals(ranks[3], some[1][0]);
      assertEquals(ranks[41], some[2][0]);
      assertEquals(
          Arrays.stream(ranks)
              .map(rank -> -rank)
              .sorted()
              .map(rank -> -rank)
              .limit(20)
              .boxed()
              .toList(),
          scores.top(20, pair -> pair[0]).stream().map(ScoreReader.Scored::score).toList());
    }
    scoresByUrlAreThoseById(opened, new org.apache.hadoop.fs.Path(run + "/scores"), ranks);
  }

  private void scoresByUrlAreThoseById(
      CrawlDir crawl, org.apache.hadoop.fs.Path folder, double[] ranks) throws IOException {
    List<String> firsts = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Text url = new Text();
    DoubleWritable score = new DoubleWritable();
    for (var part : Parts.of(crawl.fs(), folder)) {
      try (SequenceFile.Reader file =
          new SequenceFile.Reader(
              conf, SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(part, "data")))) {
        firsts.add(file.getMetadata().get(RankingRuns.FIRST_KEY).toString());
      }
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        while (reader.next(url, score)) {
          assertTrue(seen.add(url.toString()));
          assertEquals(ranks[id(url.toString())], score.get());
        }
      }
    }
    assertEquals(SIZE, seen.size());
    assertEquals(Stream.of(0, 100, 200).map(id -> ReversedUrl.key(url(id))).toList(), firsts);
  }

  private void killAt(String crawl, int iteration) {
    assertThrows(
        IllegalStateException.class,
        () ->
            run(
                crawl,
                PageRankOptions.defaults(),
                i -> {
                  if (i.number() >= iteration) {
                    throw new IllegalStateException("killed");
                  }
                }));
  }

  @Test
  void aKilledRunGoesOnWhereItWas() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String whole = crawl("whole", 2);
    double[] expected = ranks(whole, run(whole));
    conf.set(KernelKeys.MODE.name(), "distributed");
    String crawl = crawl("crawl", 2);
    killAt(crawl, 4);
    List<Integer> second = new ArrayList<>();
    RankingRun result = run(crawl, PageRankOptions.defaults(), i -> second.add(i.number()));
    assertEquals(4, result.resumedAt());
    assertEquals(5, second.get(0), "iterations are not made twice");
    assertArrayEquals(expected, ranks(crawl, result), 0);
    assertEquals(
        result.iterations() + 1,
        Files.readAllLines(Path.of(crawl, "pagerank", result.run(), "history.tsv")).size(),
        "the history has both parts");
  }

  @Test
  void aDamagedCheckpointFallsBackToTheOneBefore() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String whole = crawl("whole", 2);
    double[] expected = ranks(whole, run(whole));
    String crawl = crawl("crawl", 2);
    killAt(crawl, 6);
    Path staging = Path.of(crawl, ".staging");
    staging = staging.resolve(names(staging).get(0));
    assertEquals(
        List.of("iter-4", "iter-6"),
        names(staging).stream().filter(name -> name.startsWith("iter-")).toList(),
        "two are kept");
    Path slice = staging.resolve("iter-6/rank-0");
    byte[] bytes = Files.readAllBytes(slice);
    bytes[2001] ^= 1;
    Files.write(slice, bytes);
    Files.deleteIfExists(staging.resolve("iter-6/.rank-0.crc"));
    RankingRun result = run(crawl);
    assertEquals(4, result.resumedAt());
    assertTrue(notes().contains("checkpoint 6 is damaged"), notes());
    assertArrayEquals(expected, ranks(crawl, result), 0);
  }

  @Test
  void otherParametersStartAnew() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("crawl", 2);
    killAt(crawl, 2);
    PageRankKeys.DAMPING.set(conf, .5);
    RankingRun result = run(crawl);
    assertEquals(0, result.resumedAt());
    assertTrue(notes().contains("other parameters; starting again"), notes());
    String whole = crawl("whole", 2);
    assertArrayEquals(ranks(whole, run(whole)), ranks(crawl, result), 0);
  }

  @Test
  void teleportSetAndExactIterations() throws IOException {
    String crawl = crawl("crawl", 2);
    Path file = dir.resolve("teleport.txt");
    Files.writeString(file, "# topic\n" + url(1) + "\n" + url(250) + " 3\n");
    PageRankOptions options =
        PageRankOptions.defaults().withTopics(List.of(Topic.file("", file.toString())));
    double[] start = ranks(crawl, run(crawl, options.withIterations(OptionalInt.of(0))));
    assertEquals(.25, start[1]);
    assertEquals(.75, start[250]);
    double[] expected = null;
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      RankingRun result = run(crawl, options.withIterations(OptionalInt.of(3)));
      assertEquals(3, result.iterations());
      double[] ranks = ranks(crawl, result);
      expected = expected == null ? ranks : expected;
      assertArrayEquals(expected, ranks, 0);
      assertFalse(Files.exists(Path.of(crawl, "pagerank", result.run(), "scores")));
    }
    Files.writeString(file, url(1) + "\nhttp://nowhere.test/ 5\n");
    OrbException e = assertThrows(OrbException.class, () -> run(crawl, options));
    assertEquals(file + ":2: not in the graph: http://nowhere.test/", e.getMessage());
  }

  @Test
  void aCycleWithoutTeleportIsWrittenAndSaidNotToConverge() throws IOException {
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 1000);
    PageRankKeys.DAMPING.set(conf, 1.0);
    String crawl = crawl("cycle", GraphBuilder.fromEdges(2, new int[] {0, 1}, new int[] {1, 0}));
    Path file = Files.writeString(dir.resolve("teleport.txt"), url(0) + "\n");
    RankingRun result =
        run(crawl, PageRankOptions.defaults().withTopics(List.of(Topic.file("", file.toString()))));
    assertFalse(result.converged());
    assertEquals(2, result.change());
    assertTrue(notes().contains("did not converge"), notes());
  }

  @Test
  void commandLine() throws IOException {
    String crawl = crawl("crawl", 1);
    ok("pagerank", crawl, "--iterations", "3", "--mode", "distributed");
    ok("read", "pagerank", crawl, "--top", "3", "--json");
    assertTrue(lines().get(0).startsWith("{\"url\":\"http://h0.test/0000\",\"pagerank\":"));
    ok("read", "pagerank", crawl, "--history");
    assertEquals("iteration  change  mass  dangling  seconds", lines().get(0));
    ok("read", "pagerank", crawl);
    ok("read", "pagerank", crawl, "--url", url(1));
    fails(1, "not in the ranked graph", "read", "pagerank", crawl, "--url", "http://nowhere.test/");
    fails(2, "damping", "pagerank", crawl, "--damping", "1.5");
    fails(2, "mode", "pagerank", crawl, "--mode", "pull");
    String empty = Files.createDirectories(dir.resolve("empty")).toString();
    fails(1, "graph", "pagerank", empty);
    fails(1, "no run in", "read", "pagerank", empty);
    fails(1, "absent", "pagerank", dir.resolve("absent").toString());
  }

  @Test
  void damagedGraphIsOneClearError() throws IOException {
    String crawl = crawl("crawl", 2);
    Path lists = Path.of(crawl, "graph", BUILD, "in", "part-00001");
    byte[] bytes = Files.readAllBytes(lists);
    byte[] inTheMiddle = bytes.clone();
    inTheMiddle[bytes.length / 2] ^= 1;
    byte[] inTheFirstBlock = bytes.clone();
    inTheFirstBlock[40] ^= 1;
    Files.deleteIfExists(lists.resolveSibling(".part-00001.crc")); // it would find it first
    for (byte[] damaged :
        List.of(Arrays.copyOf(bytes, bytes.length - 3), inTheMiddle, inTheFirstBlock)) {
      Files.write(lists, damaged);
      for (String mode : List.of("fused", "distributed")) {
        conf.set(KernelKeys.MODE.name(), mode);
        String message = assertThrows(OrbException.class, () -> run(crawl)).getMessage();
        assertTrue(message.contains("in/part-00001: "), message);
        assertTrue(message.contains("build the graph again"), message);
        assertTrue(
            damaged != inTheFirstBlock || message.contains("corrupt: block 0 at byte 0"), message);
        assertFalse(Files.exists(Path.of(crawl, ".staging")), "nothing is left");
      }
    }
    assertFalse(Files.exists(Path.of(crawl, "pagerank")), "nothing is published");
  }
}
