package org.orbweaver.webgraph.format;

/** The coded lists of some consecutive nodes: one or more blocks of an {@link AdjacencyWriter}. */
public final class ListChunk {
  final int first;
  final int end;
  final byte[] lists;
  final float[] weights;

  /**
   * @param lists the records of the nodes {@code [first, end)}, from the beginning of a block on
   * @param weights of all their links, in their order; null for ones
   */
  ListChunk(int first, int end, byte[] lists, float[] weights) {
    this.first = first;
    this.end = end;
    this.lists = lists;
    this.weights = weights;
  }

  /** The id of its first node. */
  public int first() {
    return first;
  }

  /** One past the id of its last node. */
  public int end() {
    return end;
  }

  /** Bytes that it takes in memory. */
  public long bytes() {
    return lists.length + (weights == null ? 0 : (long) Float.BYTES * weights.length);
  }
}
