package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Small graphs for tests, and dense arithmetic on them that shares nothing with the tested code.
 */
final class Graphs {

  private Graphs() {}

  /** Successor lists of a random graph: dangling and isolated pages, self-links, several parts. */
  static int[][] random(Random random) {
    int size = 2 + random.nextInt(12);
    int links = 1 + random.nextInt(2 * size);
    boolean[][] has = new boolean[size][size];
    // Sometimes two halves without a link between them.
    boolean halves = random.nextInt(3) == 0;
    for (int i = 0; i < links; i++) {
      int u = random.nextInt(size);
      int v = random.nextInt(size);
      if (!halves || (u < size / 2) == (v < size / 2)) {
        has[u][v] = true;
      }
    }
    has[0][random.nextInt(size)] = true;
    return lists(has);
  }

  static int[][] lists(boolean[][] has) {
    int[][] lists = new int[has.length][];
    for (int u = 0; u < has.length; u++) {
      int[] list = new int[has.length];
      int count = 0;
      for (int v = 0; v < has.length; v++) {
        if (has[u][v]) {
          list[count++] = v;
        }
      }
      lists[u] = Arrays.copyOf(list, count);
    }
    return lists;
  }

  /** The same graph twice, side by side: every eigenvalue occurs at least twice. */
  static int[][] twice(int[][] lists) {
    int n = lists.length;
    int[][] twice = Arrays.copyOf(lists, 2 * n);
    for (int u = 0; u < n; u++) {
      twice[n + u] = Arrays.stream(lists[u]).map(v -> v + n).toArray();
    }
    return twice;
  }

  static double[][] weights(int[][] lists, Random random) {
    return Arrays.stream(lists)
        .map(list -> Arrays.stream(list).mapToDouble(v -> 1 + random.nextInt(4)).toArray())
        .toArray(double[][]::new);
  }

  /** The matrix M, rows for hubs; weights may be null. */
  static double[][] dense(int columns, int[][] lists, double[][] weights) {
    double[][] m = new double[lists.length][columns];
    for (int u = 0; u < lists.length; u++) {
      for (int i = 0; i < lists[u].length; i++) {
        m[u][lists[u][i]] = weights == null ? 1 : weights[u][i];
      }
    }
    return m;
  }

  static double[][] transpose(double[][] m) {
    double[][] t = new double[m[0].length][m.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[0].length; j++) {
        t[j][i] = m[i][j];
      }
    }
    return t;
  }

  static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int k = 0; k < b.length; k++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  static double[] times(double[][] a, double[] x) {
    return Arrays.stream(a).mapToDouble(row -> dot(row, x)).toArray();
  }

  static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  static double[] unit(double[] x) {
    double length = Math.sqrt(dot(x, x));
    return Arrays.stream(x).map(value -> value / length).toArray();
  }

  /** A link source in memory. */
  static final class Links implements BaseSet.LinkSource {

    private final int[][] out;
    private final String[] hosts;

    Links(int[][] out, String[] hosts) {
      this.out = out;
      this.hosts = hosts;
    }

    @Override
    public void successors(int[] pages, PageVisitor visitor) throws IOException {
      for (int page : pages) {
        visitor.page(page, out[page].clone());
      }
    }

    @Override
    public void predecessors(int[] pages, PageVisitor visitor) throws IOException {
      for (int page : pages) {
        int[] in =
            IntStream.range(0, out.length)
                .filter(u -> Arrays.binarySearch(out[u], page) >= 0)
                .toArray();
        visitor.page(page, in);
      }
    }

    @Override
    public String host(int page) {
      return hosts[page];
    }
  }
}
