package org.orbweaver.pagerank.job;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;

/** Writes a task's ranks and shares, page by page; reads the strengths by pieces. */
final class RankWriter implements Closeable {
  /** Reads the strengths of a range of pages. */
  interface Strengths {
    OutStrength of(int first, int end) throws IOException;
  }

  private final SliceWriter ranks;
  private final SliceWriter shares;
  private final Strengths source;
  private OutStrength strengths;
  private int pieceEnd = -1;

  RankWriter(SliceWriter ranks, SliceWriter shares, Strengths source) {
    this.ranks = ranks;
    this.shares = shares;
    this.source = source;
  }

  /**
   * The strength of page {@code v}; pages ascend.
   *
   * @param end behind the task's last page
   */
  double strength(int v, int end) throws IOException {
    if (v >= pieceEnd) {
      pieceEnd = (int) Math.min(end, (long) v + OutStrength.PIECE);
      strengths = source.of(v, pieceEnd);
    }
    return strengths.at(v);
  }

  /** Writes the next page. */
  void write(double[] row, double strength) throws IOException {
    ranks.write(row, 0, row.length);
    for (double rank : row) {
      shares.write(PageRank.share(rank, strength));
    }
  }

  List<Slice> finish() throws IOException {
    return List.of(ranks.finish(), shares.finish());
  }

  @Override
  public void close() throws IOException {
    try (ranks;
        shares) {
      return;
    }
  }
}
