package org.orbweaver.webgraph.build;

/**
 * An arc in 64 bits: the direction in the top bit, then 31 bits for the node whose list it belongs
 * to, then the neighbour. As signed numbers, the arcs of one direction sort by node, then by
 * neighbour.
 */
final class Arc {
  private static final long IN = Long.MIN_VALUE;

  private Arc() {}

  /** The arc in the list of successors of {@code node}. */
  static long out(int node, int neighbour) {
    return (long) node << 32 | neighbour;
  }

  /** The same arc in the list of predecessors of its target. */
  static long turn(long out) {
    return IN | out << 32 | out >>> 32;
  }

  static boolean isOut(long arc) {
    return arc >= 0;
  }

  static int node(long arc) {
    return (int) (arc >>> 32) & Integer.MAX_VALUE;
  }

  static int neighbour(long arc) {
    return (int) arc;
  }
}
