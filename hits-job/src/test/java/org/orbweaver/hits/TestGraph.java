package org.orbweaver.hits;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.orbweaver.webgraph.format.AdjacencyWriter;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.ListReader;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;
import org.orbweaver.webgraph.matrix.Workers;

/** A small graph in memory, and HITS on it. */
final class TestGraph {

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
    return new FusedHits(matrix(in), matrix(out), authorities, hubs, HitsSums.start(0, in.length));
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
