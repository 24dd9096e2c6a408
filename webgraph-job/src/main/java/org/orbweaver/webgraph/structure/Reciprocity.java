package org.orbweaver.webgraph.structure;

import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * Links whose reverse is a link too.
 *
 * @param mutual links from one page to another whose reverse is a link too
 * @param links from one page to another
 * @param selfLinks from a page to itself
 * @param isolated pages without any link
 */
public record Reciprocity(long mutual, long links, long selfLinks, int isolated) {
  /** Merges each page's sorted rows. */
  public static Reciprocity of(CsrGraph out, CsrGraph in) {
    long mutual = 0;
    long selfLinks = 0;
    int isolated = 0;
    for (int v = 0; v < out.nodes(); v++) {
      isolated += out.degree(v) == 0 && in.degree(v) == 0 ? 1 : 0;
      int i = out.start(v);
      int j = in.start(v);
      while (i < out.start(v + 1) && j < in.start(v + 1)) {
        int a = out.target(i);
        int b = in.target(j);
        selfLinks += a == b && a == v ? 1 : 0;
        mutual += a == b && a != v ? 1 : 0;
        i += a <= b ? 1 : 0;
        j += b <= a ? 1 : 0;
      }
    }
    return new Reciprocity(mutual, out.arcs() - selfLinks, selfLinks, isolated);
  }

  /** The share of links that are mutual; NaN if there are none. */
  public double share() {
    return (double) mutual / links;
  }
}
