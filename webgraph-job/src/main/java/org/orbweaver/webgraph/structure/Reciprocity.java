package org.orbweaver.webgraph.structure;

import org.orbweaver.webgraph.format.CsrGraph;

/**
 * Links that are answered by one in the other direction.
 *
 * @param mutual links, links to their own page left out, whose reverse is a link too
 * @param links from one page to another
 * @param selfLinks from a page to itself
 * @param isolated pages without any link to or from another page
 */
public record Reciprocity(long mutual, long links, long selfLinks, int isolated) {

  /** Merges each page's sorted rows. */
  public static Reciprocity of(CsrGraph out, CsrGraph in) {
    long mutual = 0;
    long selfLinks = 0;
    int isolated = 0;
    for (int v = 0; v < out.nodes(); v++) {
      int i = out.start(v);
      int j = in.start(v);
      int iEnd = out.start(v + 1);
      int jEnd = in.start(v + 1);
      int self = 0;
      int degrees = iEnd - i + jEnd - j;
      while (i < iEnd && j < jEnd) {
        int a = out.target(i);
        int b = in.target(j);
        if (a == b) {
          if (a == v) {
            self++;
          } else {
            mutual++;
          }
        }
        i += a <= b ? 1 : 0;
        j += b <= a ? 1 : 0;
      }
      selfLinks += self;
      isolated += degrees == 2 * self ? 1 : 0;
    }
    return new Reciprocity(mutual, out.arcs() - selfLinks, selfLinks, isolated);
  }

  /** The share of links that are mutual; NaN where there are none. */
  public double share() {
    return (double) mutual / links;
  }
}
