package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.List;

/** What the text of pages says about their links. */
@FunctionalInterface
public interface PageText {

  /**
   * A link of a page.
   *
   * @param page the target's id in the graph; −1 where it is not in it
   * @param matches how many of the query's words occur in its text
   */
  record Link(int page, int matches) {}

  /** Takes the links of one page. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Called for each page whose text is known, in any order.
     *
     * @param index the page's place in {@code pages}
     * @param links in the order of the page
     */
    void page(int index, List<Link> links) throws IOException;
  }

  /** Visits those of {@code pages}, ids in the graph, whose text is known. */
  void links(int[] pages, Visitor visitor) throws IOException;
}
