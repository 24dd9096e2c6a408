package org.orbweaver.webgraph.exchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * Exports a graph to files for other programs, and for {@link GraphImport}, in one pass over its
 * successor lists. The files are seen when all of them are whole. Memory: a name costs as {@link
 * NodeWords} says, a node a bit.
 */
public final class GraphExport {
  private final Output output;

  /**
   * Where to, and how.
   *
   * @param file a path; without a scheme on the default file system; packed where it ends in .gz
   * @param names whether edges hold the nodes' names, not their ids
   * @param vertices a file for the names of all nodes, in the order of ids; null: none
   * @param overwrite whether files that exist are replaced
   */
  public record Output(
      String file, GraphImport.Format format, boolean names, String vertices, boolean overwrite) {
    /**
     * Refuses what does not go together.
     *
     * @throws OrbException (usage)
     */
    public Output {
      if (names && format != GraphImport.Format.EDGES) {
        throw OrbException.usage(
            "--names requires --format edges"
                + (format == GraphImport.Format.LISTS ? " (--vertices FILE for the names)" : ""));
      }
      if (vertices != null
          && (format == GraphImport.Format.GRAPHALYTICS || format == GraphImport.Format.BVGRAPH)) {
        throw OrbException.usage(
            "--vertices cannot be used with --format " + format + ", which writes its own file");
      }
    }
  }

  /**
   * What was written.
   *
   * @param files in the order of their writing
   * @param lost nodes without any link, which the files do not show
   * @param weightless whether the links' weights are not in the files
   */
  public record Result(List<Path> files, int nodes, long links, int lost, boolean weightless) {}

  public GraphExport(Output output) {
    this.output = output;
  }

  /** Writes the files. */
  public Result run(Configuration conf, GraphDir graph) throws IOException {
    try (NewFiles files = new NewFiles(conf, output.overwrite());
        NodeNames names = graph.names()) {
      int lost =
          switch (output.format()) {
            case LISTS -> lists(files, graph, names);
            case EDGES -> edges(files, graph, names);
            case GRAPHALYTICS -> graphalytics(files, graph, names);
            case CC_HOSTS, CC_DOMAINS -> commonCrawl(files, graph, names);
            case BVGRAPH -> bvGraph(files, graph, names);
          };
      boolean weights =
          output.format() == GraphImport.Format.EDGES
              || output.format() == GraphImport.Format.GRAPHALYTICS;
      return new Result(
          files.commit(), graph.nodes(), graph.arcs(), lost, graph.isWeighted() && !weights);
    }
  }

  private int lists(NewFiles files, GraphDir graph, NodeNames names) throws IOException {
    if (output.vertices() != null) {
      vertices(files, new Path(output.vertices()), names);
    }
    try (LineWriter lines = files.create(new Path(output.file()))) {
      graph.forEach(
          Direction.OUT,
          false,
          (u, list) -> {
            for (int i = 0; i < list.degree(); i++) {
              if (i > 0) {
                lines.symbol(' ');
              }
              lines.number(list.neighbours()[i]);
            }
            lines.symbol('\n');
          });
    }
    return 0;
  }

  private int edges(NewFiles files, GraphDir graph, NodeNames names) throws IOException {
    if (output.vertices() != null) {
      Path path = new Path(output.vertices());
      if (output.names()) {
        vertices(files, path, names);
      } else {
        ids(files, path, graph.nodes());
      }
    }
    BitSet seen = new BitSet(graph.nodes());
    try (LineWriter lines = files.create(new Path(output.file()))) {
      edges(lines, graph, output.names() ? new NodeWords(names) : null, '\t', seen);
    }
    return output.vertices() == null ? graph.nodes() - seen.cardinality() : 0;
  }

  private int graphalytics(NewFiles files, GraphDir graph, NodeNames names) throws IOException {
    Path base = Graphalytics.base(output.file());
    // URLs are no vertices there: ids stand for them.
    boolean named = graph.meta().names() == NameKind.INTEGERS;
    Path vertices = base.suffix(".v");
    if (named) {
      vertices(files, vertices, names);
    } else {
      ids(files, vertices, graph.nodes());
    }
    try (LineWriter lines = files.create(base.suffix(".e"))) {
      edges(lines, graph, named ? new NodeWords(names) : null, ' ', new BitSet());
    }
    try (LineWriter lines = files.create(base.suffix(".properties"))) {
      lines.word(Graphalytics.describe(base.getName(), graph.meta()));
    }
    return 0;
  }

  private int commonCrawl(NewFiles files, GraphDir graph, NodeNames names) throws IOException {
    CommonCrawl.check(graph, output.format().commonCrawl());
    String vertices =
        output.vertices() != null ? output.vertices() : CommonCrawl.vertices(output.file());
    try (LineWriter nodes = files.create(new Path(vertices));
        LineWriter lines = files.create(new Path(output.file()))) {
      CommonCrawl.write(graph, names, nodes, lines);
    }
    return 0;
  }

  private int bvGraph(NewFiles files, GraphDir graph, NodeNames names) throws IOException {
    Path base = BvGraph.base(output.file());
    BvGraph.write(graph, base, files);
    if (graph.meta().names() != NameKind.NUMBERED) {
      vertices(files, base.suffix(".urls.gz"), names);
    }
    return 0;
  }

  /** Writes each link as a line, with its weight if it has one; ids where there are no words. */
  private static void edges(
      LineWriter lines, GraphDir graph, NodeWords words, char between, BitSet seen)
      throws IOException {
    try (AdjacencyReader reader = graph.read(Direction.OUT, true)) {
      for (int u = reader.next(); u >= 0; u = reader.next()) {
        int degree = reader.degree();
        if (degree > 0) {
          seen.set(u);
        }
        byte[] source = degree > 0 && words != null ? words.word(u) : null;
        for (int i = 0; i < degree; i++) {
          int v = reader.neighbours()[i];
          seen.set(v);
          if (words == null) {
            lines.number(u).symbol(between).number(v);
          } else {
            lines.word(source).symbol(between).word(words.word(v));
          }
          if (reader.weights() != null) {
            // The shortest number that is read as the same float.
            float weight = reader.weights()[reader.weightsFrom() + i];
            lines.symbol(between).word(Float.toString(weight));
          }
          lines.symbol('\n');
        }
      }
    }
  }

  private static void vertices(NewFiles files, Path path, NodeNames names) throws IOException {
    try (LineWriter lines = files.create(path)) {
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        byte[] name = cursor.name().getBytes(StandardCharsets.UTF_8);
        lines.word(NodeWords.checked(cursor.id(), name)).symbol('\n');
      }
    }
  }

  private static void ids(NewFiles files, Path path, int nodes) throws IOException {
    try (LineWriter lines = files.create(path)) {
      for (int u = 0; u < nodes; u++) {
        lines.number(u).symbol('\n');
      }
    }
  }
}
