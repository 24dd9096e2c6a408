package org.orbweaver.webgraph.structure;

import java.util.BitSet;

/**
 * Strongly connected components: D. J. Pearce's form of Tarjan's algorithm ("A space-efficient
 * algorithm for finding strongly connected components", Information Processing Letters 116, 2016),
 * with a stack of its own. One pass over the arcs; 12 bytes a node while it runs, 4 are kept.
 */
public final class StrongComponents {
  private final int[] component;
  private final Sizes sizes;

  private StrongComponents(int[] component, Sizes sizes) {
    this.component = component;
    this.sizes = sizes;
  }

  /** Finds them. */
  public static StrongComponents of(Adjacency out) {
    int[] component = new Search(out).run();
    return new StrongComponents(component, Sizes.of(component));
  }

  /** The component of a node: a number below {@code sizes().count()}. */
  public int component(int node) {
    return component[node];
  }

  public Sizes sizes() {
    return sizes;
  }

  /**
   * The depth-first search. A node's index is 0 as long as it is unseen, then the lowest number of
   * a node on the path that it leads back to, and at last, from the array's end downwards, its
   * component. Components are above all numbers on the path, so a finished node never looks lower.
   */
  private static final class Search {
    private final Adjacency out;
    private final int nodes;
    private final int[] index;
    private final int[] next;

    /** The path from the left; from the right those whose component is not known yet. */
    private final int[] stacks;

    private final BitSet leadsBack;
    private int path;
    private int waiting;
    private int number = 1;
    private int component;

    Search(Adjacency out) {
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
          // Looked at once more when it is done: the place in the row stays.
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
