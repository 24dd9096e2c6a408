package org.orbweaver.crawler.page.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.IOUtils;

/**
 * Gradient-boosted regression trees for the log-odds of a yes (Friedman 2001). The file has a tree
 * in each line, its nodes separated by spaces, parents before children: {@code
 * feature:threshold:left} or, for a leaf, its value. A row goes left if its feature is at most the
 * threshold, else to the node after the left one. Lines that begin with # are comments.
 *
 * <p>Immutable; safe for several threads.
 */
final class TreeModel {
  private static final int LEAF = -1;

  /**
   * Nodes of all trees in sequence, each in two adjacent places, so that a step reads one cache
   * line.
   */
  private final int[] nodes;

  private final int[] roots;

  private TreeModel(List<String> trees) {
    int size = 0;
    for (String tree : trees) {
      size += tree.split(" ", -1).length;
    }
    nodes = new int[2 * size];
    roots = new int[trees.size()];
    int at = 0;
    for (int t = 0; t < roots.length; t++) {
      roots[t] = at;
      for (String node : trees.get(t).split(" ", -1)) {
        String[] parts = node.split(":", -1);
        boolean leaf = parts.length == 1;
        // The feature in eight bits, above the index of the left node.
        nodes[at] =
            leaf
                ? LEAF
                : Integer.parseInt(parts[0]) << 23 | (roots[t] + 2 * Integer.parseInt(parts[2]));
        nodes[at + 1] = Float.floatToIntBits(Float.parseFloat(parts[leaf ? 0 : 1]));
        at += 2;
      }
    }
  }

  /** Reads the model from a resource beside this class. */
  static TreeModel load(String resource) {
    try (InputStream in = TreeModel.class.getResourceAsStream(resource)) {
      return of(IOUtils.readLines(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds a model from its lines. */
  static TreeModel of(List<String> lines) {
    List<String> trees = new ArrayList<>(lines);
    trees.removeIf(line -> line.isBlank() || line.startsWith("#"));
    return new TreeModel(trees);
  }

  /** The log-odds of a yes. */
  float score(float[] row) {
    float sum = 0;
    for (int root : roots) {
      int at = root;
      int node = nodes[at];
      while (node != LEAF) {
        boolean left = row[node >>> 23] <= Float.intBitsToFloat(nodes[at + 1]);
        at = (node & 0x7fffff) + (left ? 0 : 2);
        node = nodes[at];
      }
      sum += Float.intBitsToFloat(nodes[at + 1]);
    }
    return sum;
  }
}
