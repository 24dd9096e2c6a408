package org.orbweaver.webgraph.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      assertEquals(planned, read(graph, Direction.OUT));
      assertEquals(planned, read(graph, Direction.IN));
    }
  }

  private static Map<Link, Float> read(GraphDir graph, Direction direction) throws IOException {
    Map<Link, Float> links = new TreeMap<>();
    try (AdjacencyReader reader = graph.read(direction, true)) {
      for (int u = reader.next(); u >= 0; u = reader.next()) {
        float[] row = reader.copyOfWeights();
        for (int i = 0; i < reader.degree(); i++) {
          int v = reader.neighbours()[i];
          links.put(direction == Direction.OUT ? new Link(u, v) : new Link(v, u), row[i]);
        }
      }
    }
    return links;
  }

  @Test
  void aGraphWithoutWeightsHasNone() throws IOException {
    GraphBuilder.fromEdges(2, new int[] {0}, new int[] {1}).write(folder);
    assertFalse(GraphBuilderTest.open(folder).isWeighted());
    try (AdjacencyReader reader = GraphBuilderTest.open(folder).read(Direction.OUT, true)) {
      reader.next();
      assertNull(reader.weights());
    }
  }

  @Test
  void equalEdgesMayTakeTheGreatestWeight() throws IOException {
    int[] zeros = new int[3];
    GraphBuilder.fromEdges(1, zeros, zeros, new double[] {1, 3, 2}, 3, Math::max).write(folder);
    assertEquals(Map.of(new Link(0, 0), 3f), read(GraphBuilderTest.open(folder), Direction.IN));
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
  void noticesAFileThatChanged() throws IOException {
    GraphBuilder.fromEdges(2, new int[] {0, 1}, new int[] {1, 0}, new double[] {1, 2}, 2)
        .write(folder);
    Path file = folder.resolve("in/part-00000");
    byte[] bytes = Files.readAllBytes(file);
    bytes[3] ^= 1;
    Files.write(file, bytes);
    assertFails(
        "in/part-00000: corrupt: block 0 at byte 0 is not as it was written",
        () -> read(open(), Direction.IN));
    assertFails("in/part-00000: corrupt: its checksum", () -> open().verify());
  }

  private GraphDir open() throws IOException {
    return GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  private static void assertFails(String message, org.junit.jupiter.api.function.Executable run) {
    OrbException e = assertThrows(OrbException.class, run);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
