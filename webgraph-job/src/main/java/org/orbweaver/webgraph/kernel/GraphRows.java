package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.WeightReader;

/** One partition of a graph as rows: {@code in/} is Eᵀ by rows, {@code out/} is E. */
public final class GraphRows implements Rows {

  private static final int BEAT_ROWS = 1 << 16;

  private final AdjacencyReader reader;
  private final GraphMeta.Part part;
  private final WeightReader weightReader;
  private final Runnable heartbeat;
  private float[] weights;
  private int row;

  private GraphRows(
      AdjacencyReader reader, WeightReader weightReader, GraphMeta.Part part, Runnable heartbeat) {
    this.reader = reader;
    this.weightReader = weightReader;
    this.part = part;
    this.heartbeat = heartbeat;
    this.row = part.first();
  }

  /**
   * Partition {@code p}, whose links all count alike.
   *
   * @param heartbeat called now and then, so that a long task is not taken for hung
   */
  public static GraphRows open(GraphDir graph, Direction direction, int p, Runnable heartbeat)
      throws IOException {
    return open(graph, direction, false, p, heartbeat);
  }

  /**
   * Partition {@code p}.
   *
   * @param weighted whether the links have the weights that the graph gives them
   */
  public static GraphRows open(
      GraphDir graph, Direction direction, boolean weighted, int p, Runnable heartbeat)
      throws IOException {
    boolean in = direction == Direction.IN;
    AdjacencyReader lists = in ? graph.in(p) : graph.out(p);
    WeightReader weights = null;
    if (weighted) {
      weights = in ? graph.inWeights(p) : graph.outWeights(p);
    }
    return new GraphRows(lists, weights, direction.parts(graph.meta()).get(p), heartbeat);
  }

  /** The whole graph in memory, all links alike. */
  public static InMemoryMatrix load(GraphDir graph, Direction direction, Runnable heartbeat)
      throws IOException {
    return load(graph, direction, false, heartbeat);
  }

  /** The whole graph in memory. */
  public static InMemoryMatrix load(
      GraphDir graph, Direction direction, boolean weighted, Runnable heartbeat)
      throws IOException {
    int parts = direction.parts(graph.meta()).size();
    InMemoryMatrix matrix = new InMemoryMatrix();
    for (int p = 0; p < parts; p++) {
      try (GraphRows rows = open(graph, direction, weighted, p, heartbeat)) {
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
    if (weightReader != null) {
      weights = weightReader.next(reader.degree());
    }
    return reader.degree();
  }

  @Override
  public float[] weights() {
    return weights;
  }

  @Override
  public int[] columns() {
    return reader.neighbours();
  }

  /** Closes the partition; when all rows were read, checks that nothing follows them. */
  @Override
  public void close() throws IOException {
    try (reader;
        weightReader) {
      if (row == part.end()) {
        reader.next();
        if (weightReader != null) {
          weightReader.finish();
        }
      }
    }
  }
}
