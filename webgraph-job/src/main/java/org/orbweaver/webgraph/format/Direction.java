package org.orbweaver.webgraph.format;

import java.util.List;

/** Which lists of a graph are meant. */
public enum Direction {
  /** By target: a row holds the pages that link to it. */
  IN,
  /** By source: a row holds the pages it links to. */
  OUT;

  /** The lists of the same links from their other ends. */
  public Direction opposite() {
    return this == IN ? OUT : IN;
  }

  /** The partitions of {@code graph} in this direction. */
  public List<GraphMeta.Part> parts(GraphMeta graph) {
    return this == IN ? graph.in() : graph.out();
  }
}
