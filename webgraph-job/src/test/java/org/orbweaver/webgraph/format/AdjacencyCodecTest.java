package org.orbweaver.webgraph.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.cli.OrbException;

class AdjacencyCodecTest {

  @Test
  void writesTheExampleOfTheClassComment() throws IOException {
    assertArrayEquals(
        new byte[] {6, 3, 3, 0, 9, 0, 8}, write(new int[][] {{5, 8, 9}, {5, 8, 9, 12}}, 7));
  }

  @Test
  void writesRunsAndBlocks() throws IOException {
    // 2, then a run of 4 more: 1 longer than the shortest. Too short a run is gaps of 0.
    assertArrayEquals(new byte[] {10, 4, 1, 1}, write(new int[][] {{2, 3, 4, 5, 6}}, 0));
    assertArrayEquals(new byte[] {6, 4, 0, 0}, write(new int[][] {{2, 3, 4}}, 0));
    // Behind an empty list: the first and third are left out, the others copied, two follow.
    int[] before = {1000, 20_000, 300_000, 4_000_000, 5_000_000};
    int[] list = {20_000, 4_000_000, 4_000_001, 5_000_000, 6_000_000};
    byte[] bytes = write(new int[][] {before, {}, list}, 90);
    assertArrayEquals(
        new byte[] {
          11, 4, 0, 1, 1, 1, (byte) 0xca, (byte) 0xa2, (byte) 0xe8, 3, (byte) 0xff, (byte) 0x88, 122
        },
        Arrays.copyOfRange(bytes, 17, bytes.length));
  }

  /** Lists like those of a site: much of the list before, something of their own, runs. */
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
      assertRoundTrip(rows, first, nodes + rows.length);
      byte[] bytes = write(rows, first);
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
      assertRoundTrip(Arrays.copyOfRange(rows, first, nodes), first, nodes);
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
        nodes - 6,
        nodes);
    assertRoundTrip(new int[][] {{nodes - 1}, {0, 1, 2, nodes - 1}}, 0, nodes);
    Random random = new Random(7);
    int[][] rows = new int[50][];
    for (int u = 0; u < rows.length; u++) {
      rows[u] = random.ints(random.nextInt(3000), 0, nodes).sorted().distinct().toArray();
    }
    assertRoundTrip(rows, 1 << 30, nodes);
  }

  private static void assertRoundTrip(int[][] rows, int first, int nodes) throws IOException {
    byte[] bytes = write(rows, first);
    assertRows(rows, first, new AdjacencyReader(bytes, "memory", first, rows.length, nodes));
    assertRows(rows, first, new AdjacencyReader(dribble(bytes), "s", first, rows.length, nodes));
  }

  private static byte[] write(int[][] rows, int first) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long arcs = 0;
    try (AdjacencyWriter writer = new AdjacencyWriter(out, first)) {
      for (int[] row : rows) {
        writer.write(row, row.length);
        arcs += row.length;
      }
      assertEquals(arcs, writer.arcs());
      assertEquals(first + rows.length, writer.node());
    }
    return out.toByteArray();
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

  /** A stream that returns fewer bytes than asked for, as networks do. */
  private static InputStream dribble(byte[] bytes) {
    Random random = new Random(bytes.length);
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(100)));
      }
    };
  }

  @Test
  void refusesATruncatedPartitionAtEachPlace() throws IOException {
    byte[] bytes = write(new int[][] {{1, 200, 70000}, {}, {0, 5, 200, 70000}}, 0);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      OrbException e =
          assertThrows(OrbException.class, () -> readAll(cut, 3, 100_000), "length " + length);
      assertTrue(
          e.getMessage().contains("graph/out/part-00000: truncated at byte " + length),
          e.getMessage());
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    OrbException e = assertThrows(OrbException.class, () -> readAll(longer, 3, 100_000));
    assertTrue(e.getMessage().contains("unexpected bytes"), e.getMessage());
  }

  @Test
  void refusesAnArcToNoNode() throws IOException {
    byte[] bytes = write(new int[][] {{1, 2}, {}, {0, 5}}, 0);
    OrbException e = assertThrows(OrbException.class, () -> readAll(bytes, 3, 5));
    assertTrue(
        e.getMessage()
            .contains("graph/out/part-00000: corrupt at byte 7: an arc of node 2 to no node: 5"),
        e.getMessage());
    OrbException below = assertThrows(OrbException.class, () -> readAll(new byte[] {2, 1}, 1, 5));
    assertTrue(below.getMessage().contains("an arc of node 0 to no node: -1"), below.getMessage());
  }

  @Test
  void survivesEveryMangledByte() throws IOException {
    int[][] rows = {
      {1, 200, 70000},
      {},
      {0, 5},
      {3, 4, 5, 6, 7, 8, 900},
      {4, 5, 6, 7, 8, 900},
      {3, 6, 7, 900, 901}
    };
    byte[] bytes = write(rows, 0);
    for (int at = 0; at < bytes.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] mangled = bytes.clone();
        mangled[at] = (byte) value;
        try {
          readAll(mangled, rows.length, 100_000);
        } catch (OrbException e) {
          assertTrue(e.getMessage().contains("graph/out/part-00000"), e.getMessage());
        }
      }
    }
  }

  private static void readAll(byte[] bytes, int count, int nodes) throws IOException {
    AdjacencyReader reader =
        new AdjacencyReader(
            new ByteArrayInputStream(bytes), "graph/out/part-00000", 0, count, nodes);
    while (reader.next() >= 0) {
      assertTrue(reader.degree() <= nodes);
    }
  }

  @Test
  void refusesListsThatDoNotAscend() {
    AdjacencyWriter writer = new AdjacencyWriter(new ByteArrayOutputStream(), 0);
    assertThrows(IllegalArgumentException.class, () -> writer.write(new int[] {3, 3}, 2));
    assertThrows(IllegalArgumentException.class, () -> writer.write(new int[] {-1}, 1));
  }
}
