package org.orbweaver.webgraph.exchange;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.GraphPhase;
import org.orbweaver.webgraph.build.GraphPublisher;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;

/**
 * Imports a graph from files, plain or gzip, as it is: equal links are merged and their weights
 * added, links of a node to itself stay. Memory: about 24 bytes a link (48 with weights) in this
 * process, and the nodes' names twice. Not for graphs that do not fit.
 */
public final class GraphImport {
  private final Input input;
  private final int parts;

  /** What link files look like. */
  public enum Format {
    /** Line i, from 0, holds the successors of node i; see {@link SuccessorLists}. */
    LISTS,
    /** A line holds a source and a target; see {@link Edges}. */
    EDGES,
    /** The files of a benchmark; see {@link Graphalytics}. */
    GRAPHALYTICS,
    /** Vertices and edges of hosts; see {@link CommonCrawl}. */
    CC_HOSTS,
    /** The same of registered domains. */
    CC_DOMAINS,
    /** The WebGraph framework's; see {@link BvGraph}. */
    BVGRAPH;

    /** The format of that name. */
    public static Format of(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "lists", "successors" -> LISTS;
        case "edges" -> EDGES;
        case "graphalytics" -> GRAPHALYTICS;
        case "cc-hosts" -> CC_HOSTS;
        case "cc-domains" -> CC_DOMAINS;
        case "bvgraph" -> BVGRAPH;
        default ->
            throw OrbException.usage(
                "--format: expected lists, edges, graphalytics, cc-hosts, cc-domains or bvgraph,"
                    + " got '"
                    + name
                    + "'");
      };
    }

    /** What the nodes of a graph of Common Crawl's are. */
    NameKind commonCrawl() {
      return this == CC_DOMAINS ? NameKind.DOMAINS : NameKind.HOSTS;
    }

    /** The format's name. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Where from, and how.
   *
   * @param file a path; without a scheme on the default file system
   * @param vertices a file with the names of all nodes; null: none
   * @param undirected whether each edge leads both ways, where the files do not say it
   * @param weights whether the edges' weights are kept, where they have any
   */
  public record Input(
      String file, Format format, String vertices, boolean undirected, boolean weights) {
    /** With weights. */
    public Input(String file, Format format, String vertices, boolean undirected) {
      this(file, format, vertices, undirected, true);
    }

    /**
     * Refuses what does not go together.
     *
     * @throws OrbException (usage)
     */
    public Input {
      if (undirected && format != Format.EDGES && format != Format.GRAPHALYTICS) {
        throw OrbException.usage(
            "--undirected cannot be used with --format " + format + ", which is directed");
      }
      if (vertices != null && format == Format.GRAPHALYTICS) {
        throw OrbException.usage(
            "--vertices cannot be used with this format: its vertices are in FILE.v");
      }
    }
  }

  /**
   * @param file a path; without a scheme on the default file system
   * @param parts of each direction; 0: by size
   */
  public GraphImport(String file, Format format, int parts) {
    this(new Input(file, format, null, false), parts);
  }

  /**
   * @param parts of each direction; 0: by size
   */
  public GraphImport(Input input, int parts) {
    this.input = input;
    this.parts = parts;
  }

  /**
   * Refuses files that are not there, before anything is made.
   *
   * @throws OrbException (failed)
   */
  public void check(Configuration conf) throws IOException {
    switch (input.format) {
      case GRAPHALYTICS -> Graphalytics.of(conf, input.file);
      case BVGRAPH -> BvGraph.of(conf, input.file);
      default -> LinkFiles.of(conf, input.file);
    }
    String vertices = vertices();
    if (vertices != null) {
      LinkFiles.of(conf, vertices);
    }
  }

  /** Where the vertices are, as given or as is the format's custom; null: nowhere. */
  private String vertices() {
    boolean custom = input.format == Format.CC_HOSTS || input.format == Format.CC_DOMAINS;
    return input.vertices == null && custom ? CommonCrawl.vertices(input.file) : input.vertices;
  }

