package org.orbweaver.webgraph.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter;
import org.orbweaver.webgraph.format.files.GraphSink;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.format.lists.Cuts;
import org.orbweaver.webgraph.format.lists.PartitionWriter;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * Builds a graph in memory from its edges and writes it.
 *
 * <pre>{@code
 * GraphMeta meta = GraphBuilder.fromEdges(3, new int[] {0, 0, 2}, new int[] {1, 2, 0})
 *     .parts(2)
 *     .write(folder);
 * }</pre>
 *
 * <p>Equal edges are merged; a node's link to itself is kept. The name of a node is its id unless
 * {@linkplain #names named}. Memory: 20 bytes an edge (44 with weights) and 24 a node while it
 * builds; at most 2³¹ − 9 edges.
 */
public final class GraphBuilder {
  /** A partition of this weight takes a fraction of a second to decode. */
  private static final long DEFAULT_PART_WEIGHT = 4_000_000;

  private static final int MAX_DEFAULT_PARTS = 1024;

  private final CsrGraph out;
  private NameKind kind = NameKind.NUMBERED;
  private Keys keys = id -> new byte[0];
  private int parts;
  private final Map<String, String> policy = new LinkedHashMap<>();
  private final Map<String, String> source = new LinkedHashMap<>();

  /** The nodes' keys by id, ascending as bytes. */
  @FunctionalInterface
  public interface Keys {
    byte[] key(int id);
  }

  private GraphBuilder(CsrGraph out) {
    this.out = out;
  }

  /**
   * A graph of {@code n} nodes with an arc src[i] → dst[i] for each i.
   *
   * @throws IllegalArgumentException if an edge has a node outside 0 … n − 1
   */
  public static GraphBuilder fromEdges(int n, int[] src, int[] dst) {
    if (src.length != dst.length) {
      throw new IllegalArgumentException(src.length + " sources, " + dst.length + " targets");
    }
    return fromEdges(n, src, dst, src.length);
  }

  /** As above, from the first {@code m} edges of longer arrays. */
  public static GraphBuilder fromEdges(int n, int[] src, int[] dst, int m) {
    return new GraphBuilder(CsrGraph.of(n, src, dst, null, m, Double::sum));
  }

  /**
   * A weighted graph from the first {@code m} edges. The weights of equal edges are added, in the
   * given order, as doubles; they are written as floats.
   *
   * @param weights of the edges: finite and above 0, else {@link #write} refuses them; null for a
   *     graph without
   */
  public static GraphBuilder fromEdges(int n, int[] src, int[] dst, double[] weights, int m) {
    return fromEdges(n, src, dst, weights, m, Double::sum);
  }

  /** As above, with another function than the sum for the weights of equal edges. */
  public static GraphBuilder fromEdges(
      int n, int[] src, int[] dst, double[] weights, int m, DoubleBinaryOperator merge) {
    return new GraphBuilder(CsrGraph.of(n, src, dst, weights, m, merge));
  }

  /** Names the nodes: {@code keys} are the keys that {@code kind} derives from the names. */
  public GraphBuilder names(NameKind kind, Keys keys) {
    this.kind = kind;
    this.keys = keys;
    return this;
  }

  /**
   * Sets the number of partitions in each direction, at most one a node; 0: by the graph's size.
   */
  public GraphBuilder parts(int parts) {
    this.parts = parts;
    return this;
  }

  /** Sets the policy in meta.json: the definition of a link. */
  public GraphBuilder policy(Map<String, String> policy) {
    this.policy.putAll(policy);
    return this;
  }

  /** Sets the source in meta.json: the graph's origin. */
  public GraphBuilder source(Map<String, String> source) {
    this.source.putAll(source);
    return this;
  }

  /** The number of nodes. */
  public int nodes() {
    return out.nodes();
  }

  /** The default number of partitions: one for each 4 million of arcs + 4 × nodes. */
  public static int defaultParts(int nodes, long arcs) {
    long weight = arcs + Cuts.NODE_WEIGHT * (long) nodes;
    long wanted = (weight + DEFAULT_PART_WEIGHT - 1) / DEFAULT_PART_WEIGHT;
    return (int) Math.max(1, Math.min(MAX_DEFAULT_PARTS, wanted));
  }

  /** Writes the graph to a folder of this machine, created if missing. */
  public GraphMeta write(Path folder) throws IOException {
    return write(GraphSink.local(folder));
  }

  /** Writes all files; meta.json last. */
  public GraphMeta write(GraphSink sink) throws IOException {
    CsrGraph in = out.transpose();
    int ranges = parts > 0 ? parts : defaultParts(out.nodes(), out.arcs());
    List<GraphMeta.Partition> written = writeLists(sink, true, out, ranges);
    written.addAll(writeLists(sink, false, in, ranges));
    GraphMeta meta =
        GraphMeta.of(kind, writeNames(sink), written, out.weights() != null).of(policy, source);
    try (OutputStream file = sink.create(GraphMeta.FILE)) {
      file.write(meta.toBytes());
    }
    return meta;
  }

  private static List<GraphMeta.Partition> writeLists(
      GraphSink sink, boolean out, CsrGraph rows, int ranges) throws IOException {
    int[] cuts = rows.cuts().cut(ranges);
    List<GraphMeta.Partition> written = new ArrayList<>();
    for (int p = 0; p < cuts.length - 1; p++) {
      PartitionWriter writer = new PartitionWriter(sink, out, p, cuts, rows.weights() != null);
      for (int u = cuts[p]; u < cuts[p + 1]; u++) {
        writer.write(u, rows.targets(), rows.weights(), rows.start(u), rows.degree(u));
      }
      written.add(writer.close());
    }
    return written;
  }

  private List<GraphMeta.Part> writeNames(GraphSink sink) throws IOException {
    if (kind == NameKind.NUMBERED) {
      return List.of();
    }
    UrlDictionaryWriter dictionary = new UrlDictionaryWriter(sink, 0);
    try (dictionary) {
      for (int id = 0; id < out.nodes(); id++) {
        dictionary.add(keys.key(id));
      }
    }
    return List.of(dictionary.part());
  }
}
