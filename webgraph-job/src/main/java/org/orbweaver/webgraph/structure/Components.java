package org.orbweaver.webgraph.structure;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * Strongly or weakly connected components. (WebGraph's own need all of fastutil, twice the size of
 * the job jar, and five times the CPU if most components are small.)
 */
public final class Components {
  private final int[] component;
  private final int[] sizes;

  private Components(int[] component) {
    this.component = component;
    int count = 0;
    for (int c : component) {
      count = Math.max(count, c + 1);
    }
    sizes = new int[count];
    for (int c : component) {
      sizes[c]++;
    }
  }

  /**
   * The sizes of components.
   *
   * @param largest nodes of the largest; 0 in an empty graph
   * @param countBySize the number of components of each size, smallest size first
   */
  public record Sizes(int count, int largest, Map<Integer, Integer> countBySize) {}

  /**
   * Strongly connected components: D. J. Pearce's form of Tarjan's algorithm ("A space-efficient
   * algorithm for finding strongly connected components", Information Processing Letters 116,
   * 2016), with a stack of its own. One pass over the arcs; 12 bytes a node while it runs.
   */
  public static Components strong(CsrGraph out) {
    return new Components(new Search(out).run());
  }

  /**
   * Weakly connected components, the direction of links left out, numbered in the order of their
   * first nodes: disjoint sets, united by index, paths halved. 8 bytes a node while it runs.
   */
  public static Components weak(CsrGraph out) {
    int n = out.nodes();
    int[] parent = new int[n];
    Arrays.setAll(parent, v -> v);
    for (int v = 0; v < n; v++) {
      for (int i = out.start(v); i < out.start(v + 1); i++) {
        int a = root(parent, v);
        int b = root(parent, out.target(i));
        // The lower one becomes the root, so that a root is its component's first node.
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    int[] component = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      int root = root(parent, v);
      component[v] = root == v ? count++ : component[root];
    }
    return new Components(component);
  }

  private static int root(int[] parent, int v) {
    int at = v;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The component of a node: a number from 0, without gaps. */
  public int component(int node) {
    return component[node];
  }

  /** The number of nodes of a component. */
  public int size(int number) {
    return sizes[number];
  }

  public Sizes sizes() {
    TreeMap<Integer, Integer> histogram = new TreeMap<>();
    for (int size : sizes) {
      histogram.merge(size, 1, Integer::sum);
    }
    int largest = histogram.isEmpty() ? 0 : histogram.lastKey();
    return new Sizes(sizes.length, largest, histogram);
  }

  /**
   * The depth-first search. A node's index is 0 while it is unseen, then the lowest number of a
   * node on the path that it leads back to, and finally, counted down from the array's end, its
   * component. Components are above all numbers on the path, so a finished node never lowers
   * another.
   */
  private static final class Search {
    private final CsrGraph out;
    private final int nodes;
    private final int[] index;
    private final int[] next;

    /** The path from the left; from the right the nodes whose component is not known yet. */
    private final int[] stacks;

    private final BitSet leadsBack;
    private int path;
    private int waiting;
    private int number = 1;
    private int component;

    Search(CsrGraph out) {
      this.out = out;
      nodes = out.nodes();
      index = new int[nodes];
      next = new int[nodes];
      stacks = new int[nodes];
      leadsBack = new BitSet(nodes);
      waiting = nodes;
      // Components count downwards from the number of nodes, which no number on a path exceeds.
      component = nodes;
    }

    int[] run() {
      for (int v = 0; v < nodes; v++) {
        if (index[v] == 0) {
          enter(v);
          while (path > 0) {
            step(stacks[path - 1]);
          }
        }
      }
      for (int v = 0; v < nodes; v++) {
        index[v] = nodes - index[v];
      }
      return index;
    }

    private void enter(int v) {
      stacks[path++] = v;
      index[v] = number++;
      next[v] = out.start(v);
    }

    private void step(int v) {
      int end = out.start(v + 1);
      while (next[v] < end) {
        int w = out.target(next[v]);
        if (index[w] == 0) {
          // Visited once more when it is done: the position in the row stays.
          enter(w);
          return;
        }
        if (index[w] < index[v]) {
          index[v] = index[w];
          leadsBack.set(v);
        }
        next[v]++;
      }
      leave(v);
    }

    private void leave(int v) {
      path--;
      if (leadsBack.get(v)) {
        stacks[--waiting] = v;
        return;
      }
      number--;
      while (waiting < nodes && index[stacks[waiting]] >= index[v]) {
        index[stacks[waiting++]] = component;
        number--;
      }
      index[v] = component--;
    }
  }
}
