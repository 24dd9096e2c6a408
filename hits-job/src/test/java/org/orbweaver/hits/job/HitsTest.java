package org.orbweaver.hits.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.hits.focused.InMemoryHits;
import org.orbweaver.hits.focused.LinkMatrix;
import org.orbweaver.webgraph.format.lists.AdjacencyWriter;
import org.orbweaver.webgraph.format.lists.ListReader;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;
import org.orbweaver.webgraph.matrix.Workers;

class HitsTest {

  /** wiki-Vote by networkx 2.8.8 ({@code nx.hits}), rescaled from sum 1 to length 1. */
  private static final double[][] WIKI_AUTHORITIES = {
    {2398, .0921192517786253},
    {4037, .0918726842524417},
    {3352, .08313163601169121},
    {1549, .08225035458727242},
    {762, .08054172476616389},
    {3089, .08045360352399138},
    {1297, .0803371381639624},
    {2565, .0793881307562029},
    {15, .07860192667371356},
    {2625, .07847172856719366}
  };

  private static final double[][] WIKI_HUBS = {
    {2565, .21918394897634966},
    {766, .20907678936279803},
    {2688, .17777224388069174},
    {457, .17712691967878236},
    {1166, .1659116199540037},
    {1549, .1579117961191543},
    {11, .1358409557219128},
    {1151, .12620349551657897},
    {1374, .1233285572026676},
    {1133, .10817414046898245}
  };

  /** Power iteration on the dense matrices EᵀE and EEᵀ. */
  private static double[] dense(int[][] first, int[][] second, int iterations, double[] x) {
    double[] result = x;
    for (int k = 0; k < iterations; k++) {
      double[] half = new double[x.length];
      for (int v = 0; v < x.length; v++) {
        for (int u : first[v]) {
          half[v] += result[u];
        }
      }
      double[] next = new double[x.length];
      double squares = 0;
      for (int v = 0; v < x.length; v++) {
        for (int u : second[v]) {
          next[v] += half[u];
        }
        squares += next[v] * next[v];
      }
      for (int v = 0; v < x.length; v++) {
        next[v] /= Math.sqrt(squares);
      }
      result = next;
    }
    return result;
  }

  @Test
  void oneHubAndItsAuthorities() throws IOException {
    TestGraph graph = new TestGraph(4, new int[] {0, 0, 3}, new int[] {1, 2, 2});
    FusedHits run = graph.start();
    TestGraph.iterate(run, 1);
    // a = (0, 1, 2, 0)/√5, h = (3, 0, 0, 2)/√13
    assertArrayEquals(
        new double[] {0, 1 / Math.sqrt(5), 2 / Math.sqrt(5), 0}, TestGraph.authorities(run), 1e-15);
    assertArrayEquals(
        new double[] {3 / Math.sqrt(13), 0, 0, 2 / Math.sqrt(13)}, TestGraph.hubs(run), 1e-15);
    TestGraph.iterate(run, 200);
    // The golden ratio: authorities 1 : φ, hubs φ : 1.
    double phi = (1 + Math.sqrt(5)) / 2;
    double length = Math.sqrt(1 + phi * phi);
    assertArrayEquals(
        new double[] {0, 1 / length, phi / length, 0}, TestGraph.authorities(run), 1e-14);
    assertArrayEquals(new double[] {phi / length, 0, 0, 1 / length}, TestGraph.hubs(run), 1e-14);
  }

  @Test
  void agreesWithTheDenseMatrixOnManySmallGraphs() throws IOException {
    Random random = new Random(11);
    for (int g = 0; g < 3000; g++) {
      int size = 2 + random.nextInt(12);
      int edges = 1 + random.nextInt(3 * size);
      TestGraph graph =
          new TestGraph(
              size, random.ints(edges, 0, size).toArray(), random.ints(edges, 0, size).toArray());
      FusedHits run = graph.start();
      int iterations = 1 + random.nextInt(40);
      TestGraph.iterate(run, iterations);
      double[] ones = new double[size];
      Arrays.fill(ones, 1);
      double[] hubs = TestGraph.hubs(run);
      assertArrayEquals(dense(graph.in, graph.out, iterations, ones), hubs, 1e-10, "graph " + g);
      double[] seed = new double[size];
      for (int v = 0; v < size; v++) {
        seed[v] = graph.in[v].length;
      }
      double squares = 0;
      for (double x : seed) {
        squares += x * x;
      }
      for (int v = 0; v < size; v++) {
        seed[v] /= Math.sqrt(squares);
      }
      assertArrayEquals(
          dense(graph.out, graph.in, iterations - 1, seed),
          TestGraph.authorities(run),
          1e-10,
          "graph " + g);
    }
  }

