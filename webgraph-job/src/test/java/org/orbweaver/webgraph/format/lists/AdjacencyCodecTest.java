package org.orbweaver.webgraph.format.lists;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.meta.GraphMeta;

class AdjacencyCodecTest {

  @Test
  void writesTheExampleOfTheClassComment() throws IOException {
    assertArrayEquals(
        new byte[] {6, 3, 3, 0, 9, 0, 8}, code(new int[][] {{5, 8, 9}, {5, 8, 9, 12}}, 7));
  }

  @Test
  void writesRunsAndCopiedPieces() throws IOException {
    // 2, then a run of 4 more: 1 longer than the shortest. A run that is too short is gaps of 0.
    assertArrayEquals(new byte[] {10, 4, 1, 1}, code(new int[][] {{2, 3, 4, 5, 6}}, 0));
    assertArrayEquals(new byte[] {6, 4, 0, 0}, code(new int[][] {{2, 3, 4}}, 0));
    // After an empty list: the first and third are skipped, the others copied, two follow.
    int[] before = {1000, 20_000, 300_000, 4_000_000, 5_000_000};
    int[] list = {20_000, 4_000_000, 4_000_001, 5_000_000, 6_000_000};
    byte[] bytes = code(new int[][] {before, {}, list}, 90);
    assertArrayEquals(
        new byte[] {
          11, 4, 0, 1, 1, 1, (byte) 0xca, (byte) 0xa2, (byte) 0xe8, 3, (byte) 0xff, (byte) 0x88, 122
        },
        Arrays.copyOfRange(bytes, 17, bytes.length));
  }

  /** Lists like those of a site: much of the previous list, some of their own, runs. */
  @Test
  void copiesWhatPagesShare() throws IOException {
    Random random = new Random(8);
    for (int round = 0; round < 500; round++) {
      int nodes = 200 + random.nextInt(2000);
      int[][] rows = new int[60][];
      int[] menu = row(random, nodes, .02 + .1 * random.nextDouble());
      int links = 0;
      for (int u = 0; u < rows.length; u++) {
        TreeSet<Integer> row = new TreeSet<>();
        double kept = random.nextInt(4) == 0 ? 1 : random.nextDouble();
        for (int v : menu) {
          if (random.nextDouble() < kept) {
            row.add(v);
          }
        }
        for (int i = random.nextInt(4); i > 0; i--) {
          int from = random.nextInt(nodes - 10);
          for (int v = from; v < from + random.nextInt(10); v++) {
            row.add(v);
          }
        }
        rows[u] = row.stream().mapToInt(Integer::intValue).toArray();
        links += rows[u].length;
        menu = random.nextInt(10) == 0 ? rows[u] : menu;
      }
      int first = random.nextInt(nodes);
      assertRoundTrip(rows, first);
      byte[] bytes = code(rows, first);
      assertTrue(bytes.length <= 2 * (links + rows.length), bytes.length + " for " + links);
    }
  }

  @Test
  void returnsWhatWasWrittenForThousandsOfRandomGraphs() throws IOException {
    Random random = new Random(42);
    for (int round = 0; round < 4000; round++) {
      int nodes = 1 + random.nextInt(round % 10 == 0 ? 400 : 30);
      double density = random.nextInt(4) == 0 ? 1 : random.nextDouble() * random.nextDouble();
      int[][] rows = new int[nodes][];
      for (int u = 0; u < nodes; u++) {
        rows[u] = row(random, nodes, random.nextInt(3) == 0 ? 0 : density);
      }
      int first = random.nextInt(nodes);
      assertRoundTrip(Arrays.copyOfRange(rows, first, nodes), first);
    }
  }

  private static int[] row(Random random, int nodes, double density) {
    TreeSet<Integer> row = new TreeSet<>();
    for (int v = 0; v < nodes; v++) {
      if (random.nextDouble() < density) {
        row.add(v);
      }
    }
    return row.stream().mapToInt(Integer::intValue).toArray();
  }

  @Test
  void keepsHugeGapsAndTheLargestIds() throws IOException {
    int nodes = Integer.MAX_VALUE;
    assertRoundTrip(
        new int[][] {
          {0, nodes - 1}, {}, {nodes - 1}, {0}, {nodes - 3, nodes - 2, nodes - 1}, {0, 1, 1 << 30}
        },
        nodes - 6);
    assertRoundTrip(new int[][] {{nodes - 1}, {0, 1, 2, nodes - 1}}, 0);
    Random random = new Random(7);
    int[][] rows = new int[50][];
    for (int u = 0; u < rows.length; u++) {
      rows[u] = random.ints(random.nextInt(3000), 0, nodes).sorted().distinct().toArray();
    }
    assertRoundTrip(rows, 1 << 30);
  }

