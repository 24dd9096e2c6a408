package org.orbweaver.webgraph.structure;

import java.util.BitSet;
import java.util.List;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.webgraph.format.AdjacencyReader;

/**
 * What one page shares with every other one, exactly, in one pass over one direction of the graph
 * and with 4 bytes a page: its co-cited pages by going over the successor lists of the pages that
 * link to it, its coupled pages by going over the predecessor lists of those it links to.
 */
public final class SharedWithPage {
  private final int page;
  private final BitSet citing;
  private final int[] shared;

  /**
   * Nothing is counted yet.
   *
   * @param citing the page's predecessors, for co-citation; its successors, for coupling
   */
  public SharedWithPage(int pages, int page, int[] citing) {
    this.page = page;
    this.citing = new BitSet(pages);
    for (int u : citing) {
      this.citing.set(u);
    }
    shared = new int[pages];
  }

  /**
   * Adds a page's list: of successors for co-citation, of predecessors for coupling. All have to be
   * added.
   */
  public void add(int u, AdjacencyReader list) {
    for (int i = 0; i < list.degree() && citing.get(u); i++) {
      shared[list.neighbours()[i]]++;
    }
  }

  /**
   * The pages that share most with it, most first; equal ones by cosine, then by id. The page
   * itself is the {@code first} of each pair.
   *
   * @param degrees of all pages in the direction of {@code citing}
   */
  public List<SharedNeighbours.Pair> top(int[] degrees, int count) {
    TopList<SharedNeighbours.Pair> pairs = new TopList<>(SharedNeighbours.BY_COUNT, count);
    for (int w = 0; w < shared.length; w++) {
      if (shared[w] > 0 && w != page) {
        pairs.add(SharedNeighbours.Pair.of(page, w, shared[w], degrees[page], degrees[w]));
      }
    }
    return pairs.list();
  }
}
