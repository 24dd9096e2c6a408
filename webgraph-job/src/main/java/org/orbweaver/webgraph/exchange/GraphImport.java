package org.orbweaver.webgraph.exchange;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.build.GraphPublisher;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * Imports a graph from files, plain or gzip, unchanged: equal links are merged and their weights
 * added, links of a node to itself stay. Memory: about 24 bytes a link (48 with weights) in this
 * process, and the nodes' names twice. Not for larger graphs.
 *
 * @param file a path; without a scheme on the default file system
 * @param vertices a file with the names of all nodes; null: none
 * @param undirected true if each edge leads both ways
 * @param weights true to keep the edges' weights, if they have any
 */
public record GraphImport(
    String file, Format format, String vertices, boolean undirected, boolean weights) {

  /** The formats of link files. */
  public enum Format {
    /** Line i, from 0, holds the successors of node i; see {@link EdgeList#readLists}. */
    LISTS,
    /** A line holds a source and a target; see {@link EdgeList#readEdges}. */
    EDGES,
    /** The WebGraph framework's; see {@link BvGraph}. */
    BVGRAPH;

    /** The format of that name. */
    public static Format of(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "lists", "successors" -> LISTS;
        case "edges" -> EDGES;
        case "bvgraph" -> BVGRAPH;
        default ->
            throw OrbException.usage(
                "--format: expected lists, edges or bvgraph, got '" + name + "'");
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Refuses options that conflict.
   *
   * @throws OrbException (usage)
   */
  public GraphImport {
    if (undirected && format != Format.EDGES) {
      throw OrbException.usage(
          "--undirected cannot be used with --format " + format + ", which is directed");
    }
  }

  /** Imports all of a file, directed. */
  public GraphImport(String file, Format format) {
    this(file, format, null, false, true);
  }

  /**
   * Refuses missing files, before anything is created.
   *
   * @throws OrbException (failed)
   */
  public void check(Configuration conf) throws IOException {
    if (format == Format.BVGRAPH) {
      BvGraph.of(conf, file);
    } else {
      LinkFiles.of(conf, file);
    }
    if (vertices != null) {
      LinkFiles.of(conf, vertices);
    }
  }

  /**
   * Reads the files; writes nothing.
   *
   * @param notes receives assumptions made
   * @throws OrbException (failed) naming the faulty file and line
   */
  public GraphBuilder read(Configuration conf, Consumer<String> notes) throws IOException {
    EdgeList edges = new EdgeList();
    if (format == Format.BVGRAPH) {
      return BvGraph.of(conf, file).read(conf, vertices, edges);
    }
    boolean closed = vertices != null;
    if (closed) {
      try (ByteLines lines = LinkFiles.lines(conf, vertices)) {
        edges.readVertices(lines);
      }
    }
    try (ByteLines lines = LinkFiles.lines(conf, file)) {
      if (format == Format.LISTS) {
        int nodes = edges.readLists(lines, notes, closed);
        return closed ? edges.named() : edges.numbered(nodes);
      }
      edges.readEdges(lines, closed, undirected, weights);
      return edges.named();
    }
  }

  /**
   * Writes a graph that was read, and makes it the crawl's newest.
   *
   * @param parts of each direction; 0: by size
   */
  public GraphPhase.BuiltGraph publish(Session session, GraphBuilder graph, int parts)
      throws IOException {
    GraphPublisher publisher = GraphPublisher.begin(session);
    graph
        .parts(parts)
        .policy(Map.of("self", "keep"))
        .source(Map.of("file", new Path(file).getName(), "format", format.toString()));
    return publisher.publish(
        () -> {
          try {
            return graph.write(GraphDir.sink(session.dir().fs(), publisher.staged()));
          } catch (IllegalArgumentException e) {
            // The weights of equal edges add up to more than a float holds.
            throw OrbException.failed(file + ": " + e.getMessage(), e);
          }
        });
  }
}
