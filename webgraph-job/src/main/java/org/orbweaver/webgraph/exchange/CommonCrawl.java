package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.build.KeyTable;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

/**
 * The text form of Common Crawl's host and domain graphs (https://commoncrawl.org/web-graphs): a
 * line of the vertices is an id and a name with its labels in reverse ({@code org.example.www}), a
 * line of the edges two ids, each separated by a tab. Ids are dense and in the order of these
 * names. Domains may have a third column, their number of hosts, which is passed over and not
 * written.
 *
 * <p>The order is almost ours, where {@code org.example.www} comes before {@code org.example};
 * nodes are numbered anew. Memory: the names, and 8 bytes a link; 4 when writing.
 */
final class CommonCrawl {
  private CommonCrawl() {}

  /**
   * Where the vertices are, if it is not said: where the edges are, with {@code vertices} in place
   * of {@code edges} in the last name of the path.
   *
   * @throws OrbException (usage) if there is no such word
   */
  static String vertices(String edges) {
    Path path = new Path(edges);
    String name = path.getName();
    // Of a folder's parts, the folder is named so.
    boolean inFolder = !name.contains("edges") && path.getParent() != null;
    String folder = inFolder ? path.getParent().getName() : "";
    if (inFolder && folder.contains("edges") && name.indexOf('*') >= 0) {
      return new Path(sibling(path.getParent()), name).toString();
    }
    if (!name.contains("edges")) {
      throw OrbException.usage(
          "expected --vertices FILE: the name " + name + " does not contain 'edges'");
    }
    return sibling(path).toString();
  }

  private static Path sibling(Path path) {
    String name = path.getName();
    int at = name.lastIndexOf("edges");
    String other = name.substring(0, at) + "vertices" + name.substring(at + "edges".length());
    return path.getParent() == null ? new Path(other) : new Path(path.getParent(), other);
  }

  /** Reads a graph of hosts or domains. */
  static GraphBuilder read(ByteLines vertices, ByteLines edges, NameKind kind) throws IOException {
    NamedEdges graph = new NamedEdges();
    readVertices(vertices, graph);
    while (edges.nextLine()) {
      if (!edges.nextWord()) {
        continue;
      }
      int source = node(edges, graph);
      if (!edges.nextWord()) {
        throw edges.failed("expected source and target, got only a source");
      }
      int target = node(edges, graph);
      if (edges.nextWord()) {
        throw edges.failed("expected source and target, got more");
      }
      graph.add(source, target);
    }
    return graph.build(kind, CommonCrawl::key);
  }

  private static int node(ByteLines lines, NamedEdges graph) {
    int node = lines.number();
    if (node >= graph.nodes()) {
      throw lines.failed(
          "an edge names node " + node + ", but there are only " + graph.nodes() + " vertices");
    }
    return node;
  }

  private static void readVertices(ByteLines lines, NamedEdges graph) throws IOException {
    while (lines.nextLine()) {
      if (!lines.nextWord()) {
        continue;
      }
      int id = lines.number();
      if (id != graph.nodes()) {
        throw lines.failed("expected vertex " + graph.nodes() + ", got " + id);
      }
      if (!lines.nextWord()) {
        throw lines.failed("vertex " + id + " has no name");
      }
      if (!isHost(lines)) {
        throw lines.failed(
            "expected a reversed host name such as org.example.www, got " + lines.shown());
      }
      if (graph.node(lines) < id) {
        throw lines.failed("duplicate vertex " + lines.shown());
      }
    }
  }

  /** No URL, and no port; an address of IPv6 in brackets is the one name with colons. */
  private static boolean isHost(ByteLines lines) {
    boolean address = lines.word()[0] == '[';
    for (int i = 0; i < lines.length(); i++) {
      byte b = lines.word()[i];
      if (b == '/' || (b == ':' && !address)) {
        return false;
      }
    }
    return true;
  }

  /** Our key: the name with a colon behind it. */
  private static byte[] key(byte[] reversed) {
    byte[] key = Arrays.copyOf(reversed, reversed.length + 1);
    key[reversed.length] = ':';
    return key;
  }

  /**
   * Writes a graph of hosts or domains.
   *
   * @throws OrbException (failed) if its nodes are something else
   */
  static void write(GraphDir graph, NodeNames names, LineWriter vertices, LineWriter edges)
      throws IOException {
    NameKind kind = graph.meta().names();
    KeyTable table = new KeyTable();
    NodeNames.Cursor cursor = names.cursor(0);
    while (cursor.next()) {
      byte[] key = kind.key(cursor.name());
      byte[] word = Arrays.copyOf(key, key.length - 1);
      NodeWords.checked(cursor.id(), word);
      table.add(word, 0, word.length);
    }
    int[] order = table.sorted();
    for (int id = 0; id < order.length; id++) {
      vertices.number(id).symbol('\t').word(table.key(order[id])).symbol('\n');
    }
    writeEdges(graph, order, edges);
  }

  private static void writeEdges(GraphDir graph, int[] order, LineWriter edges) throws IOException {
    int[] ids = KeyTable.inverse(order);
    int[][] successors = new int[order.length][];
    graph.forEach(Direction.OUT, false, (u, list) -> successors[u] = list.copyOfNeighbours());
    for (int id = 0; id < order.length; id++) {
      int[] list = successors[order[id]];
      Arrays.setAll(list, i -> ids[list[i]]);
      IntArrays.radixSort(list);
      for (int target : list) {
        edges.number(id).symbol('\t').number(target).symbol('\n');
      }
    }
  }

  /** Refuses a graph whose nodes are not of that kind. */
  static void check(GraphDir graph, NameKind kind) {
    NameKind names = graph.meta().names();
    if (names != kind) {
      throw OrbException.failed(graph.folder() + ": its nodes are " + names + ", not " + kind);
    }
  }
}
