package org.orbweaver.hits.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/** The jobs, by the local runner, on a graph of 300 pages. */
class HitsPhaseIT extends HitsRuns {

  private static final int SIZE = 300;

  HitsPhaseIT() {
    super(QuerySource.NONE);
  }

  @BeforeEach
  void setUp() {
    KernelKeys.ITERATIONS_PER_JOB.set(conf, 3);
    KernelKeys.THREADS.set(conf, 2);
    HitsKeys.TOLERANCE.set(conf, 1e-3);
  }

  private static String url(int id) {
    return String.format(Locale.ROOT, "http://h.test/%04d", id);
  }

  private String crawl(String name, int parts) throws IOException {
    Random random = new Random(4);
    int edges = 1500;
    GraphBuilder.fromEdges(
            SIZE,
            random.doubles(edges).mapToInt(x -> (int) (SIZE * x * x)).toArray(),
            random.doubles(edges).mapToInt(x -> (int) (SIZE * (1 - x * x * x))).toArray())
        .parts(parts)
        .names(NameKind.URLS, id -> NameKind.URLS.key(url(id)))
        .write(dir.resolve(name).resolve("graph/20260101000000"));
    return dir.resolve(name).toString();
  }

  private RankingRun run(String crawl, Consumer<Iteration> listener) throws IOException {
    try (Session session = Session.open(conf, crawl, console(), "test")) {
      return new HitsPhase(listener).run(session, Optional.empty(), OptionalInt.empty());
    }
  }

