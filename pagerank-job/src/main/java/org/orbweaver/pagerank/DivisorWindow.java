package org.orbweaver.pagerank;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * The divisors of pages that are asked for in ascending order, some thousand in memory at a time,
 * so that a partition may be large.
 */
final class DivisorWindow {
  private static final int PAGES = 1 << 16;

  /** Where divisors come from; see {@link PageRankSettings#divisors}. */
  interface Source {
    Divisors read(int first, int end) throws IOException;
  }

  private final Source source;
  private final int last;
  private int end;
  private Divisors divisors;

  /**
   * A window on the pages {@code [first, last)}.
   *
   * @param source asked for one stretch after another
   */
  DivisorWindow(Source source, int first, int last) {
    this.source = source;
    this.last = last;
    end = first;
  }

  /** In a task: see {@link PageRankSettings#set}. */
  static DivisorWindow of(Configuration conf, GraphDir graph, int first, int last) {
    return new DivisorWindow(
        (from, to) -> PageRankSettings.divisors(conf, graph, from, to), first, last);
  }

  /** That of page {@code v}, which is not before the one asked for last. */
  double at(int v) throws IOException {
    if (v >= end) {
      end = (int) Math.min(last, (long) v + PAGES);
      divisors = source.read(v, end);
    }
    return divisors.at(v);
  }
}
