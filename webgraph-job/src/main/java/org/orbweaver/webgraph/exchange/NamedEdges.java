package org.orbweaver.webgraph.exchange;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.orbweaver.webgraph.build.KeyTable;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.NameKind;

/**
 * Edges between nodes that have names. They become a graph whose ids are in the order of the names'
 * {@linkplain NameKind keys}. Nodes are numbered in the order of their coming until then. Memory: 8
 * bytes an edge (16 with weights), and the names twice.
 */
final class NamedEdges {
  private KeyTable names = new KeyTable();
  private final IntArrayList src = new IntArrayList();
  private final IntArrayList dst = new IntArrayList();

  /** Empty where edges have no weights. */
  private final DoubleArrayList weights = new DoubleArrayList();

  /** The number of the node that the current word names, given to it now if it is new. */
  int node(ByteLines lines) {
    return names.add(lines.word(), 0, lines.length());
  }

  /** How many nodes there are. */
  int nodes() {
    return names.size();
  }

  void add(int source, int target) {
    src.add(source);
    dst.add(target);
  }

  void addAll(IntArrayList sources, IntArrayList targets) {
    src.addAll(sources);
    dst.addAll(targets);
  }

  void add(int source, int target, double weight) {
    add(source, target);
    weights.add(weight);
  }

  /**
   * Reads the names of all nodes: the first word of each line. What follows it is passed over, as
   * are empty lines and those that begin with {@code #}.
   *
   * @param integers whether names must be whole numbers
   */
  void readVertices(ByteLines lines, boolean integers) throws IOException {
    while (lines.nextLine()) {
      if (!lines.nextWord() || lines.word()[0] == '#') {
        continue;
      }
      if (integers) {
        requireInteger(lines);
      }
      int before = names.size();
      if (node(lines) < before) {
        throw lines.failed("duplicate vertex " + lines.shown());
      }
    }
  }

  /**
   * Refuses the current word where it is not a whole number of 64 bits, without a sign or leading
   * zeros.
   */
  static void requireInteger(ByteLines lines) {
    String word = new String(lines.word(), 0, lines.length(), StandardCharsets.UTF_8);
    boolean integer = NameKind.isInteger(word);
    if (!integer || (word.length() > 19 && word.compareTo("18446744073709551615") > 0)) {
      throw lines.failed("expected a vertex number, got " + lines.shown());
    }
  }

  /**
   * The graph. Where all names are whole numbers, ids are in their order; where they are the
   * numbers 0 to n − 1, they are the ids. Otherwise names are taken for URLs or other text.
   */
  GraphBuilder build() {
    NameKind kind = kind();
    return build(kind, name -> kind.key(new String(name, StandardCharsets.UTF_8)));
  }

  /**
   * The graph; afterwards there are no names here.
   *
   * @param kind of the nodes
   * @param keyFor makes the kind's key of what stands for a node in the file
   */
  GraphBuilder build(NameKind kind, UnaryOperator<byte[]> keyFor) {
    SortedKeys keys = new SortedKeys(names, keyFor);
    // Links are many: the names make room for them.
    names = new KeyTable();
    KeyTable.replace(src, keys.ids());
    KeyTable.replace(dst, keys.ids());
    int n = keys.size();
    int m = src.size();
    GraphBuilder graph =
        weights.isEmpty()
            ? GraphBuilder.fromEdges(n, src.elements(), dst.elements(), m)
            : GraphBuilder.fromEdges(n, src.elements(), dst.elements(), weights.elements(), m);
    return isDense(kind, keys) ? graph : graph.names(kind, keys::key);
  }

  /** Distinct whole numbers are dense where the largest is one less than there are. */
  private static boolean isDense(NameKind kind, SortedKeys keys) {
    int n = keys.size();
    return kind == NameKind.INTEGERS
        && (n == 0 || Arrays.equals(keys.key(n - 1), kind.key(Integer.toString(n - 1))));
  }

  private NameKind kind() {
    for (int i = 0; i < names.size(); i++) {
      if (!NameKind.isInteger(new String(names.key(i), StandardCharsets.UTF_8))) {
        return NameKind.URLS;
      }
    }
    return NameKind.INTEGERS;
  }
}
