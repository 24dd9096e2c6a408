package org.orbweaver.crawler.page.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Trains a {@link TreeModel}: gradient boosting for the logistic loss, with trees that grow at the
 * leaf of the greatest gain, on features cut into bins (as LightGBM does, Ke et al. 2017).
 */
final class BoostedTrees {
  private static final int BINS = 64;
  private static final double RATE = .08;
  private static final double L2 = 5;
  private static final double MIN_HESSIAN = 3;
  private static final double ROWS_OF_A_TREE = .8;
  private static final double FEATURES_OF_A_TREE = .5;

  private final float[][] rows;
  private final double[] label;
  private final double[] weight;
  private final float[][] bounds;
  private final byte[][] bins;
  private final double[] gradient;
  private final double[] hessian;
  private final Random random = new Random(1);

  /** A leaf of the tree that grows, with its best split. */
  private static final class Leaf {
    int[] rows;
    int node;
    double gain;
    int feature;
    int bin;
    double value;
  }

  BoostedTrees(List<float[]> rows, List<Boolean> labels, List<Double> weights) {
    this.rows = rows.toArray(float[][]::new);
    label = labels.stream().mapToDouble(yes -> yes ? 1 : 0).toArray();
    weight = weights.stream().mapToDouble(Double::doubleValue).toArray();
    gradient = new double[label.length];
    hessian = new double[label.length];
    int features = this.rows[0].length;
    bounds = new float[features][];
    bins = new byte[features][label.length];
    for (int f = 0; f < features; f++) {
      float[] values = new float[label.length];
      for (int r = 0; r < values.length; r++) {
        values[r] = this.rows[r][f];
      }
      float[] sorted = values.clone();
      Arrays.sort(sorted);
      float[] cuts = new float[BINS - 1];
      int size = 0;
      for (int i = 1; i < BINS; i++) {
        float cut = sorted[(int) ((long) i * (sorted.length - 1) / BINS)];
        if (size == 0 || cut > cuts[size - 1]) {
          cuts[size++] = cut;
        }
      }
      bounds[f] = Arrays.copyOf(cuts, size);
      for (int r = 0; r < values.length; r++) {
        int at = Arrays.binarySearch(bounds[f], values[r]);
        bins[f][r] = (byte) (at < 0 ? -at - 1 : at); // A row is left of cut b if its bin is <= b.
      }
    }
  }

  /** The lines of a model with this many trees. */
  List<String> train(int trees, int leaves) {
    List<String> model = new ArrayList<>();
    double[] score = new double[label.length];
    for (int t = 0; t < trees; t++) {
      for (int r = 0; r < score.length; r++) {
        double p = 1 / (1 + Math.exp(-score[r]));
        gradient[r] = weight[r] * (p - label[r]);
        hessian[r] = weight[r] * p * (1 - p);
      }
      String tree = tree(leaves);
      model.add(tree);
      TreeModel one = TreeModel.of(List.of(tree));
      for (int r = 0; r < score.length; r++) {
        score[r] += one.score(rows[r]);
      }
    }
    return model;
  }

  private String tree(int most) {
    int[] sample =
        random
            .ints(0, 1000)
            .limit(label.length)
            .map(i -> i < ROWS_OF_A_TREE * 1000 ? 1 : 0)
            .toArray();
    int[] all =
        java.util.stream.IntStream.range(0, label.length).filter(r -> sample[r] > 0).toArray();
    int[] features =
        java.util.stream.IntStream.range(0, bounds.length)
            .filter(f -> random.nextDouble() < FEATURES_OF_A_TREE)
            .toArray();
    List<String> nodes = new ArrayList<>(List.of(""));
    List<Leaf> leaves = new ArrayList<>(List.of(leaf(all, 0, features)));
    while (leaves.size() < most) {
      Leaf split = leaves.get(0);
      for (Leaf leaf : leaves) {
        split = leaf.gain > split.gain ? leaf : split;
      }
      if (split.gain <= 1e-9) {
        break;
      }
      leaves.remove(split);
      byte[] of = bins[split.feature];
      int cut = split.bin;
      float bound = bounds[split.feature][cut];
      nodes.set(split.node, split.feature + ":" + bound + ":" + nodes.size());
      nodes.add("");
      nodes.add("");
      int left = nodes.size() - 2;
      leaves.add(
          leaf(Arrays.stream(split.rows).filter(r -> of[r] <= cut).toArray(), left, features));
      leaves.add(
          leaf(Arrays.stream(split.rows).filter(r -> of[r] > cut).toArray(), left + 1, features));
    }
    leaves.forEach(leaf -> nodes.set(leaf.node, String.format(Locale.ROOT, "%.4f", leaf.value)));
    return String.join(" ", nodes);
  }

  private Leaf leaf(int[] of, int node, int[] features) {
    Leaf leaf = new Leaf();
    leaf.rows = of;
    leaf.node = node;
    double g = 0;
    double h = 0;
    for (int r : of) {
      g += gradient[r];
      h += hessian[r];
    }
    leaf.value = -RATE * g / (h + L2);
    double whole = g * g / (h + L2);
    double[] gs = new double[BINS];
    double[] hs = new double[BINS];
    for (int f : features) {
      Arrays.fill(gs, 0);
      Arrays.fill(hs, 0);
      byte[] bin = bins[f];
      for (int r : of) {
        gs[bin[r]] += gradient[r];
        hs[bin[r]] += hessian[r];
      }
      double gl = 0;
      double hl = 0;
      for (int b = 0; b < bounds[f].length; b++) {
        gl += gs[b];
        hl += hs[b];
        if (hl < MIN_HESSIAN || h - hl < MIN_HESSIAN) {
          continue;
        }
        double gain = gl * gl / (hl + L2) + (g - gl) * (g - gl) / (h - hl + L2) - whole;
        if (gain > leaf.gain) {
          leaf.gain = gain;
          leaf.feature = f;
          leaf.bin = b;
        }
      }
    }
    return leaf;
  }
}