  /** Authorities, then hubs, by id. */
  private double[] scores(String crawl, RankingRun result) throws IOException {
    double[] scores = new double[2 * SIZE];
    CrawlDir opened = CrawlDir.open(conf, crawl);
    var run = new org.apache.hadoop.fs.Path(opened.hits(), result.run());
    try (ScoreReader reader = HitsPhase.scores(conf, opened, run)) {
      reader.forEachNamed(
          (url, pair) -> {
            int id = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
            scores[id] = pair[0];
            scores[SIZE + id] = pair[1];
          });
    }
    int seen = 0;
    Text url = new Text();
    DoubleWritable score = new DoubleWritable();
    for (String list : List.of("authorities", "hubs")) {
      for (var part : Parts.of(opened.fs(), new org.apache.hadoop.fs.Path(run, list))) {
        try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
          while (reader.next(url, score)) {
            String name = url.toString();
            int id = Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
            assertEquals(scores[id + (list.equals("hubs") ? SIZE : 0)], score.get());
            seen++;
          }
        }
      }
    }
    assertEquals(2 * SIZE, seen);
    return scores;
  }

  @Test
  void modesAndPartitionsGiveTheSameBits() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String crawl = crawl("fused", 1);
    RankingRun fused = run(crawl, i -> {});
    assertTrue(fused.converged());
    assertTrue(fused.iterations() > 3, fused.toString());
    double[] expected = scores(crawl, fused);
    double[] squares = new double[2];
    for (int i = 0; i < expected.length; i++) {
      squares[i / SIZE] += expected[i] * expected[i];
    }
    assertArrayEquals(new double[] {1, 1}, squares, 1e-12);
    KernelKeys.PARTS.set(conf, 2);
    conf.set(KernelKeys.MODE.name(), "distributed");
    for (int parts : new int[] {1, 7}) {
      KernelKeys.BLOCK_PAGES.set(conf, parts == 1 ? 0 : 40);
      String other = crawl("distributed" + parts, parts);
      RankingRun run = run(other, i -> {});
      assertEquals(fused.iterations(), run.iterations());
      assertArrayEquals(expected, scores(other, run), 0, "distributed, parts " + parts);
      assertFalse(Files.exists(Path.of(other, ".staging")), "staging is cleared");
    }
  }

  @Test
  void aKilledRunGoesOnWhereItWas() throws IOException {
    conf.set(KernelKeys.MODE.name(), "fused");
    String whole = crawl("whole", 2);
    double[] expected = scores(whole, run(whole, i -> {}));
    for (String mode : List.of("fused", "distributed")) {
      conf.set(KernelKeys.MODE.name(), mode);
      String crawl = crawl(mode, 2);
      assertThrows(
          IllegalStateException.class,
          () ->
              run(
                  crawl,
                  i -> {
                    if (i.number() >= 3) {
                      throw new IllegalStateException("killed");
                    }
                  }));
      List<Integer> seen = new ArrayList<>();
      RankingRun result = run(crawl, i -> seen.add(i.number()));
      assertEquals(3, result.resumedAt());
      assertTrue(seen.get(0) > 3, "iterations are not made twice: " + seen);
      assertArrayEquals(expected, scores(crawl, result), 0);
    }
  }

  @Test
  void aGraphWithoutLinksIsExplained() throws IOException {
    String crawl = dir.resolve("nolinks").toString();
    GraphBuilder.fromEdges(3, new int[0], new int[0]).write(Path.of(crawl, "graph/20260101000000"));
    OrbException e = assertThrows(OrbException.class, () -> run(crawl, i -> {}));
    assertTrue(e.getMessage().contains("3 pages but no links"), e.getMessage());
    assertFalse(Files.exists(Path.of(crawl, "hits")));
  }

  @Test
  void commandLine() throws IOException {
    String crawl = crawl("crawl", 2);
    ok("hits", crawl, "--iterations", "2");
    assertTrue(notes().contains("most tightly linked community"), notes());
    ok("read", "hits", crawl);
    ok("read", "hits", crawl, "--top", "2", "--json");
    assertTrue(lines().get(0).contains("\"authority\":"), lines().get(0));
    assertTrue(lines().get(2).contains("\"hub\":"), lines().get(2));
    ok("read", "hits", crawl, "--url", url(5));
    fails(1, "not in the ranked graph", "read", "hits", crawl, "--url", "http://nowhere.test/");
    fails(2, "--iterations", "hits", crawl, "--iterations", "0");
    fails(2, "--top", "read", "hits", crawl, "--top", "0");
    Files.createDirectories(dir.resolve("empty"));
    assertEquals(1, orb("hits", dir.resolve("empty").toString()));
  }

  @Test
  void salsaOfAWholeGraph() throws IOException {
    double[] expected = null;
    for (int parts : new int[] {1, 5}) {
      String crawl = crawl("salsa" + parts, parts);
      RankingRun result;
      try (Session session = Session.open(conf, crawl, Console.silent(), "test")) {
        result = new SalsaPhase().run(session, Optional.empty());
      }
      double[] scores = scores(crawl, result);
      assertEquals(1, Arrays.stream(scores, 0, SIZE).sum(), 1e-12);
      assertEquals(1, Arrays.stream(scores, SIZE, 2 * SIZE).sum(), 1e-12);
      assertArrayEquals(expected == null ? scores : expected, scores, 0);
      expected = scores;
      assertFalse(Files.exists(Path.of(crawl, ".staging")), "staging is cleared");
      fails(1, result.run() + " (SALSA)", "read", "hits", crawl);
      ok("read", "hits", crawl, "--run", result.run());
    }
  }

  @Test
  void salsaThatDoesNotFitIsRefused() throws IOException {
    GraphDir graph =
        GraphDir.open(conf, new org.apache.hadoop.fs.Path(crawl("big", 1), "graph/20260101000000"));
    SalsaPhase.requireMemory(graph, 100_000);
    OrbException e =
        assertThrows(OrbException.class, () -> SalsaPhase.requireMemory(graph, 10_000));
    assertTrue(e.getMessage().contains("300 pages"), e.getMessage());
  }

  @Test
  void theOutputSaysWhatTheScoresAre() throws IOException {
    // 300 pages; 0 and 1 both link to 2 and 3, 4 links to 5.
    String crawl = dir.resolve("parts").toString();
    GraphBuilder.fromEdges(SIZE, new int[] {0, 0, 1, 1, 4}, new int[] {2, 3, 2, 3, 5})
        .write(Path.of(crawl, "graph/20260101000000"));
    ok("hits", crawl, "--iterations", "25");
    for (String words :
        List.of(
            "L1 change after 20 iterations: ",
            "authority 0: 297 pages without inlinks",
            "hub 0: 297 pages without outlinks",
            "1 authority and 1 hub, in 1 community;",
            "all have converged to 0",
            "sum to 2.0: the scores are those of about 2 pages")) {
      assertTrue(notes().contains(words), words + " in " + notes());
    }
    Map<String, String> meta =
        Rankings.readMeta(
            FileSystem.getLocal(conf),
            CrawlDir.open(conf, crawl).latest(CrawlDir.open(conf, crawl).hits()).orElseThrow());
    assertEquals("297", meta.get("pagesWithoutInlinks"));
    assertEquals("1", meta.get("otherCommunities"));
    assertTrue(Double.parseDouble(meta.get("changeAfter20")) < 1e-9, meta.toString());
    assertEquals(2, Double.parseDouble(meta.get("authoritiesOverLargest")), 1e-9);
  }
}
