package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableSequentialGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Properties;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;

/**
 * A graph in the files of the WebGraph framework (Boldi and Vigna, The WebGraph Framework I:
 * Compression Techniques, WWW 2004), read and written by its own library: {@code NAME.graph},
 * {@code NAME.offsets}, {@code NAME.properties}, and beside them the nodes' names in {@code
 * NAME.urls.gz}, one a line, as in the graphs of the Laboratory for Web Algorithmics.
 *
 * <p>The library reads local files only: others are copied to this machine's temporary folder. The
 * format has no checksums; counts are compared with the properties.
 */
final class BvGraph {
  private static final String[] SUFFIXES = {".graph", ".offsets", ".properties"};

  private final FileSystem fs;
  private final Path base;
  private final Properties properties = new Properties();

  private BvGraph(FileSystem fs, Path base) {
    this.fs = fs;
    this.base = base;
  }

  /** The common prefix of the files' names, from the prefix itself or one of the names. */
  static Path base(String file) {
    for (String suffix : SUFFIXES) {
      if (file.endsWith(suffix)) {
        return new Path(file.substring(0, file.length() - suffix.length()));
      }
    }
    return new Path(file);
  }

  /**
   * Finds the files.
   *
   * @throws OrbException (failed) if they are missing, or hold another kind of graph
   */
  static BvGraph of(Configuration conf, String file) throws IOException {
    Path base = base(file);
    FileSystem fs = base.getFileSystem(conf);
    BvGraph graph = new BvGraph(fs, fs.makeQualified(base));
    for (String suffix : List.of(".properties", ".graph")) {
      if (!fs.exists(base.suffix(suffix))) {
        throw OrbException.failed(
            "cannot open " + fs.makeQualified(base.suffix(suffix)) + ": no such file");
      }
    }
    try (InputStream in = fs.open(base.suffix(".properties"))) {
      graph.properties.load(in);
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(graph.base + ".properties: not a properties file", e);
    }
    // The library would instantiate any class named here.
    String kind = graph.properties.getProperty("graphclass", "").replace("class ", "").strip();
    if (!kind.equals(BVGraph.class.getName())) {
      throw OrbException.failed(
          graph.base + ".properties: graphclass is '" + kind + "', not " + BVGraph.class.getName());
    }
    return graph;
  }

  private long count(String key) {
    String value = properties.getProperty(key, "");
    try {
      return Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      throw OrbException.failed(base + ".properties: " + key + " is '" + value + "'", e);
    }
  }

  /**
   * Reads the graph.
   *
   * @param vertices a file with the nodes' names, one a line; null for those beside the graph
   */
  GraphBuilder read(Configuration conf, String vertices, EdgeList edges) throws IOException {
    long nodes = count("nodes");
    long arcs = count("arcs");
    if (nodes < 0 || nodes >= Integer.MAX_VALUE || arcs < 0 || arcs >= Integer.MAX_VALUE - 8) {
      throw OrbException.failed(
          base + ".properties: " + nodes + " nodes and " + arcs + " arcs do not fit in memory");
    }
    String names = vertices == null ? urls() : vertices;
    if (names != null) {
      try (ByteLines lines = LinkFiles.lines(conf, names)) {
        edges.readVertices(lines);
        if (edges.names() != nodes) {
          throw lines.failed(edges.names() + " names end here, but there are " + nodes + " nodes");
        }
      }
    }
    try (LocalCopy local = new LocalCopy()) {
      readArcs(BVGraph.loadOffline(local.name(this)), nodes, edges);
    }
    if (edges.size() != arcs) {
      throw OrbException.failed(
          base + ".graph: " + edges.size() + " arcs, but the properties say " + arcs);
    }
    return names == null ? edges.numbered((int) nodes) : edges.named();
  }

