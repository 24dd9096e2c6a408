package org.orbweaver.pagerank.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Solution;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.core.TopicSteps;
import org.orbweaver.webgraph.format.lists.AdjacencyWriter;
import org.orbweaver.webgraph.format.lists.ListReader;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;
import org.orbweaver.webgraph.matrix.Workers;

/** A small graph in memory, and PageRank on it. */
final class TestGraph {

  final int[][] in;
  final int[] outDegrees;

  /** By target, in the places of {@link #in}; null for ones. */
  float[][] weights;

  /** Page u links to {@code targets[u]}; repeated links count once. */
  TestGraph(int[]... targets) {
    List<TreeSet<Integer>> lists =
        Stream.generate(TreeSet<Integer>::new).limit(targets.length).toList();
    outDegrees = new int[targets.length];
    for (int u = 0; u < targets.length; u++) {
      for (int v : targets[u]) {
        if (lists.get(v).add(u)) {
          outDegrees[u]++;
        }
      }
    }
    in =
        lists.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
  }

  /** Of 1 to {@code most} pages; some dangle, some link to themselves. */
  static TestGraph random(Random random, int most) {
    int size = 1 + random.nextInt(most);
    int[][] targets = new int[size][];
    Arrays.setAll(targets, u -> random.ints(random.nextInt(6), 0, size).toArray());
    return new TestGraph(targets);
  }

  static int[] to(int... targets) {
    return targets;
  }

  int size() {
    return in.length;
  }

  FusedPageRank start(PageRank pageRank) throws IOException {
    return start(List.of(pageRank));
  }

  FusedPageRank start(List<PageRank> topics) throws IOException {
    int width = topics.size();
    double[] ranks = new double[size() * width];
    for (int k = 0; k < width; k++) {
      for (int v = 0; v < size(); v++) {
        ranks[v * width + k] = topics.get(k).start().start(v);
      }
    }
    return from(topics, ranks);
  }

  FusedPageRank from(PageRank pageRank, double... ranks) throws IOException {
    return from(List.of(pageRank), ranks);
  }

  /** Starts from the ranks, page by page. */
  private FusedPageRank from(List<PageRank> topics, double[] ranks) throws IOException {
    OutStrength strengths = strengths();
    TopicSteps start = TopicSteps.start(topics);
    for (int v = 0; v < size(); v++) {
      start.count(ranks, v * topics.size(), strengths.at(v));
    }
    Iteration zero = new Iteration(0, 0, start.sums());
    return new FusedPageRank(topics, matrix(), strengths, ranks.clone(), zero);
  }

  /** Gives each link a weight between 1/20 and 20. */
  TestGraph weigh(Random random) {
    weights = new float[in.length][];
    for (int v = 0; v < in.length; v++) {
      weights[v] = new float[in[v].length];
      for (int j = 0; j < weights[v].length; j++) {
        weights[v][j] = (float) Math.exp(3 * (2 * random.nextDouble() - 1));
      }
    }
    return this;
  }

  /** The sum of the weights of each page's links. */
  double[] outWeights() {
    double[] sums = new double[in.length];
    for (int v = 0; v < in.length; v++) {
      for (int j = 0; j < in[v].length; j++) {
        sums[in[v][j]] += weights == null ? 1 : weights[v][j];
      }
    }
    return sums;
  }

  private OutStrength strengths() {
    double[] sums = outWeights();
    return v -> sums[v];
  }

  InMemoryMatrix matrix() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AdjacencyWriter writer = new AdjacencyWriter(bytes, 0, weights != null);
    try (writer) {
      for (int v = 0; v < in.length; v++) {
        double[] weighing = new double[in[v].length];
        int row = v;
        Arrays.setAll(weighing, j -> weights == null ? 0 : weights[row][j]);
        writer.write(in[v], weighing, 0, in[v].length);
      }
    }
    GraphMeta.Part part =
        new GraphMeta.Part(
            "memory", 0, in.length, writer.arcs(), writer.longest(), bytes.size(), "");
    return new InMemoryMatrix(ListReader.of(bytes.toByteArray(), part, weights != null), () -> {});
  }

  /** The ranks at the limit, where changes are only rounding. */
  double[] limit(PageRank pageRank) throws IOException {
    FusedPageRank run = start(pageRank);
    try (Workers workers = new Workers(1)) {
      for (int i = 0; i < 1000; i++) {
        if (run.iterate(workers).change() <= 1e-16 * pageRank.total()) {
          break;
        }
      }
    }
    return run.ranks();
  }

  /** The ranks at a limit, with the equation that they solve. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Solved(double[] ranks, Solution solution) {}

  Solved solve(double damping, Form form, DanglingPolicy policy, Teleport teleport)
      throws IOException {
    double[] ranks = limit(new PageRank(size(), damping, form, policy, teleport));
    double mass = 0;
    double dangling = 0;
    for (int v = 0; v < ranks.length; v++) {
      mass += ranks[v];
      dangling += outDegrees[v] == 0 ? ranks[v] : 0;
    }
    boolean uniform = teleport.pages() == 0;
    return new Solved(ranks, new Solution(size(), damping, form, policy, uniform, mass, dangling));
  }

  /** The ranks after {@code iterations} more. */
  static double[] iterate(FusedPageRank run, int iterations) throws IOException {
    try (Workers workers = new Workers(1)) {
      for (int i = 0; i < iterations; i++) {
        run.iterate(workers);
      }
    }
    return run.ranks().clone();
  }
}
