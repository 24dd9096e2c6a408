package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.TopicSteps;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;
import org.orbweaver.webgraph.matrix.RowSink;
import org.orbweaver.webgraph.matrix.Workers;

/**
 * PageRank iterations in memory, by several threads, of one topic or of many side by side: 16 bytes
 * a page and topic and 2 a page (its degree; 8 if it is a sum of weights), beside the matrix.
 * Neither the number of threads nor of topics changes the result.
 *
 * <p>Ranks change in place while a product still reads the old shares; the new shares are made in a
 * second pass, which costs a few milliseconds a million pages and saves a vector.
 */
final class FusedPageRank {

  private static final int PIECE = 1 << 15;

  private final List<PageRank> topics;
  private final InMemoryMatrix matrix;
  private final OutStrength strengths;
  private final double[] ranks;
  private final double[] shares;
  private final int pages;
  private final int width;
  private int[] active;
  private Iteration last;

  /** Memory in bytes for a graph and {@code topics} topics. */
  static long bytes(GraphMeta graph, Direction rows, int topics, boolean weighted) {
    return InMemoryMatrix.bytes(graph, rows, weighted)
        + (16L * topics + (weighted || rows == Direction.OUT ? 8 : 2)) * graph.nodes();
  }

  /** Continues after {@code last}, which produced {@code ranks}; the array is kept and changed. */
  FusedPageRank(
      List<PageRank> topics,
      InMemoryMatrix matrix,
      OutStrength strengths,
      double[] ranks,
      Iteration last) {
    this.topics = List.copyOf(topics);
    this.matrix = matrix;
    this.strengths = strengths;
    this.ranks = ranks;
    this.last = last;
    pages = matrix.size();
    width = topics.size();
    active = IntStream.range(0, width).toArray();
    shares = new double[ranks.length];
    for (int v = 0; v < pages; v++) {
      share(v);
    }
  }

  /** One iteration of all topics that have not stopped; the others are locked. */
  Iteration iterate(Workers workers, Convergence convergence) throws IOException {
    active = convergence.active();
    Iteration done = iterate(workers);
    convergence.add(done);
    return done;
  }

  /** One iteration. */
  Iteration iterate(Workers workers) throws IOException {
    long begin = System.nanoTime();
    Iteration before = last;
    List<ChunkSink> sinks = matrix.multiply(shares, width, () -> new ChunkSink(before), workers);
    List<ExactSum> sums = Iteration.emptySums(width * PageRank.SUMS);
    for (ChunkSink sink : sinks) {
      Iteration.addSums(sums, sink.steps.sums());
    }
    workers.map((pages + PIECE - 1) / PIECE, this::newShares);
    last = new Iteration(last.number() + 1, (System.nanoTime() - begin) / 1e9, sums);
    return last;
  }

  private Object newShares(int piece) {
    int end = (int) Math.min(pages, (piece + 1L) * PIECE);
    for (int v = piece * PIECE; v < end; v++) {
      share(v);
    }
    return this;
  }

  private void share(int v) {
    double strength = strengths.at(v);
    int at = v * width;
    for (int k : active) {
      shares[at + k] = PageRank.share(ranks[at + k], strength);
    }
  }

  /** The last iteration, of all topics. */
  Iteration last() {
    return last;
  }

  /** The ranks, page by page; the same array for every call. */
  double[] ranks() {
    return ranks;
  }

  /** r_v/d_v, page by page; the same array for every call. */
  double[] shares() {
    return shares;
  }

  private final class ChunkSink implements RowSink {
    private final TopicSteps steps;

    ChunkSink(Iteration before) {
      steps = TopicSteps.after(topics, active, before);
    }

    @Override
    public void row(int v, double[] sums, int at) {
      steps.rank(v, sums, at, ranks, v * width, strengths.at(v));
    }
  }
}
