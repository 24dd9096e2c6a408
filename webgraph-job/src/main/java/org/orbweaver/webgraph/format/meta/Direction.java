package org.orbweaver.webgraph.format.meta;

import java.util.List;

/** The direction of a graph's lists. */
public enum Direction {
  /** By target: a row holds the pages that link to it. */
  IN,
  /** By source: a row holds the pages it links to. */
  OUT;

  /** The direction of the same links seen from their other ends. */
  public Direction opposite() {
    return this == IN ? OUT : IN;
  }

  /** The partitions of {@code graph} in this direction. */
  public List<GraphMeta.Part> parts(GraphMeta graph) {
    return this == IN ? graph.in() : graph.out();
  }
}
