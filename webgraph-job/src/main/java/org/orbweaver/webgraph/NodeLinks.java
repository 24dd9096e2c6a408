package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * One node's links in one direction.
 *
 * @param weights of the links; null where all weigh the same
 */
@SuppressWarnings("ArrayRecordComponent") // Looked at, never compared.
record NodeLinks(int[] nodes, float[] weights) {

  /** Those of one node. */
  static NodeLinks of(GraphDir graph, Direction direction, int node) throws IOException {
    try (AdjacencyReader reader = graph.read(direction, true)) {
      reader.moveTo(node);
      return of(reader);
    }
  }

  /** Those of the node that a reader is at. */
  static NodeLinks of(AdjacencyReader reader) {
    return new NodeLinks(reader.copyOfNeighbours(), reader.copyOfWeights());
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
