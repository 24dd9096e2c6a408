package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.InMemoryMatrix;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.RowSink;
import org.orbweaver.webgraph.kernel.Workers;

/**
 * PageRank iterations in memory, by several threads, of one topic or of many side by side: 16 bytes
 * a page and topic (24 with {@link Extrapolation}) and 2 a page (its degree; 8 when it is a sum of
 * weights), beside the matrix. Neither the number of threads nor of topics changes the result.
 *
 * <p>Ranks change in place while a product still reads the old shares; the new shares are made in a
 * second pass, which costs a few milliseconds a million pages and saves a vector.
 */
final class FusedPageRank {

  private static final int PIECE = 1 << 15;

  private final List<PageRank> topics;
  private final InMemoryMatrix matrix;
  private final Divisors divisors;
  private final double[] ranks;
  private final double[] shares;
  private final int pages;
  private final int width;
  private int[] active;
  private Extrapolation.Turn[] turns;
  private double[] kept;
  private Iteration last;

  /** Memory in bytes for a graph and {@code topics} topics. */
  static long bytes(
      GraphMeta graph, Direction rows, int topics, boolean weighted, boolean extrapolated) {
    return InMemoryMatrix.bytes(graph, rows, weighted)
        + ((extrapolated ? 24L : 16L) * topics + (weighted || rows == Direction.OUT ? 8 : 2))
            * graph.nodes();
  }

  /** Starts from the ranks of {@link PageRank#start}. */
  static FusedPageRank start(List<PageRank> topics, InMemoryMatrix matrix, Divisors divisors) {
    int width = topics.size();
    double[] ranks = new double[Math.multiplyExact(matrix.size(), width)];
    for (int k = 0; k < width; k++) {
      for (int v = 0; v < matrix.size(); v++) {
        ranks[v * width + k] = topics.get(k).start(v);
      }
    }
    return from(topics, matrix, divisors, ranks);
  }

  /** Starts from {@code ranks}, page by page, which it keeps and changes. */
  static FusedPageRank from(
      List<PageRank> topics, InMemoryMatrix matrix, Divisors divisors, double[] ranks) {
    int width = topics.size();
    Sweep[] sweeps = new Sweep[width];
    for (int k = 0; k < width; k++) {
      sweeps[k] = new Sweep();
      for (int v = 0; v < matrix.size(); v++) {
        sweeps[k].count(ranks[v * width + k], divisors.at(v));
      }
    }
    List<ExactSum> sums =
        IntStream.range(0, width).boxed().flatMap(k -> sweeps[k].sums().stream()).toList();
    return resume(topics, matrix, divisors, ranks, new Iteration(0, 0, sums));
  }

  /** Goes on after {@code last}, which left {@code ranks}; they are kept and changed. */
  static FusedPageRank resume(
      List<PageRank> topics,
      InMemoryMatrix matrix,
      Divisors divisors,
      double[] ranks,
      Iteration last) {
    return new FusedPageRank(topics, matrix, divisors, ranks, last);
  }

  private FusedPageRank(
      List<PageRank> topics,
      InMemoryMatrix matrix,
      Divisors divisors,
      double[] ranks,
      Iteration last) {
    this.topics = List.copyOf(topics);
    this.matrix = matrix;
    this.divisors = divisors;
    this.ranks = ranks;
    this.last = last;
    pages = matrix.size();
    width = topics.size();
    active = IntStream.range(0, width).toArray();
    turns = new Extrapolation.Turn[width];
    Arrays.fill(turns, Extrapolation.Turn.PLAIN);
    shares = new double[ranks.length];
    for (int v = 0; v < pages; v++) {
      share(v);
    }
  }

  /** From now on only {@code topics} change, by their numbers, ascending. */
  void keepOn(int... numbers) {
    active = numbers.clone();
  }

  /**
   * Gives it the ranks that an {@link Extrapolation} has kept, page by page; they are kept and
   * changed.
   */
  void keep(double[] ranksBefore) {
    kept = ranksBefore;
  }

  /** Says what the next iteration does beside iterating, topic by topic; needs {@link #keep}. */
  void take(Extrapolation.Turn... next) {
    turns = next.clone();
  }

  /** One iteration. */
  Iteration iterate(Workers workers) throws IOException {
    long begin = System.nanoTime();
    Iteration before = last;
    List<BlockSink> sinks = matrix.multiply(shares, width, () -> new BlockSink(before), workers);
    List<ExactSum> sums = Iteration.emptySums(width * Sweep.SUMS);
    for (BlockSink sink : sinks) {
      Iteration.addSums(sums, sink.sweeps.sums());
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
    double divisor = divisors.at(v);
    int at = v * width;
    for (int k : active) {
      shares[at + k] = PageRank.share(ranks[at + k], divisor);
    }
  }

  /** What the iteration before the present state found, of all topics. */
  Iteration last() {
    return last;
  }

  /** The ranks, page by page; the same array at every call. */
  double[] ranks() {
    return ranks;
  }

  /** What {@link #keep} was given, as it is now. */
  double[] kept() {
    return kept;
  }

  /** r_v/d_v, page by page; the same array at every call. */
  double[] shares() {
    return shares;
  }

  private final class BlockSink implements RowSink {
    private final Sweeps sweeps;

    BlockSink(Iteration before) {
      sweeps = new Sweeps(topics, active, before, turns);
    }

    @Override
    public void row(int v, double[] sums, int at) {
      sweeps.rank(v, sums, at, ranks, v * width, divisors.at(v), kept);
    }
  }
}
