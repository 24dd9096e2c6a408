package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;

/** Edges that have weights. */
class EdgeWeightsTest {
  @TempDir Path folder;
  private Workbench bench;

  @BeforeEach
  void setUp() {
    bench = new Workbench(folder);
  }

  private GraphDir load(String text) throws IOException {
    return bench.load(bench.text("edges", text), Format.EDGES);
  }

  /** The weights of a node's links. */
  private static float[] weights(GraphDir graph, int node) throws IOException {
    try (AdjacencyReader reader = graph.read(Direction.OUT, true)) {
      reader.moveTo(node);
      return reader.copyOfWeights();
    }
  }

  @Test
  void aThirdColumnIsAWeight() throws IOException {
    GraphDir graph = load("# x\n0 1 .5\n0\t2\t1e-3\r\n1 0 7\n0 1 +1.25E0\n");
    assertTrue(graph.isWeighted());
    // Those of equal edges are added.
    assertArrayEquals(new float[] {1.75f, .001f}, weights(graph, 0));
    assertArrayEquals(new float[] {7f}, weights(graph, 1));
    assertFalse(load("0 1\n").isWeighted());
  }

  @Test
  void undirectedEdgesWeighTheSameBothWays() throws IOException {
    String file = bench.text("edges", "0 1 2.5\n1 1 3\n");
    GraphDir graph = bench.load(new GraphImport.Input(file, Format.EDGES, null, true));
    assertArrayEquals(new float[] {2.5f}, weights(graph, 0));
    assertArrayEquals(new float[] {2.5f, 3f}, weights(graph, 1));
    assertFalse(
        bench.load(new GraphImport.Input(file, Format.EDGES, null, true, false)).isWeighted());
  }

  @Test
  void weightsComeBackAsTheyWere() throws IOException {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append(String.format(Locale.ROOT, "%d %d ", i % 700, random.nextInt(700)))
          .append(Math.exp(40 * random.nextGaussian() / 3))
          .append('\n');
    }
    GraphDir graph = load(text.toString());
    for (Format format : List.of(Format.EDGES, Format.GRAPHALYTICS)) {
      GraphExport.Result result = bench.save(graph, "back-" + format, format);
      assertFalse(result.weightless());
      GraphDir again = bench.load(bench.path("back-" + format), format);
      assertEquals(Workbench.everything(graph), Workbench.everything(again));
    }
    assertTrue(bench.read("back-graphalytics.properties").contains("edge-properties.types = real"));
    assertTrue(bench.save(graph, "lists", Format.LISTS).weightless());
  }

  @Test
  void whatIsNoWeightIsNamedWithItsLine() {
    for (String bad :
        new String[] {
          "NaN",
          "-1",
          "0",
          "-0.0",
          "Infinity",
          "inf",
          "1e39",
          "1e-60",
          "x",
          "1f",
          "0x1p3",
          "1,5",
          "1e",
          ".",
          "1..2"
        }) {
      assertFails(
          "line 2: expected a weight (a finite number above 0), got '" + bad,
          "0 1 1\n1 0 " + bad + "\n");
    }
    assertFails("line 3: has no weight, but the first edge has one", "0 1 2\n\n1 0\n");
    assertFails("line 2: has a weight, but the first edge has none", "0 1\n1 0 2\n");
    assertFails("line 1: expected source, target and weight, got more", "0 1 2 3\n");
    // Each is a float, their sum is none.
    assertFails("edges: weight 6.0E38 of the link", "0 1 3e38\n0 1 3e38\n");
    assertFalse(Files.exists(folder.resolve("graph1/graph")));
  }

  private void assertFails(String message, String text) {
    OrbException e = assertThrows(OrbException.class, () -> load(text));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
