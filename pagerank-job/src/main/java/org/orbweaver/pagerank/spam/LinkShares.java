package org.orbweaver.pagerank.spam;

import java.io.IOException;
import java.util.Arrays;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;

/**
 * A page's links with the share of its rank that each passes on: 1/d, or its weight's part of the
 * sum of weights. One pass over the links gives those of all pages, with one reused object.
 */
final class LinkShares {
  /** Receives a page. */
  interface Visitor {
    /** Called once a page, in the order of ids. */
    void visit(LinkShares page);
  }

  private int page;
  private int degree;
  private int[] targets;
  private float[] weights;
  private int weightsFrom;
  private double sum;

  /**
   * Visits all pages.
   *
   * @param weighted true if the ranking counted links by the graph's weights
   */
  static void forEach(GraphDir graph, boolean weighted, Visitor visitor) throws IOException {
    LinkShares at = new LinkShares();
    graph.forEach(Direction.OUT, weighted, (node, list) -> visitor.visit(at.moveTo(list)));
  }

  /** Moves to the current page of a reader of successors. */
  LinkShares moveTo(AdjacencyReader reader) {
    page = reader.node();
    degree = reader.degree();
    targets = reader.neighbours();
    weights = reader.weights();
    weightsFrom = reader.weightsFrom();
    sum = 0;
    return this;
  }

  int page() {
    return page;
  }

  int degree() {
    return degree;
  }

  /** The target of link {@code i}; targets ascend. */
  int target(int i) {
    return targets[i];
  }

  /** The share that link {@code i} passes on. */
  double share(int i) {
    if (weights == null) {
      return 1.0 / degree;
    }
    if (sum == 0) { // in the order in which the ranking adds them
      for (int j = 0; j < degree; j++) {
        sum += weights[weightsFrom + j];
      }
    }
    return weights[weightsFrom + i] / sum;
  }

  /** The share that the link to {@code page} passes on; the link must exist. */
  double shareTo(int page) {
    return share(Arrays.binarySearch(targets, 0, degree, page));
  }
}
