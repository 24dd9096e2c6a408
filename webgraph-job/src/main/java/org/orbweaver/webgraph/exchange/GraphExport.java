package org.orbweaver.webgraph.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * Exports a graph to files for other programs, and for {@link GraphImport}, in one pass over its
 * successor lists. The files appear when all of them are complete. Memory: a bit a node, and
 * {@value #CACHED_NAMES} names.
 *
 * @param file a path; without a scheme on the default file system; compressed if it ends in .gz
 * @param names true if edges hold the nodes' names, not their ids
 * @param vertices a file for the names of all nodes, in the order of ids; null: none
 * @param overwrite true to replace existing files
 */
public record GraphExport(
    String file, Format format, boolean names, String vertices, boolean overwrite) {
  private static final int CACHED_NAMES = 1 << 16;

  /**
   * The result of an export.
   *
   * @param files in the order of writing
   * @param lost nodes without any link, which the files do not show
   * @param weightless true if the files lack the links' weights
   */
  public record ExportedGraph(
      List<Path> files, int nodes, long links, int lost, boolean weightless) {}

  /**
   * Refuses options that conflict.
   *
   * @throws OrbException (usage)
   */
  public GraphExport {
    if (names && format != Format.EDGES) {
      throw OrbException.usage(
          "--names requires --format edges"
              + (format == Format.LISTS ? " (--vertices FILE for the names)" : ""));
    }
    if (vertices != null && format == Format.BVGRAPH) {
      throw OrbException.usage(
          "--vertices cannot be used with --format " + format + ", which writes its own file");
    }
  }

  /** Writes the files. */
  public ExportedGraph run(Configuration conf, GraphDir graph) throws IOException {
    int lost = 0;
    try (NewFiles files = new NewFiles(conf, overwrite);
        NodeNames all = graph.names()) {
      if (vertices != null) {
        vertices(files, new Path(vertices), graph, format == Format.LISTS || names ? all : null);
      }
      switch (format) {
        case LISTS -> lists(files, graph);
        case EDGES -> {
          int linked = edges(files, graph, names ? all : null);
          lost = vertices == null ? graph.nodes() - linked : 0;
        }
        case BVGRAPH -> {
          Path base = BvGraph.base(file);
          BvGraph.write(graph, base, files);
          if (graph.meta().names() != NameKind.NUMBERED) {
            vertices(files, base.suffix(".urls.gz"), graph, all);
          }
        }
      }
      boolean weightless = graph.isWeighted() && format != Format.EDGES;
      return new ExportedGraph(files.commit(), graph.nodes(), graph.arcs(), lost, weightless);
    }
  }

  /** Text on its way to a file. */
  private static final class Lines implements Closeable {
    private static final int BUFFER = 1 << 16;
    private final OutputStream out;
    private StringBuilder text = new StringBuilder(2 * BUFFER);

    Lines(NewFiles files, Path path) throws IOException {
      out = files.create(path);
    }

    /** Called now and then, when a line or a part of one is complete. */
    void flush(int least) throws IOException {
      if (text.length() > least) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text = new StringBuilder(2 * BUFFER);
      }
    }

    @Override
    public void close() throws IOException {
      try (out) {
        flush(0);
      }
    }
  }

  private void lists(NewFiles files, GraphDir graph) throws IOException {
    try (Lines lines = new Lines(files, new Path(file))) {
      graph.forEach(
          Direction.OUT,
          false,
          (u, list) -> {
            for (int i = 0; i < list.degree(); i++) {
              (i > 0 ? lines.text.append(' ') : lines.text).append(list.neighbours()[i]);
              lines.flush(Lines.BUFFER);
            }
            lines.text.append('\n');
          });
    }
  }

  /**
   * Writes each link as a line, with its weight if it has one.
   *
   * @param of the nodes' names; null for ids
   * @return the number of nodes with links
   */
  private int edges(NewFiles files, GraphDir graph, NodeNames of) throws IOException {
    BitSet linked = new BitSet(graph.nodes());
    // Most links lead to neighbours; other names cost a look-up in the dictionary.
    String[] cached = new String[CACHED_NAMES];
    int[] cachedNodes = new int[CACHED_NAMES];
    Arrays.fill(cachedNodes, -1);
    try (Lines lines = new Lines(files, new Path(file))) {
      graph.forEach(
          Direction.OUT,
          true,
          (u, list) -> {
            for (int i = 0; i < list.degree(); i++) {
              int[] ends = {u, list.neighbours()[i]};
              for (int node : ends) {
                linked.set(node);
                int slot = node & (CACHED_NAMES - 1);
                if (of != null && cachedNodes[slot] != node) {
                  cached[slot] = word(node, of.name(node));
                  cachedNodes[slot] = node;
                }
                (of == null ? lines.text.append(node) : lines.text.append(cached[slot]))
                    .append('\t');
              }
              if (list.weights() != null) {
                // The shortest number that parses to the same float.
                lines.text.append(list.weights()[list.weightsFrom() + i]).append('\t');
              }
              lines.text.setCharAt(lines.text.length() - 1, '\n');
              lines.flush(Lines.BUFFER);
            }
          });
    }
    return linked.cardinality();
  }

  /** Writes a line for each node: its name, or its id if there are no names. */
  private static void vertices(NewFiles files, Path path, GraphDir graph, NodeNames names)
      throws IOException {
    try (Lines lines = new Lines(files, path)) {
      NodeNames.Cursor cursor = names == null ? null : names.cursor(0);
      for (int u = 0; u < graph.nodes(); u++) {
        if (cursor == null) {
          lines.text.append(u);
        } else {
          cursor.next();
          lines.text.append(word(u, cursor.name()));
        }
        lines.text.append('\n');
        lines.flush(Lines.BUFFER);
      }
    }
  }

  /**
   * A node's name.
   *
   * @throws OrbException (failed) if it would not be read as one word
   */
  private static String word(int node, String name) {
    if (name.isEmpty()
        || name.charAt(0) == '#'
        || name.charAt(0) == '%'
        || StringUtils.containsAny(name, " \t\r\n")) {
      throw OrbException.failed(
          "the name of node "
              + node
              + " is not a single word: '"
              + Console.safe(name)
              + "' (export with ids instead)");
    }
    return name;
  }
}
