package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.WeightReader;

/**
 * One node's links in one direction.
 *
 * @param weights of the links; null where all weigh the same
 */
@SuppressWarnings("ArrayRecordComponent") // Looked at, never compared.
record NodeLinks(int[] nodes, float[] weights) {

  /** Reads a node's partition up to it. */
  static NodeLinks successors(GraphDir graph, int node) throws IOException {
    int p = partition(graph.meta().out(), node);
    try (AdjacencyReader lists = graph.out(p);
        WeightReader weights = graph.isWeighted() ? graph.outWeights(p) : null) {
      return find(lists, weights, node);
    }
  }

  /** Reads a node's partition up to it. */
  static NodeLinks predecessors(GraphDir graph, int node) throws IOException {
    int p = partition(graph.meta().in(), node);
    try (AdjacencyReader lists = graph.in(p);
        WeightReader weights = graph.isWeighted() ? graph.inWeights(p) : null) {
      return find(lists, weights, node);
    }
  }

  private static int partition(List<GraphMeta.Part> parts, int node) {
    int p = 0;
    while (parts.get(p).end() <= node) {
      p++;
    }
    return p;
  }

  private static NodeLinks find(AdjacencyReader lists, WeightReader weights, int node)
      throws IOException {
    NodeLinks links;
    int at;
    do {
      at = lists.next();
      links = of(lists, weights);
    } while (at < node);
    return links;
  }

  /** Those of the node that a reader is at. */
  static NodeLinks of(AdjacencyReader lists, WeightReader weights) throws IOException {
    int degree = lists.degree();
    return new NodeLinks(
        lists.copyOfNeighbours(),
        weights == null ? null : java.util.Arrays.copyOf(weights.next(degree), degree));
  }

  boolean isWeighted() {
    return weights != null;
  }

  /** The weight of a link behind a tab; empty where all weigh the same. */
  String column(int link) {
    return weights == null ? "" : "\t" + weights[link];
  }

  List<Double> weightList() {
    List<Double> list = new ArrayList<>(weights.length);
    for (float weight : weights) {
      list.add((double) weight);
    }
    return list;
  }
}