  /** Reads the files and publishes the graph. */
  public GraphPhase.Result run(Session session) throws IOException {
    return publish(session, read(session.conf(), session.console()::info));
  }

  /**
   * Reads the files; writes nothing.
   *
   * @param notes receives what was assumed
   * @throws OrbException (failed) that names the file and the line that are wrong
   */
  public GraphBuilder read(Configuration conf, Consumer<String> notes) throws IOException {
    return switch (input.format) {
      case LISTS -> readLists(conf, notes);
      case EDGES -> readEdges(conf);
      case GRAPHALYTICS -> readGraphalytics(conf);
      case CC_HOSTS, CC_DOMAINS -> readCommonCrawl(conf);
      case BVGRAPH -> readBvGraph(conf);
    };
  }

  private GraphBuilder readLists(Configuration conf, Consumer<String> notes) throws IOException {
    try (ByteLines lines = LinkFiles.lines(conf, input.file)) {
      if (input.vertices == null) {
        return SuccessorLists.read(lines, notes);
      }
      NamedEdges named = new NamedEdges();
      try (ByteLines vertices = LinkFiles.lines(conf, input.vertices)) {
        named.readVertices(vertices, false);
      }
      SuccessorLists.read(lines, notes, named);
      return named.build();
    }
  }

  private GraphBuilder readEdges(Configuration conf) throws IOException {
    NamedEdges named = new NamedEdges();
    boolean closed = input.vertices != null;
    if (closed) {
      try (ByteLines vertices = LinkFiles.lines(conf, input.vertices)) {
        named.readVertices(vertices, false);
      }
    }
    try (ByteLines lines = LinkFiles.lines(conf, input.file)) {
      new Edges(false, closed, input.undirected, input.weights).read(lines, named);
    }
    return named.build();
  }

  private GraphBuilder readGraphalytics(Configuration conf) throws IOException {
    Graphalytics files = Graphalytics.of(conf, input.file);
    NamedEdges named = new NamedEdges();
    try (ByteLines vertices = LinkFiles.lines(conf, files.vertices())) {
      named.readVertices(vertices, true);
    }
    try (ByteLines lines = LinkFiles.lines(conf, files.edges())) {
      Edges edges = new Edges(true, true, files.undirected(input.undirected), input.weights);
      files.check(named.nodes(), edges.read(lines, named));
    }
    return named.build();
  }

  private GraphBuilder readCommonCrawl(Configuration conf) throws IOException {
    try (ByteLines vertices = LinkFiles.lines(conf, vertices());
        ByteLines edges = LinkFiles.lines(conf, input.file)) {
      return CommonCrawl.read(vertices, edges, input.format.commonCrawl());
    }
  }

  private GraphBuilder readBvGraph(Configuration conf) throws IOException {
    BvGraph graph = BvGraph.of(conf, input.file);
    String names = input.vertices != null ? input.vertices : graph.urls();
    if (names == null) {
      return graph.read(null);
    }
    try (ByteLines lines = LinkFiles.lines(conf, names)) {
      return graph.read(lines);
    }
  }

  /** Writes a graph that was read, and makes it the crawl's newest. */
  public GraphPhase.Result publish(Session session, GraphBuilder graph) throws IOException {
    GraphPublisher publisher = GraphPublisher.begin(session);
    GraphMeta meta;
    try {
      meta =
          graph
              .parts(parts)
              .policy(Map.of("self", "keep"))
              .source(
                  Map.of("file", new Path(input.file).getName(), "format", input.format.toString()))
              .write(GraphDir.sink(session.dir().fs(), publisher.staged()));
    } catch (IllegalArgumentException e) {
      // Weights of equal edges that add up to more than a float holds.
      publisher.abort();
      throw OrbException.failed(input.file + ": " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      publisher.abort();
      throw e;
    }
    return publisher.publish(meta);
  }
}
