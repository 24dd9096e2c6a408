package org.orbweaver.crawler.links;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BinaryOperator;

/**
 * Collects the links to one page: one for each source, the one of the newest segment, and at most a
 * given number of them. When there are more, those with an anchor text go first, and among them a
 * choice by hash of the source, which is the same whatever the order they come in and no site's by
 * the alphabet.
 *
 * <p>Memory: twice the bound, however many come.
 */
final class InlinkCollector {

  /**
   * A link to the page.
   *
   * @param from URL of the page it stands on
   * @param anchor its text, possibly empty
   * @param generation number that grows with the age of the crawl: 0 for what the linkdb had
   */
  record Link(String from, String anchor, long generation) {

    /** The better ones first. */
    static final Comparator<Link> ORDER =
        Comparator.comparing((Link link) -> link.anchor().isEmpty())
            .thenComparingInt(link -> spread(link.from().hashCode()))
            .thenComparing(Link::from);

    /** The newer one; of one generation, whatever the order, by length of anchor and alphabet. */
    static final BinaryOperator<Link> NEWER =
        BinaryOperator.maxBy(
            Comparator.comparingLong(Link::generation)
                .thenComparingInt(link -> link.anchor().length())
                .thenComparing(Link::anchor, Comparator.reverseOrder()));

    /** Mixes the bits of a String's hash, in which URLs of a site lie close. */
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

  /** What is kept, in an order that depends on nothing but the links. */
  List<Link> links() {
    shrink();
    List<Link> links = new ArrayList<>(bySource.values());
    links.sort(Comparator.comparing(Link::from));
    return links;
  }

  /** Links beyond the bound so far. */
  long dropped() {
    return dropped;
  }

  void clear() {
    bySource.clear();
    dropped = 0;
  }
}
