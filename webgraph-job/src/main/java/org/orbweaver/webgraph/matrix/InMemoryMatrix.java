package org.orbweaver.webgraph.matrix;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.ListChunk;
import org.orbweaver.webgraph.format.lists.ListReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * A matrix in memory for the fused mode, which multiplies the same rows k times. Its lists stay
 * coded as in the graph's files and are decoded during the multiplication: that costs little beside
 * the access to x, and takes a fourth to a half of the memory. Weights take 4 bytes an entry more.
 * Chunks are the pieces that threads take in turn.
 */
public final class InMemoryMatrix {

  private final List<ListChunk> chunks = new ArrayList<>();

  /**
   * Reads a matrix.
   *
   * @param rows all rows
   * @param heartbeat called now and then, so that a long task is not considered hung
   */
  public InMemoryMatrix(ListReader rows, Runnable heartbeat) throws IOException {
    for (ListChunk chunk = rows.next(); chunk != null; chunk = rows.next()) {
      chunks.add(chunk);
      heartbeat.run();
    }
  }

  /** Reads a graph's rows: those of {@code in/} are Eᵀ, those of {@code out/} E. */
  public static InMemoryMatrix load(
      GraphDir graph, Direction direction, boolean weighted, Runnable heartbeat)
      throws IOException {
    try (ListReader rows = graph.chunks(direction, weighted, 0, graph.nodes())) {
      return new InMemoryMatrix(rows, heartbeat);
    }
  }

  /** Number of rows. */
  public int size() {
    return chunks.isEmpty() ? 0 : chunks.get(chunks.size() - 1).end();
  }

  /** The maximum memory of a graph's matrix in bytes: the size of its files. */
  public static long bytes(GraphMeta graph, Direction direction, boolean weighted) {
    long files = direction.parts(graph).stream().mapToLong(GraphMeta.Part::bytes).sum();
    return graph.weighted() && !weighted ? files - Float.BYTES * graph.arcs() : files;
  }

  /**
   * Multiplies vectors that lie side by side: element k of row i is {@code x[i * width + k]}. Each
   * chunk's rows go to its own sink, chunks in parallel.
   *
   * @return the sinks in the order of their chunks
   */
  public <S extends RowSink> List<S> multiply(
      double[] x, int width, Supplier<S> sinks, Workers workers) throws IOException {
    VectorBlock columns = new VectorBlock(x, width, 0, size());
    return workers.map(
        chunks.size(),
        c -> {
          ListChunk chunk = chunks.get(c);
          double[] sums = new double[(chunk.end() - chunk.first()) * width];
          columns.addTo(sums, chunk.first(), chunk);
          S sink = sinks.get();
          for (int row = chunk.first(); row < chunk.end(); row++) {
            sink.row(row, sums, (row - chunk.first()) * width);
          }
          return sink;
        });
  }
}
