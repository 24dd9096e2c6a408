package org.orbweaver.webgraph.structure;

/**
 * Weakly connected components, the direction of links left out: disjoint sets, united by index,
 * paths halved. 8 bytes a node while it runs, 4 are kept.
 */
public final class WeakComponents {
  private final int[] component;
  private final Sizes sizes;

  private WeakComponents(int[] component, Sizes sizes) {
    this.component = component;
    this.sizes = sizes;
  }

  /** Finds them; numbered in the order of their first nodes. */
  public static WeakComponents of(Adjacency out) {
    int n = out.nodes();
    int[] parent = new int[n];
    for (int v = 0; v < n; v++) {
      parent[v] = v;
    }
    for (int v = 0; v < n; v++) {
      for (int i = out.start(v); i < out.start(v + 1); i++) {
        int a = root(parent, v);
        int b = root(parent, out.target(i));
        // The lower one becomes the root: so a root is its component's first node.
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    int[] component = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      int root = root(parent, v);
      component[v] = root == v ? count++ : component[root];
    }
    return new WeakComponents(component, Sizes.of(component));
  }

  private static int root(int[] parent, int v) {
    int at = v;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The component of a node: a number below {@code sizes().count()}. */
  public int component(int node) {
    return component[node];
  }

  public Sizes sizes() {
    return sizes;
  }
}
