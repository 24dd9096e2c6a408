package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NodeNames;

class GraphalyticsTest {
  @TempDir Path folder;
  private Workbench bench;

  @BeforeEach
  void setUp() {
    bench = new Workbench(folder);
  }

  private GraphDir load(boolean undirected) throws IOException {
    return bench.load(
        new GraphImport.Input(bench.path("g"), Format.GRAPHALYTICS, null, undirected));
  }

  private void graph(String vertices, String edges, String properties) throws IOException {
    bench.text("g.v", vertices);
    bench.text("g.e", edges);
    if (properties != null) {
      bench.text("g.properties", properties);
    }
  }

  @Test
  void anyNumberOf64BitsIsAVertex() throws IOException {
    graph("18446744073709551615\n5\n9223372036854775807\n0\n", "18446744073709551615 0\n", null);
    GraphDir graph = load(false);
    assertEquals(4, graph.nodes());
    try (NodeNames names = graph.names()) {
      assertEquals("0", names.name(0));
      assertEquals("5", names.name(1));
      assertEquals("9223372036854775807", names.name(2));
      assertEquals(3, names.id("18446744073709551615"));
    }
    assertArrayEquals(new int[] {0}, graph.successors(3));
  }

  @Test
  void thePropertiesSayWhetherEdgesLeadBothWays() throws IOException {
    graph("1\n2\n3\n", "1 2\n3 3\n", "graph.some.name.directed = false\n");
    for (boolean given : new boolean[] {false, true}) {
      GraphDir both = load(given);
      assertEquals(3, both.arcs());
      assertArrayEquals(new int[] {0}, both.successors(1));
    }
    graph("1\n2\n3\n", "1 2\n3 3\n", "graph.g.directed = true\n");
    assertEquals(2, load(true).arcs());
    Files.delete(folder.resolve("g.properties"));
    assertEquals(2, load(false).arcs());
    assertEquals(3, load(true).arcs());
  }

  @Test
  void thePropertiesSayWhereTheFilesAre() throws IOException {
    bench.text("g.properties", "graph.g.vertex-file = v.txt\ngraph.g.edge-file = e/e.gz\n");
    bench.text("v.txt", "4\n7\n");
    bench.bytes("e/e.gz", Workbench.gzip("7 4\n"));
    assertArrayEquals(new int[] {0}, load(false).successors(1));
    Files.delete(folder.resolve("e/e.gz"));
    assertFails("e/e.gz: no such file (edge-file of ");
  }

  @Test
  void whatIsWrongIsNamedWithFileAndLine() throws IOException {
    graph("1\n2\n1\n", "", null);
    assertFails("g.v, line 3: duplicate vertex '1'");
    for (String bad : new String[] {"x", "-1", "01", "1.5", "18446744073709551616", "+3"}) {
      graph("1\n" + bad + "\n", "", null);
      assertFails("g.v, line 2: expected a vertex number, got '" + bad + "'");
      graph("1\n", "1 1\n" + bad + " 1\n", null);
      assertFails("g.e, line 2: expected a vertex number, got '" + bad + "'");
    }
    graph("1\n2\n", "1 2\n\n2 3\n", null);
    assertFails("g.e, line 3: '3' is not among the vertices");
    graph("1\n2\n", "1 2\n2\n", null);
    assertFails("g.e, line 2: expected source and target, got only a source");
    byte[] packed = Workbench.gzip("1 2\n".repeat(100_000));
    bench.bytes("g.e", Arrays.copyOf(packed, packed.length * 2 / 3));
    assertFails("g.e, line ");
    assertFails(": damaged gzip file: Unexpected end");
    assertTrue(Files.notExists(folder.resolve("graph1")));
  }

  @Test
  void countsThatAreNotTheFilesAreRefused() throws IOException {
    graph("1\n2\n", "1 2\n2 1\n", "graph.g.meta.vertices = 2\ngraph.g.meta.edges = 3\n");
    assertFails("g.properties: meta.edges is 3, but the file holds 2");
    graph("1\n2\n", "1 2\n2 1\n", "graph.g.meta.vertices = 1\ngraph.g.meta.edges = 2\n");
    assertFails("meta.vertices is 1, but the file holds 2");
    graph("1\n2\n", "1 2\n2 1\n", "graph.g.meta.vertices = 2\ngraph.g.meta.edges = 2\n");
    assertEquals(2, load(false).arcs());
    graph("1\n2\n", "1 2\n2 1\n", "graph.g.directed = perhaps\n");
    assertFails("directed: expected true or false, got 'perhaps'");
    graph("1\n2\n", "1 2\n2 1\n", "graph.g.directed = \\uXX\n");
    assertFails("g.properties: not a properties file");
    Files.delete(folder.resolve("g.properties"));
    Files.delete(folder.resolve("g.v"));
    assertFails("cannot open ");
  }

  private void assertFails(String message) {
    OrbException e = assertThrows(OrbException.class, () -> load(false));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
