package org.orbweaver.crawler.links;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BinaryOperator;

/**
 * Collects the links to one page: for each source the link of the newest segment, and at most a
 * given number of sources. If there are more, links with an anchor text come first, and the rest
 * are chosen by a hash of the source. So the choice does not depend on the order of arrival, and
 * favours no site by its place in the alphabet.
 *
 * <p>Memory: twice the bound, however many links come.
 */
final class InlinkCollector {

  /**
   * A link to the page.
   *
   * @param from URL of the page that contains it
   * @param anchor its text, possibly empty
   * @param generation number of the segment, larger for newer ones; 0 for links from the linkdb
   */
  record Link(String from, String anchor, long generation) {

    /** Orders better links first. */
    static final Comparator<Link> ORDER =
        Comparator.comparing((Link link) -> link.anchor().isEmpty())
            .thenComparingInt(link -> spread(link.from().hashCode()))
            .thenComparing(Link::from);

    /**
     * The newer of two links; within one generation, the choice is by length of anchor and
     * alphabet, whatever the order.
     */
    static final BinaryOperator<Link> NEWER =
        BinaryOperator.maxBy(
            Comparator.comparingLong(Link::generation)
                .thenComparingInt(link -> link.anchor().length())
                .thenComparing(Link::anchor, Comparator.reverseOrder()));

    /** Mixes the bits of a String's hash, which is similar for URLs of one site. */
    private static int spread(int hash) {
      int mixed = hash * 0x9E3779B1;
      return mixed ^ (mixed >>> 15);
    }
  }

  private final int most;
  private final Map<String, Link> bySource = new HashMap<>();
  private long dropped;

  InlinkCollector(int most) {
    this.most = most;
  }

  void add(Link link) {
    bySource.merge(link.from(), link, Link.NEWER);
    if (bySource.size() > 2L * most) {
      shrink();
    }
  }

  private void shrink() {
    PriorityQueue<Link> worstFirst = new PriorityQueue<>(Link.ORDER.reversed());
    worstFirst.addAll(bySource.values());
    while (worstFirst.size() > most) {
      bySource.remove(worstFirst.remove().from());
      dropped++;
    }
  }

  /** The links kept, in an order that depends on nothing but the links. */
  List<Link> links() {
    shrink();
    List<Link> links = new ArrayList<>(bySource.values());
    links.sort(Comparator.comparing(Link::from));
    return links;
  }

  /** The number of links beyond the bound so far. */
  long dropped() {
    return dropped;
  }

  void clear() {
    bySource.clear();
    dropped = 0;
  }
}
