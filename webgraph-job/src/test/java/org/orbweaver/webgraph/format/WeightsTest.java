package org.orbweaver.webgraph.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;

/** Weights beside the lists of both directions. */
class WeightsTest {
  @TempDir Path folder;

  /** A link by its ends. */
  private record Link(int from, int to) implements Comparable<Link> {
    @Override
    public int compareTo(Link other) {
      return from != other.from ? Integer.compare(from, other.from) : Integer.compare(to, other.to);
    }
  }

  @Test
  void bothDirectionsHaveTheWeightsOfTheirLinks() throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 60; round++) {
      int n = 1 + random.nextInt(60);
      int m = random.nextInt(4) == 0 ? 0 : random.nextInt(500);
      int[] src = random.ints(m, 0, n).toArray();
      int[] dst = random.ints(m, 0, n).toArray();
      double[] weights = random.doubles(m, 1e-3, 1e3).toArray();
      Map<Link, Double> sums = new TreeMap<>();
      for (int i = 0; i < m; i++) {
        sums.merge(new Link(src[i], dst[i]), weights[i], Double::sum);
      }
      Path build = folder.resolve("g" + round);
      GraphMeta meta =
          GraphBuilder.fromEdges(n, src, dst, weights, m).parts(1 + random.nextInt(8)).write(build);
      GraphDir graph = GraphBuilderTest.open(build);
      graph.verify();
      assertEquals(meta, graph.meta());
      assertTrue(graph.isWeighted());
      Map<Link, Float> planned = new TreeMap<>();
      sums.forEach((link, sum) -> planned.put(link, sum.floatValue()));
      assertEquals(planned, read(graph, true));
      assertEquals(planned, read(graph, false));
    }
  }

  private static Map<Link, Float> read(GraphDir graph, boolean out) throws IOException {
    Map<Link, Float> links = new TreeMap<>();
    GraphMeta meta = graph.meta();
    List<GraphMeta.Part> parts = out ? meta.outWeights() : meta.inWeights();
    for (int p = 0; p < parts.size(); p++) {
      try (AdjacencyReader lists = out ? graph.out(p) : graph.in(p);
          WeightReader weights = out ? graph.outWeights(p) : graph.inWeights(p);
          WeightReader again = graph.weightsInMemory(parts.get(p), graph.bytes(parts.get(p)))) {
        for (int u = lists.next(); u >= 0; u = lists.next()) {
          float[] row = weights.next(lists.degree()).clone();
          assertArrayEquals(row, again.next(lists.degree()));
          for (int i = 0; i < lists.degree(); i++) {
            int v = lists.neighbours()[i];
            links.put(out ? new Link(u, v) : new Link(v, u), row[i]);
          }
        }
        weights.finish();
        again.finish();
      }
    }
    return links;
  }

  @Test
  void aGraphWithoutWeightsHasNoFilesForThem() throws IOException {
    GraphMeta meta = GraphBuilder.fromEdges(2, new int[] {0}, new int[] {1}).write(folder);
    assertFalse(GraphBuilderTest.open(folder).isWeighted());
    assertFalse(Files.exists(folder.resolve("outw")));
    assertFalse(new String(meta.toBytes(), StandardCharsets.UTF_8).contains("outw"));
  }

  @Test
  void equalEdgesMayTakeTheGreatestWeight() throws IOException {
    int[] zeros = new int[3];
    GraphBuilder.fromEdges(1, zeros, zeros, new double[] {1, 3, 2}, 3, Math::max).write(folder);
    assertEquals(Map.of(new Link(0, 0), 3f), read(GraphBuilderTest.open(folder), false));
  }

  @Test
  void refusesToWriteWhatIsNoWeight() {
    for (double weight :
        new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, -0.0}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  GraphBuilder.fromEdges(
                          3, new int[] {0, 2}, new int[] {1, 1}, new double[] {1, weight}, 2)
                      .write(folder.resolve("w" + weight)));
      assertTrue(e.getMessage().contains("weight " + weight), e.getMessage());
      assertTrue(e.getMessage().contains("nodes 2 and 1"), e.getMessage());
    }
  }

  @Test
  void namesTheFileAndThePlaceOfABadWeight() throws IOException {
    for (float bad :
        new float[] {0, -0f, -2, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      byte[] bytes = ByteBuffer.allocate(12).putFloat(1).putFloat(bad).putFloat(1).array();
      for (InputStream in : new InputStream[] {null, slow(bytes)}) {
        try (WeightReader reader =
            in == null ? new WeightReader(bytes, "inw/x") : new WeightReader(in, "inw/x")) {
          assertEquals(1f, reader.next(1)[0]);
          assertFails(
              "inw/x: corrupt at byte 4: expected a weight above 0, got " + bad,
              () -> reader.next(2));
        }
      }
    }
  }

  /** Gives one byte at a time. */
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(1, length));
      }
    };
  }

  @Test
  void namesAFileThatEndsEarlyOrGoesOn() throws IOException {
    byte[] bytes = ByteBuffer.allocate(10).putFloat(1).putFloat(2).array();
    for (InputStream in : new InputStream[] {null, slow(bytes)}) {
      try (WeightReader reader =
          in == null ? new WeightReader(bytes, "w") : new WeightReader(in, "w")) {
        assertEquals(2f, reader.next(2)[1]);
        assertFails("w: truncated at byte 10", () -> reader.next(1));
      }
    }
    byte[] more = ByteBuffer.allocate(8).putFloat(1).putFloat(2).array();
    try (WeightReader reader = new WeightReader(slow(more), "w")) {
      assertEquals(1f, reader.next(1)[0]);
      assertFails("w: corrupt at byte 4: unexpected bytes", reader::finish);
    }
  }

  @Test
  void noticesAFileThatChanged() throws IOException {
    GraphBuilder.fromEdges(2, new int[] {0, 1}, new int[] {1, 0}, new double[] {1, 2}, 2)
        .write(folder);
    Path file = folder.resolve("inw/part-00000");
    byte[] bytes = Files.readAllBytes(file);
    bytes[3] ^= 1;
    Files.write(file, bytes);
    assertFails("inw/part-00000: corrupt: its checksum", () -> read(open(), false));
    assertFails("inw/part-00000: corrupt: its checksum", () -> open().verify());
    Files.write(file, new byte[4]);
    assertFails("inw/part-00000: truncated at byte 4", () -> open().inWeights(0));
    Files.delete(file);
    assertFails("inw/part-00000: missing", () -> open().inWeights(0));
    Path meta = folder.resolve(GraphMeta.FILE);
    String json = Files.readString(meta);
    Files.writeString(meta, json.replace("\"inw\"", "\"unknown\""));
    assertFails("\"inw\" does not fit the lists", this::open);
  }

  private GraphDir open() throws IOException {
    return GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  private static void assertFails(String message, org.junit.jupiter.api.function.Executable run) {
    OrbException e = assertThrows(OrbException.class, run);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
