package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to hold x give the same bits: in memory, mapped, and in blocks of any size. */
class OperandTest {

  private static final int SIZE = 700;

  @TempDir private Path dir;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void setUp() {
    conf.set("mapreduce.cluster.local.dir", dir.resolve("local").toString());
  }

  private static float[][] weights(int[][] lists) {
    Random random = new Random(8);
    float[][] weights = new float[lists.length][];
    for (int v = 0; v < lists.length; v++) {
      weights[v] = new float[lists[v].length];
      for (int j = 0; j < weights[v].length; j++) {
        weights[v][j] = (float) Math.exp(4 * random.nextGaussian());
      }
    }
    return weights;
  }

  /** Σ w·x by row, as the formula says. */
  private static double[] expected(int[][] lists, float[][] weights, double[] x, int width) {
    double[] y = new double[lists.length * width];
    for (int v = 0; v < lists.length; v++) {
      for (int k = 0; k < width; k++) {
        for (int j = 0; j < lists[v].length; j++) {
          double weight = weights == null ? 1 : weights[v][j];
          y[v * width + k] += weight * x[lists[v][j] * width + k];
        }
      }
    }
    return y;
  }

  private CheckpointFolder write(double[] x, int width, int slices) throws IOException {
    org.apache.hadoop.fs.Path folder =
        new org.apache.hadoop.fs.Path(Files.createTempDirectory(dir, "x").toString());
    FileSystem fs = folder.getFileSystem(conf);
    List<Slice> written = new ArrayList<>();
    for (int s = 0; s < slices; s++) {
      int first = SIZE * s / slices;
      try (SliceWriter writer = new SliceWriter(fs, folder, "x", s, first, width)) {
        writer.write(x, first * width, SIZE * (s + 1) / slices * width);
        written.add(writer.finish());
      }
    }
    Iteration none = new Iteration(0, 0, List.of());
    return CheckpointFolder.write(
        conf, folder, new Checkpoint(written, List.of(none)).requireWhole(SIZE, List.of("x")));
  }

  private static double[] multiply(Operand operand, Rows rows, int width, int[] active)
      throws IOException {
    double[] y = new double[(rows.end() - rows.first()) * width];
    int first = rows.first();
    if (width == 1) {
      operand.multiply(rows, (RowSink) (v, sum) -> y[v - first] = sum);
    } else {
      operand.multiply(
          rows,
          active,
          (v, sums) -> {
            for (int a : active) {
              y[(v - first) * width + a] = sums[a];
            }
          });
    }
    return y;
  }

  @Test
  void allGiveTheSameBits() throws IOException {
    int[][] lists = InMemoryMatrixTest.random(SIZE, 6, 3);
    Random random = new Random(2);
    for (int width : new int[] {1, 2, 5, 8}) {
      double[] x = random.doubles((long) SIZE * width).toArray();
      int[] all = IntStream.range(0, width).toArray();
      CheckpointFolder one = write(x, width, 1);
      CheckpointFolder three = write(x, width, 3);
      for (float[][] weights : new float[][][] {null, weights(lists)}) {
        double[] expected = expected(lists, weights, x, width);
        String where = width + " vectors" + (weights == null ? "" : ", weighted");
        assertArrayEquals(expected, inMemory(lists, weights, x, width, all), 0, where);
        for (CheckpointFolder folder : List.of(one, three)) {
          Rows rows = new ArrayRows(lists, weights, 0, SIZE);
          assertArrayEquals(expected, multiply(folder.map("x"), rows, width, all), 0, where);
          for (int block : new int[] {53, 699, 700, 5000}) {
            Operand blocked = new BlockedVector(conf, folder, "x", block);
            rows = new ArrayRows(lists, weights, 0, SIZE);
            assertArrayEquals(
                expected, multiply(blocked, rows, width, all), 0, where + ", blocks of " + block);
          }
        }
      }
    }
    try (Stream<Path> left = Files.walk(dir.resolve("local"))) {
      assertEquals(0, left.filter(Files::isRegularFile).count(), "nothing is left on the disk");
    }
  }

  private static double[] inMemory(
      int[][] lists, float[][] weights, double[] x, int width, int[] active) throws IOException {
    double[] y = new double[SIZE * width];
    InMemoryMatrix matrix = InMemoryMatrix.load(List.of(new ArrayRows(lists, weights, 0, SIZE)));
    try (Workers workers = new Workers(2)) {
      if (width == 1) {
        InMemoryMatrix.SinkFactory<RowSink> sinks = (first, end) -> (v, sum) -> y[v] = sum;
        matrix.multiply(x, sinks, workers);
      } else {
        InMemoryMatrix.SinkFactory<WideRowSink> sinks =
            (first, end) ->
                (v, sums) -> {
                  for (int a : active) {
                    y[v * width + a] = sums[a];
                  }
                };
        matrix.multiply(x, width, active, sinks, workers);
      }
    }
    return y;
  }

  @Test
  void aPartOfTheRowsAndOfTheVectors() throws IOException {
    int[][] lists = InMemoryMatrixTest.random(SIZE, 6, 4);
    int width = 6;
    double[] x = new Random(2).doubles((long) SIZE * width).toArray();
    CheckpointFolder folder = write(x, width, 2);
    double[] whole = expected(lists, null, x, width);
    int[] active = {0, 2, 3, 4, 5};
    double[] expected = new double[100 * width];
    for (int v = 0; v < 100; v++) {
      for (int a : active) {
        expected[v * width + a] = whole[(500 + v) * width + a];
      }
    }
    Operand blocked = new BlockedVector(conf, folder, "x", 90);
    assertArrayEquals(
        expected, multiply(blocked, new ArrayRows(lists, 500, 600), width, active), 0);
    assertArrayEquals(
        expected, multiply(folder.map("x"), new ArrayRows(lists, 500, 600), width, active), 0);
    double[] all = inMemory(lists, null, x, width, active);
    double[] part = Arrays.copyOfRange(all, 500 * width, 600 * width);
    assertArrayEquals(expected, part, 0);
  }
}
