package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Count;
import org.orbweaver.webgraph.build.KeyTable;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * Edges between nodes with names or numbers, as read. Nodes with names are numbered in order of
 * appearance; in the graph, ids are in the order of the names' {@linkplain NameKind keys}. Memory:
 * 8 bytes an edge (16 with weights), and the names twice.
 */
final class EdgeList {
  private static final String LISTS = " (did you mean --format lists?)";

  private KeyTable names = new KeyTable();
  private final IntArrayList src = new IntArrayList();
  private final IntArrayList dst = new IntArrayList();

  /** Empty if edges have no weights. */
  private final DoubleArrayList weights = new DoubleArrayList();

  /** The number of nodes with a name. */
  int names() {
    return names.size();
  }

  int size() {
    return src.size();
  }

  void add(int source, int target) {
    src.add(source);
    dst.add(target);
  }

  /**
   * Reads the names of all nodes: the first word of each line. The rest of a line is ignored, and
   * so are empty lines and those that begin with {@code #}.
   */
  void readVertices(ByteLines lines) throws IOException {
    while (lines.nextLine()) {
      if (lines.nextWord() && lines.word()[0] != '#') {
        int before = names.size();
        if (names.add(lines.word(), 0, lines.length()) < before) {
          throw lines.failed("duplicate vertex " + lines.shown());
        }
      }
    }
  }

  /**
   * Reads edges, as SNAP publishes them: a line holds the names of a source and a target, and on
   * all lines or none a weight; empty lines and those that begin with {@code #} or {@code %} are
   * ignored.
   *
   * @param closed true if all nodes are known, so that another name is an error
   * @param undirected true if an edge leads both ways
   * @param keepWeights true to keep weights, if there are any
   */
  void readEdges(ByteLines lines, boolean closed, boolean undirected, boolean keepWeights)
      throws IOException {
    Boolean weighted = null;
    while (lines.nextLine()) {
      if (!lines.nextWord() || lines.word()[0] == '#' || lines.word()[0] == '%') {
        continue;
      }
      int source = node(lines, closed);
      if (!lines.nextWord()) {
        throw lines.failed("expected source and target, got only a source" + LISTS);
      }
      int target = node(lines, closed);
      boolean third = lines.nextWord();
      if (weighted != null && third != weighted) {
        throw lines.failed(
            third
                ? "has a weight, but the first edge has none" + LISTS
                : "has no weight, but the first edge has one" + LISTS);
      }
      weighted = third;
      double weight = third ? lines.weight() : 1;
      if (lines.nextWord()) {
        throw lines.failed("expected source, target and weight, got more" + LISTS);
      }
      boolean both = undirected && source != target;
      add(source, target);
      if (both) {
        add(target, source);
      }
      for (int i = both ? 2 : 1; third && keepWeights && i > 0; i--) {
        weights.add(weight);
      }
    }
  }

  private int node(ByteLines lines, boolean closed) {
    int known = names.size();
    int node = names.add(lines.word(), 0, lines.length());
    if (closed && node >= known) {
      throw lines.failed(lines.shown() + " is not among the vertices");
    }
    return node;
  }

  /**
   * Reads successor lists: line i, counted from 0, holds the numbers of the successors of node i,
   * separated by blanks; a node without any has an empty line. There are as many nodes as lines.
   *
   * <p>One line may be missing: if the last page has no links and its empty line is unterminated,
   * only a link to it shows that it exists. That is reported, and assumed only if a link to node 0
   * shows that the numbers do not begin with 1.
   *
   * @param notes receives the assumption
   * @param named true if the nodes have names, in the order of the lines
   * @return the number of nodes
   */
  int readLists(ByteLines lines, Consumer<String> notes, boolean named) throws IOException {
    int nodes = 0;
    int largest = -1;
    String largestAt = "";
    boolean fromZero = false;
    while (lines.nextLine()) {
      while (lines.nextWord()) {
        int target = lines.number();
        add(nodes, target);
        fromZero |= target == 0;
        if (target > largest) {
          largest = target;
          largestAt = lines.place(lines.line()) + ": a link to node " + target;
        }
      }
      nodes = Math.addExact(nodes, 1);
    }
    if (largest == nodes && fromZero && lines.endedWithLineEnd()) {
      notes.accept(
          largestAt + ", one more than there are lines: assumed to be a last page without links");
      nodes++;
    }
    if (largest >= nodes) {
      throw OrbException.failed(
          largestAt
              + ", but there are "
              + nodes
              + " lines, for the nodes from 0 (did you mean --format edges?)");
    }
    if (named && nodes != names.size()) {
      String expected = Count.of(names.size(), "list");
      throw lines.failed("expected " + expected + ", one per vertex, got " + nodes);
    }
    return nodes;
  }

  /** The graph of nodes without names. */
  GraphBuilder numbered(int nodes) {
    double[] weighing = weights.isEmpty() ? null : weights.elements();
    return GraphBuilder.fromEdges(nodes, src.elements(), dst.elements(), weighing, src.size());
  }

  /**
   * The graph of nodes with names, which are removed from here. If all names are whole numbers, ids
   * are in their order; if they are the numbers 0 to n − 1, they are the ids. Otherwise names are
   * taken for URLs or other text; those of equal keys are one node.
   */
  GraphBuilder named() {
    NameKind kind = kind();
    int n = names.size();
    // A key is hardly longer than its name.
    KeyTable keys = new KeyTable(n, names.bytes() + (long) n);
    int[] keyOf = new int[n];
    for (int i = 0; i < n; i++) {
      byte[] key = kind.key(name(i));
      keyOf[i] = keys.add(key, 0, key.length);
    }
    // Frees the names' memory for the many links.
    names = new KeyTable();
    int[] order = keys.sorted();
    int[] ids = KeyTable.inverse(order);
    Arrays.setAll(keyOf, i -> ids[keyOf[i]]);
    KeyTable.replace(src, keyOf);
    KeyTable.replace(dst, keyOf);
    GraphBuilder graph = numbered(order.length);
    // Distinct whole numbers are dense if the largest is one less than their count.
    int last = order.length - 1;
    boolean dense =
        kind == NameKind.INTEGERS
            && (last < 0 || Arrays.equals(keys.key(order[last]), kind.key(Integer.toString(last))));
    return dense ? graph : graph.names(kind, id -> keys.key(order[id]));
  }

  private NameKind kind() {
    for (int i = 0; i < names.size(); i++) {
      if (!NameKind.isInteger(name(i))) {
        return NameKind.URLS;
      }
    }
    return NameKind.INTEGERS;
  }

  private String name(int number) {
    return new String(names.key(number), StandardCharsets.UTF_8);
  }
}
