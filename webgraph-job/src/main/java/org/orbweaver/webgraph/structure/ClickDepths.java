package org.orbweaver.webgraph.structure;

import java.util.Arrays;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * The depth of each page: the links on the shortest path from the nearest of some pages, by
 * breadth-first search. 8 bytes a page.
 */
public final class ClickDepths {
  /** The depth of a page to which no path leads. */
  public static final int NONE = -1;

  private ClickDepths() {}

  /**
   * The depths by node.
   *
   * @param sources the nodes of depth 0; the same may come again
   */
  public static int[] of(CsrGraph out, int[] sources) {
    int[] depths = new int[out.nodes()];
    Arrays.fill(depths, NONE);
    int[] queue = new int[out.nodes()];
    int end = 0;
    for (int source : sources) {
      if (depths[source] == NONE) {
        depths[source] = 0;
        queue[end++] = source;
      }
    }
    for (int next = 0; next < end; next++) {
      int node = queue[next];
      for (int i = out.start(node); i < out.start(node + 1); i++) {
        int target = out.target(i);
        if (depths[target] == NONE) {
          depths[target] = depths[node] + 1;
          queue[end++] = target;
        }
      }
    }
    return depths;
  }
}