  private static void assertRoundTrip(int[][] rows, int first) throws IOException {
    byte[] bytes = CodedLists.write(first, rows, null);
    GraphMeta.Part part = CodedLists.part(first, rows, bytes.length);
    assertRows(rows, first, new AdjacencyReader(ListReader.of(bytes, part, false), first));
  }

  /** The records of one block, without the index. */
  private static byte[] code(int[][] rows, int first) throws IOException {
    byte[] bytes = CodedLists.write(first, rows, null);
    int index = AdjacencyWriter.TRAILER_BYTES;
    index += AdjacencyWriter.ENTRY_BYTES * ((first + rows.length - 1) / 256 - first / 256 + 1);
    return Arrays.copyOf(bytes, bytes.length - index);
  }

  private static void assertRows(int[][] rows, int first, AdjacencyReader reader)
      throws IOException {
    for (int i = 0; i < rows.length; i++) {
      assertEquals(first + i, reader.next());
      assertEquals(rows[i].length, reader.degree());
      assertArrayEquals(rows[i], reader.copyOfNeighbours());
    }
    assertEquals(-1, reader.next());
    assertEquals(-1, reader.next());
  }

  /** Lists of several blocks, the first and the last of them partial. */
  private static int[][] someBlocks(Random random, int count, int nodes) {
    int[][] rows = new int[count][];
    for (int u = 0; u < count; u++) {
      rows[u] = u % 3 == 1 ? rows[u - 1] : row(random, nodes, .1 * random.nextDouble());
    }
    return rows;
  }

  @Test
  void anyListCanBeReadWithoutThoseBeforeIt() throws IOException {
    Random random = new Random(5);
    int first = 1000;
    int[][] rows = someBlocks(random, 12_000, 60);
    float[][] weights = new float[rows.length][];
    for (int u = 0; u < rows.length; u++) {
      weights[u] = new float[rows[u].length];
      for (int i = 0; i < weights[u].length; i++) {
        weights[u][i] = 1 + random.nextFloat();
      }
    }
    for (boolean weighted : new boolean[] {false, true}) {
      float[][] given = weighted ? weights : null;
      try (AdjacencyReader reader =
          new AdjacencyReader(CodedLists.reader(first, rows, given), first)) {
        for (int i = 0; i < 3000; i++) {
          int u = random.nextInt(rows.length);
          reader.moveTo(first + u);
          // Sometimes the ones after it.
          for (int more = random.nextInt(300); more >= 0 && u < rows.length; more--, u++) {
            assertEquals(first + u, reader.node());
            assertArrayEquals(rows[u], reader.copyOfNeighbours());
            assertArrayEquals(weighted ? weights[u] : null, reader.copyOfWeights());
            assertEquals(u + 1 < rows.length ? first + u + 1 : -1, reader.next());
          }
        }
      }
    }
  }

  @Test
  void refusesATruncatedPartitionAtEachPlace() throws IOException {
    int[][] rows = {{1, 200, 70000}, {}, {0, 5, 200, 70000}};
    byte[] bytes = CodedLists.write(0, rows, null);
    for (int length = 0; length <= bytes.length + 1; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      if (length != bytes.length) {
        assertRefused(cut, rows, "length " + length);
      }
    }
  }

  @Test
  void refusesEveryMangledByte() throws IOException {
    int[][] rows = someBlocks(new Random(1), 600, 20);
    byte[] bytes = CodedLists.write(200, rows, null);
    for (int at = 0; at < bytes.length; at++) {
      byte[] mangled = bytes.clone();
      mangled[at] ^= (byte) (1 << at % 8);
      assertRefused(mangled, rows, "byte " + at);
    }
  }

  private static void assertRefused(byte[] bytes, int[][] rows, String what) {
    GraphMeta.Part part = CodedLists.part(rows.length == 3 ? 0 : 200, rows, bytes.length);
    OrbException e =
        assertThrows(
            OrbException.class,
            () -> {
              AdjacencyReader reader =
                  new AdjacencyReader(ListReader.of(bytes, part, false), part.first());
              while (reader.next() >= 0) {
                assertTrue(reader.degree() <= 70_000);
              }
            },
            what);
    assertTrue(e.getMessage().contains("graph/out/part-00000: "), e.getMessage());
    assertTrue(e.getMessage().contains("build the graph again"), e.getMessage());
  }

  @Test
  void refusesListsThatDoNotAscend() {
    AdjacencyWriter writer = new AdjacencyWriter(new ByteArrayOutputStream(), 0, false);
    assertThrows(IllegalArgumentException.class, () -> writer.write(new int[] {3, 3}, null, 0, 2));
    assertThrows(IllegalArgumentException.class, () -> writer.write(new int[] {-1}, null, 0, 1));
  }
}
