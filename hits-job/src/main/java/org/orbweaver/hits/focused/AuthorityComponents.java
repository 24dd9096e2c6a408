package org.orbweaver.hits.focused;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The connected classes of authorities: two belong together if one hub links to both, and so on
 * transitively. A walk that goes back and forth over links stays in its class; the classes are the
 * blocks of EᵀE. Union–find with path halving; memory: 4 bytes a page.
 */
public final class AuthorityComponents {

  /** The parent of each page; its own number for a root, −1 for a page without in-links. */
  private final int[] parent;

  private AuthorityComponents(int pages) {
    parent = new int[pages];
    Arrays.fill(parent, -1);
  }

  /** Finds the classes in one pass. */
  public static AuthorityComponents of(HubRows rows) throws IOException {
    AuthorityComponents components = new AuthorityComponents(rows.columns());
    rows.forEach(
        (hub, authorities, weights, count) -> {
          for (int i = 0; i < count; i++) {
            components.unite(authorities[0], authorities[i]);
          }
        });
    return components;
  }

  /** As {@link #of(HubRows)}, of links in memory. */
  static AuthorityComponents of(LinkMatrix matrix) {
    try {
      return of((HubRows) matrix);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reads from memory
    }
  }

  private void unite(int a, int b) {
    parent[a] = parent[a] < 0 ? a : parent[a];
    parent[b] = parent[b] < 0 ? b : parent[b];
    int first = of(a);
    int second = of(b);
    // The smallest number represents the class, whatever the order of the links.
    parent[Math.max(first, second)] = Math.min(first, second);
  }

  /** The smallest page of {@code page}'s class; −1 for a page without in-links. */
  public int of(int page) {
    int at = page;
    if (parent[at] < 0) {
      return -1;
    }
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The number of classes. */
  public int count() {
    int count = 0;
    for (int page = 0; page < parent.length; page++) {
      count += parent[page] == page ? 1 : 0;
    }
    return count;
  }
}
