package org.orbweaver.webgraph.exchange;

import java.io.IOException;

/**
 * Reads edges, as SNAP publishes them: a line holds the names of a source and a target, and a
 * weight or none, the same way on all lines; lines that begin with {@code #} or {@code %} and empty
 * ones are passed over.
 *
 * @param integers whether names must be whole numbers
 * @param closed whether all nodes are known, so that another name is an error
 * @param undirected whether an edge leads both ways
 * @param weights whether weights, where there are any, are kept
 */
record Edges(boolean integers, boolean closed, boolean undirected, boolean weights) {

  /** Reads all edges; returns how many lines held one. */
  long read(ByteLines lines, NamedEdges into) throws IOException {
    long edges = 0;
    boolean weighted = false;
    while (lines.nextLine()) {
      if (!lines.nextWord() || lines.word()[0] == '#' || lines.word()[0] == '%') {
        continue;
      }
      int source = node(lines, into);
      if (!lines.nextWord()) {
        throw lines.failed(
            "expected source and target, got only a source (did you mean --format lists?)");
      }
      int target = node(lines, into);
      boolean third = lines.nextWord();
      if (edges == 0) {
        weighted = third;
      } else if (third != weighted) {
        throw lines.failed(
            third
                ? "has a weight, but the first edge has none (did you mean --format lists?)"
                : "has no weight, but the first edge has one (did you mean --format lists?)");
      }
      double weight = weighted ? lines.weight() : 1;
      if (lines.nextWord()) {
        throw lines.failed(
            "expected source, target and weight, got more (did you mean --format lists?)");
      }
      add(source, target, weight, weighted && weights, into);
      edges++;
    }
    return edges;
  }

  private void add(int source, int target, double weight, boolean weighted, NamedEdges into) {
    boolean both = undirected && source != target;
    if (weighted) {
      into.add(source, target, weight);
      if (both) {
        into.add(target, source, weight);
      }
    } else {
      into.add(source, target);
      if (both) {
        into.add(target, source);
      }
    }
  }

  private int node(ByteLines lines, NamedEdges into) {
    if (integers) {
      NamedEdges.requireInteger(lines);
    }
    int known = into.nodes();
    int node = into.node(lines);
    if (closed && node >= known) {
      throw lines.failed(lines.shown() + " is not among the vertices");
    }
    return node;
  }
}