  /** The path of the names; null if there are none. */
  private String urls() throws IOException {
    for (String suffix : List.of(".urls.gz", ".urls")) {
      if (fs.exists(base.suffix(suffix))) {
        return base.suffix(suffix).toString();
      }
    }
    return null;
  }

  private void readArcs(BVGraph graph, long nodes, EdgeList edges) {
    int node = 0;
    try {
      NodeIterator iterator = graph.nodeIterator();
      for (; node < nodes; node++) {
        int u = iterator.nextInt();
        int degree = iterator.outdegree();
        int[] successors = iterator.successorArray();
        for (int i = 0; i < degree; i++) {
          if (successors[i] < 0 || successors[i] >= nodes) {
            throw new IllegalArgumentException("an arc to node " + successors[i]);
          }
          edges.add(u, successors[i]);
        }
      }
    } catch (RuntimeException e) {
      // Invalid bits cause exceptions of many kinds.
      throw OrbException.failed(
          base + ".graph: damaged at node " + node + " of " + nodes + ": " + e.getMessage(), e);
    }
  }

  /** Writes a graph; the caller writes the names. */
  static void write(GraphDir graph, Path base, NewFiles files) throws IOException {
    try (LocalCopy local = new LocalCopy()) {
      String name = local.folder.resolve("graph").toString();
      try {
        BVGraph.store(new SequentialView(graph), name, -1, -1, -1, -1, 0, 1, null);
      } catch (RuntimeException e) {
        throw cause(e);
      }
      for (String suffix : SUFFIXES) {
        try (OutputStream out = files.createBytes(base.suffix(suffix))) {
          Files.copy(local.folder.resolve("graph" + suffix), out);
        }
      }
    }
  }

  /** The cause of a failure to read our graph, which the library wraps. */
  private static RuntimeException cause(RuntimeException thrown) throws IOException {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof OrbException failure) {
        return failure;
      }
      if (e instanceof IOException failure) {
        throw failure;
      }
    }
    return thrown;
  }

  /** A temporary folder of this machine. */
  private static final class LocalCopy implements AutoCloseable {
    private final java.nio.file.Path folder;

    LocalCopy() throws IOException {
      folder = Files.createTempDirectory("orbweaver-bvgraph");
    }

    /** The prefix of the local files' names: the graph's own, or that of a copy. */
    String name(BvGraph graph) throws IOException {
      if (graph.fs instanceof LocalFileSystem) {
        return graph.base.toUri().getPath();
      }
      for (String suffix : List.of(".graph", ".properties")) {
        try (InputStream in = graph.fs.open(graph.base.suffix(suffix))) {
          Files.copy(in, folder.resolve("graph" + suffix));
        }
      }
      return folder.resolve("graph").toString();
    }

    @Override
    public void close() throws IOException {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  /** Our graph as the library sees it: a sequential graph, read from the first node on. */
  private static final class SequentialView extends ImmutableSequentialGraph {
    private final GraphDir graph;

    SequentialView(GraphDir graph) {
      this.graph = graph;
    }

    @Override
    public int numNodes() {
      return graph.nodes();
    }

    @Override
    public long numArcs() {
      return graph.arcs();
    }

    @Override
    public NodeIterator nodeIterator() {
      return new ListIterator(graph);
    }

    @Override
    public ImmutableSequentialGraph copy() {
      return this;
    }
  }

  private static final class ListIterator extends NodeIterator {
    private final GraphDir graph;
    private final AdjacencyReader reader;

    ListIterator(GraphDir graph) {
      this.graph = graph;
      try {
        reader = graph.read(Direction.OUT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean hasNext() {
      return reader.node() + 1 < graph.nodes();
    }

    @Override
    public int nextInt() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      try {
        int node = reader.next();
        if (!hasNext()) {
          reader.close(); // the lists of the last chunk are in memory
        }
        return node;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public int outdegree() {
      return reader.degree();
    }

    @Override
    public int[] successorArray() {
      return reader.neighbours();
    }
  }
}
