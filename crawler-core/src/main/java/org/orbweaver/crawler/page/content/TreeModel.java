package org.orbweaver.crawler.page.content;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient-boosted regression trees for the log-odds of a yes (Friedman 2001). The file has a tree
 * in each line, its nodes separated by spaces, parents before children: {@code
 * feature:threshold:left:right} or, for a leaf, its value. A row goes left where its feature is at
 * most the threshold. Lines that begin with # are comments.
 *
 * <p>Immutable; safe for several threads.
 */
final class TreeModel {
  /** Nodes of all trees one after the other; feature -1 marks a leaf. */
  private final int[] feature;

  private final float[] threshold;
  private final int[] left;
  private final int[] right;
  private final int[] roots;

  private TreeModel(List<String> trees) {
    int nodes = 0;
    for (String tree : trees) {
      nodes += tree.split(" ", -1).length;
    }
    feature = new int[nodes];
    threshold = new float[nodes];
    left = new int[nodes];
    right = new int[nodes];
    roots = new int[trees.size()];
    int at = 0;
    for (int t = 0; t < roots.length; t++) {
      roots[t] = at;
      for (String node : trees.get(t).split(" ", -1)) {
        String[] parts = node.split(":", -1);
        boolean leaf = parts.length == 1;
        feature[at] = leaf ? -1 : Integer.parseInt(parts[0]);
        threshold[at] = Float.parseFloat(parts[leaf ? 0 : 1]);
        left[at] = leaf ? 0 : roots[t] + Integer.parseInt(parts[2]);
        right[at] = leaf ? 0 : roots[t] + Integer.parseInt(parts[3]);
        at++;
      }
    }
  }

  /** Reads the model of a resource beside this class. */
  static TreeModel load(String resource) {
    InputStream in = TreeModel.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException("no resource " + resource);
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return of(lines.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a model of its lines. */
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
      while (feature[at] >= 0) {
        at = row[feature[at]] <= threshold[at] ? left[at] : right[at];
      }
      sum += threshold[at];
    }
    return sum;
  }
}