  @Test
  void threadsDoNotChangeABit() throws IOException {
    Random random = new Random(21);
    int size = 30_000;
    int[] sources = random.doubles(200_000).mapToInt(x -> (int) (size * x * x)).toArray();
    int[] targets = random.doubles(200_000).mapToInt(x -> (int) (size * x * x * x)).toArray();
    TestGraph graph = new TestGraph(size, sources, targets);
    double[][] expected = null;
    for (int threads : new int[] {1, 2, 3, 8}) {
      FusedHits run = graph.start();
      TestGraph.iterate(run, 12, threads);
      double[][] scores = {TestGraph.authorities(run), TestGraph.hubs(run)};
      expected = expected == null ? scores : expected;
      assertArrayEquals(expected[0], scores[0], 0, threads + " threads");
      assertArrayEquals(expected[1], scores[1], 0, threads + " threads");
    }
    // The two implementations share no line of the arithmetic but the sums.
    InMemoryHits other = InMemoryHits.run(new LinkMatrix(size, graph.out, null), -1, 12);
    assertArrayEquals(expected[0], other.authorities(), 1e-14);
    assertArrayEquals(expected[1], other.hubs(), 1e-14);
  }

  @Test
  void wikiVoteAgreesWithNetworkx() throws IOException {
    Path file =
        Path.of(
            System.getProperty("orbweaver.shared", "absent"),
            "data/graphs/wiki-Vote/wiki-Vote.txt");
    assumeTrue(Files.isRegularFile(file), "skipped: no public graph at " + file);
    Map<Integer, Integer> ids = new HashMap<>();
    List<int[]> edges =
        Files.readAllLines(file).stream()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .map(line -> line.strip().split("\\s+", -1))
            .map(
                field ->
                    new int[] {
                      id(ids, Integer.parseInt(field[0])), id(ids, Integer.parseInt(field[1]))
                    })
            .toList();
    assertEquals(7115, ids.size());
    assertEquals(103_689, edges.size());
    TestGraph graph =
        new TestGraph(
            ids.size(),
            edges.stream().mapToInt(e -> e[0]).toArray(),
            edges.stream().mapToInt(e -> e[1]).toArray());
    FusedHits run = graph.start();
    TestGraph.iterate(run, 100);
    assertTrue(run.last().change() < 1e-12, "change " + run.last().change());
    check(WIKI_AUTHORITIES, TestGraph.authorities(run), ids);
    check(WIKI_HUBS, TestGraph.hubs(run), ids);
  }

  private static int id(Map<Integer, Integer> ids, int name) {
    return ids.computeIfAbsent(name, n -> ids.size());
  }

  private static void check(double[][] expected, double[] scores, Map<Integer, Integer> ids) {
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < expected.length; i++) {
      int id = ids.get((int) expected[i][0]);
      assertEquals(order[i], id, "place " + i);
      assertEquals(expected[i][1], scores[id], 1e-10);
    }
    assertEquals(1, Arrays.stream(scores).map(x -> x * x).sum(), 1e-12);
  }

  /** A small graph in memory, and HITS on it. */
  private static final class TestGraph {

    final int[][] in;
    final int[][] out;

    /** Edges from {@code sources[i]} to {@code targets[i]}; repeated ones count once. */
    TestGraph(int size, int[] sources, int[] targets) {
      in = lists(size, targets, sources);
      out = lists(size, sources, targets);
    }

    private static int[][] lists(int size, int[] rows, int[] columns) {
      List<TreeSet<Integer>> lists = new ArrayList<>();
      for (int v = 0; v < size; v++) {
        lists.add(new TreeSet<>());
      }
      for (int i = 0; i < rows.length; i++) {
        lists.get(rows[i]).add(columns[i]);
      }
      return lists.stream()
          .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
          .toArray(int[][]::new);
    }

    FusedHits start() throws IOException {
      double[] hubs = new double[in.length];
      Arrays.fill(hubs, 1);
      double[] authorities = new double[in.length];
      return new FusedHits(
          matrix(in), matrix(out), authorities, hubs, HitsSums.start(0, in.length));
    }

    static void iterate(FusedHits run, int iterations) throws IOException {
      iterate(run, iterations, 2);
    }

    static void iterate(FusedHits run, int iterations, int threads) throws IOException {
      try (Workers workers = new Workers(threads)) {
        for (int i = 0; i < iterations; i++) {
          run.iterate(workers);
        }
      }
    }

    static double[] authorities(FusedHits run) {
      return scaled(run.authorities(), HitsSums.authorityScale(run.last()));
    }

    static double[] hubs(FusedHits run) {
      return scaled(run.hubs(), HitsSums.hubScale(run.last()));
    }

    private static double[] scaled(double[] values, double scale) {
      double[] scaled = values.clone();
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] *= scale;
      }
      return scaled;
    }

    private static InMemoryMatrix matrix(int[][] lists) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      AdjacencyWriter writer = new AdjacencyWriter(bytes, 0, false);
      try (writer) {
        for (int[] list : lists) {
          writer.write(list, null, 0, list.length);
        }
      }
      GraphMeta.Part part =
          new GraphMeta.Part(
              "memory", 0, lists.length, writer.arcs(), writer.longest(), bytes.size(), "");
      return new InMemoryMatrix(ListReader.of(bytes.toByteArray(), part, false), () -> {});
    }
  }
}
