package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/** One partition of a graph as rows: {@code in/} is Eᵀ by rows, {@code out/} is E. */
public final class GraphRows implements Rows {

  private static final int BEAT_ROWS = 1 << 16;

  private final AdjacencyReader reader;
  private final GraphMeta.Part part;
  private final Runnable heartbeat;
  private int row;

  private GraphRows(AdjacencyReader reader, GraphMeta.Part part, Runnable heartbeat) {
    this.reader = reader;
    this.part = part;
    this.heartbeat = heartbeat;
    this.row = part.first();
  }

  /**
   * Partition {@code p}.
   *
   * @param heartbeat called now and then, so that a long task is not taken for hung
   */
  public static GraphRows open(GraphDir graph, Direction direction, int p, Runnable heartbeat)
      throws IOException {
    return direction == Direction.IN
        ? new GraphRows(graph.in(p), graph.meta().in().get(p), heartbeat)
        : new GraphRows(graph.out(p), graph.meta().out().get(p), heartbeat);
  }

  /** The whole graph, decoded into memory. */
  public static InMemoryMatrix load(GraphDir graph, Direction direction, Runnable heartbeat)
      throws IOException {
    int parts = direction.parts(graph.meta()).size();
    InMemoryMatrix matrix = new InMemoryMatrix();
    for (int p = 0; p < parts; p++) {
      try (GraphRows rows = open(graph, direction, p, heartbeat)) {
        matrix.append(rows);
      }
    }
    return matrix;
  }

  @Override
  public int first() {
    return part.first();
  }

  @Override
  public int end() {
    return part.end();
  }

  @Override
  public int next() throws IOException {
    if (reader.next() != row) {
      throw new IOException(part.file() + ": row " + row + " is missing");
    }
    row++;
    if (row % BEAT_ROWS == 0) {
      heartbeat.run();
    }
    return reader.degree();
  }

  @Override
  public int[] columns() {
    return reader.neighbours();
  }

  /** Closes the partition; when all rows were read, checks that nothing follows them. */
  @Override
  public void close() throws IOException {
    try (reader) {
      if (row == part.end()) {
        reader.next();
      }
    }
  }
}
