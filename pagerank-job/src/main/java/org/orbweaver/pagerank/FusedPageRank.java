package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.List;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.InMemoryMatrix;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.RowSink;
import org.orbweaver.webgraph.kernel.Workers;

/**
 * PageRank iterations in memory, by several threads: 28 bytes a page beside the matrix. The result
 * does not depend on the number of threads.
 */
final class FusedPageRank {

  private final PageRank pageRank;
  private final InMemoryMatrix in;
  private final int[] outDegrees;
  private final double[] ranks;
  private double[] shares;
  private double[] nextShares;
  private Iteration last;

  /** Memory in bytes for a graph of {@code pages} and {@code links}. */
  static long bytes(long pages, long links) {
    return InMemoryMatrix.bytes(pages, links) + 28 * pages;
  }

  /** Starts from the ranks of {@link PageRank#start}. */
  static FusedPageRank start(PageRank pageRank, InMemoryMatrix in, int[] outDegrees) {
    double[] ranks = new double[pageRank.size()];
    for (int v = 0; v < ranks.length; v++) {
      ranks[v] = pageRank.start(v);
    }
    return from(pageRank, in, outDegrees, ranks);
  }

  /** Starts from {@code ranks}, which it keeps and changes. */
  static FusedPageRank from(
      PageRank pageRank, InMemoryMatrix in, int[] outDegrees, double[] ranks) {
    Sweep sweep = new Sweep(null);
    for (int v = 0; v < ranks.length; v++) {
      sweep.count(ranks[v], outDegrees[v]);
    }
    return resume(pageRank, in, outDegrees, ranks, new Iteration(0, 0, sweep.sums()));
  }

  /** Goes on after {@code last}, which left {@code ranks}; they are kept and changed. */
  static FusedPageRank resume(
      PageRank pageRank, InMemoryMatrix in, int[] outDegrees, double[] ranks, Iteration last) {
    return new FusedPageRank(pageRank, in, outDegrees, ranks, last);
  }

  private FusedPageRank(
      PageRank pageRank, InMemoryMatrix in, int[] outDegrees, double[] ranks, Iteration last) {
    this.pageRank = pageRank;
    this.in = in;
    this.outDegrees = outDegrees;
    this.ranks = ranks;
    this.last = last;
    shares = new double[ranks.length];
    nextShares = new double[ranks.length];
    for (int v = 0; v < ranks.length; v++) {
      shares[v] = PageRank.share(ranks[v], outDegrees[v]);
    }
  }

  /** One iteration. */
  Iteration iterate(Workers workers) throws IOException {
    long begin = System.nanoTime();
    PageRank.Step step = Sweep.stepAfter(pageRank, last);
    List<BlockSink> sinks = in.multiply(shares, (first, end) -> new BlockSink(step), workers);
    List<ExactSum> sums = Iteration.emptySums(Sweep.SUMS);
    for (BlockSink sink : sinks) {
      Iteration.addSums(sums, sink.sweep.sums());
    }
    double[] old = shares;
    shares = nextShares;
    nextShares = old;
    last = new Iteration(last.number() + 1, (System.nanoTime() - begin) / 1e9, sums);
    return last;
  }

  /** What the iteration before the present state found. */
  Iteration last() {
    return last;
  }

  /** The ranks; the same array at every call. */
  double[] ranks() {
    return ranks;
  }

  /** r_v/d_v; another array after each iteration. */
  double[] shares() {
    return shares;
  }

  private final class BlockSink implements RowSink {

    private final Sweep sweep;

    BlockSink(PageRank.Step step) {
      sweep = new Sweep(step);
    }

    @Override
    public void row(int v, double sum) {
      double rank = sweep.rank(v, sum, ranks[v], outDegrees[v]);
      ranks[v] = rank;
      nextShares[v] = PageRank.share(rank, outDegrees[v]);
    }
  }
}
