package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.List;

/** What the text of pages says about their links. */
@FunctionalInterface
public interface PageText {

  /** Takes the links of one page. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Called for each page whose text is known, in any order.
     *
     * @param index the page's place in {@code pages}
     * @param links in the order of the page
     */
    void page(int index, List<PageLink> links) throws IOException;
  }

  /** Visits those of {@code pages}, ids in the graph, whose text is known. */
  void links(int[] pages, Visitor visitor) throws IOException;
}
