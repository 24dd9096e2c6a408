package org.orbweaver.hits.focused;

import java.io.IOException;

/** A web graph, asked for the links of a few of its pages at a time. */
public interface LinkSource {

  /** Takes the neighbours of one page. */
  @FunctionalInterface
  interface PageVisitor {
    /**
     * Called for each page that was asked for, ascending.
     *
     * @param neighbours ascending; the callee may keep them
     */
    void page(int page, int[] neighbours) throws IOException;
  }

  /**
   * Visits the pages that each of {@code pages} links to.
   *
   * @param pages ids, strictly ascending
   */
  void successors(int[] pages, PageVisitor visitor) throws IOException;

  /** As {@link #successors}, the pages that link to them. */
  void predecessors(int[] pages, PageVisitor visitor) throws IOException;

  /** The host of a page's URL; empty where the page has none that is known. */
  String host(int page) throws IOException;
}
