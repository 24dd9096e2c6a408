package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
   * Reads one partition: of the successors for co-citation, of the predecessors for coupling. All
   * have to be read.
   */
  public void read(AdjacencyReader part) throws IOException {
    for (int u = part.next(); u >= 0; u = part.next()) {
      if (citing.get(u)) {
        for (int i = 0; i < part.degree(); i++) {
          shared[part.neighbours()[i]]++;
        }
      }
    }
  }

  /**
   * The pages that share most with it, most first; equal ones by cosine, then by id. The page
   * itself is the {@code first} of each pair.
   *
   * @param degrees of all pages in the direction of {@code citing}
   */
  public List<SharedNeighbours.Pair> top(int[] degrees, int count) {
    List<SharedNeighbours.Pair> pairs = new ArrayList<>();
    for (int w = 0; w < shared.length; w++) {
      if (shared[w] > 0 && w != page) {
        pairs.add(SharedNeighbours.Pair.of(page, w, shared[w], degrees[page], degrees[w]));
      }
    }
    pairs.sort(SharedNeighbours.BY_COUNT);
    return pairs.subList(0, Math.min(count, pairs.size()));
  }
}
