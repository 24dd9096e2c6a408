package org.orbweaver.hits.job;

import java.io.IOException;
import java.util.List;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;
import org.orbweaver.webgraph.matrix.Workers;

/**
 * HITS iterations in memory, by several threads: 24 bytes a page beside the two matrices. The
 * result does not depend on the number of threads.
 */
final class FusedHits {

  private final InMemoryMatrix in;
  private final InMemoryMatrix out;
  private final double[] hubs;
  private double[] authorities;
  private double[] oldAuthorities;
  private Iteration last;

  /** Memory in bytes for a graph. */
  static long bytes(GraphMeta graph) {
    return InMemoryMatrix.bytes(graph, Direction.IN, false)
        + InMemoryMatrix.bytes(graph, Direction.OUT, false)
        + 24L * graph.nodes();
  }

  /**
   * Continues after {@code last}, which produced the unscaled vectors; they are kept and changed.
   */
  FusedHits(
      InMemoryMatrix in, InMemoryMatrix out, double[] authorities, double[] hubs, Iteration last) {
    this.in = in;
    this.out = out;
    this.authorities = authorities;
    this.hubs = hubs;
    this.last = last;
    oldAuthorities = new double[authorities.length];
  }

  /** One iteration: authorities from hubs, then hubs from authorities. */
  Iteration iterate(Workers workers) throws IOException {
    long begin = System.nanoTime();
    double oldScale = HitsSums.authorityScale(last);
    double hubScale = HitsSums.hubScale(last);
    double[] spare = oldAuthorities;
    oldAuthorities = authorities;
    authorities = spare;
    ExactSum authoritySquares = new ExactSum();
    for (HitsRows.Authorities rows :
        in.multiply(
            hubs,
            1,
            () -> new HitsRows.Authorities(hubScale, (v, a) -> authorities[v] = a),
            workers)) {
      authoritySquares.add(rows.squares());
    }
    double scale = HitsSums.scale(authoritySquares.value());
    ExactSum hubSquares = new ExactSum();
    ExactSum change = new ExactSum();
    HitsRows.RowValue changes = v -> authorities[v] * scale - oldAuthorities[v] * oldScale;
    for (HitsRows.Hubs rows :
        out.multiply(
            authorities,
            1,
            () -> new HitsRows.Hubs(scale, changes, (v, h) -> hubs[v] = h),
            workers)) {
      hubSquares.add(rows.squares());
      change.add(rows.change());
    }
    last =
        new Iteration(
            last.number() + 1,
            (System.nanoTime() - begin) / 1e9,
            List.of(change, authoritySquares, hubSquares));
    return last;
  }

  /** The last iteration. */
  Iteration last() {
    return last;
  }

  /** The authorities, before they are scaled; another array after each iteration. */
  double[] authorities() {
    return authorities;
  }

  /** The hubs, before they are scaled; the same array for every call. */
  double[] hubs() {
    return hubs;
  }
}
