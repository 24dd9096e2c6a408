package org.orbweaver.webgraph.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.lists.Cuts;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.GraphMeta.Part;
import org.orbweaver.webgraph.format.meta.NameKind;

class GraphBuilderTest {
  @TempDir Path folder;

  /** A link by its ends. */
  private record Link(int from, int to) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesBothDirectionsOfRandomGraphs(boolean weighted) throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 60; round++) {
      int n = 1 + random.nextInt(60);
      int m = random.nextInt(4) == 0 ? 0 : random.nextInt(400);
      int[] src = random.ints(m, 0, n).toArray();
      int[] dst = random.ints(m, 0, n).toArray();
      double[] weights = random.doubles(m, 1e-3, 1e3).toArray();
      Path build = folder.resolve("g" + round);
      GraphBuilder builder =
          weighted
              ? GraphBuilder.fromEdges(n, src, dst, weights, m)
              : GraphBuilder.fromEdges(n, src, dst);
      GraphMeta meta = builder.parts(1 + random.nextInt(8)).write(build);
      Map<Link, Double> sums = new HashMap<>();
      int[] degrees = new int[n];
      for (int i = 0; i < m; i++) {
        Double before = sums.merge(new Link(src[i], dst[i]), weights[i], Double::sum);
        degrees[src[i]] += before == weights[i] ? 1 : 0;
      }
      Map<Link, Float> links = new HashMap<>();
      sums.forEach((link, sum) -> links.put(link, weighted ? sum.floatValue() : 1));
      GraphDir graph = open(build);
      graph.verify();
      assertEquals(meta, graph.meta());
      assertEquals(n, graph.nodes());
      assertEquals(weighted, graph.isWeighted());
      assertEquals(links.size(), graph.arcs());
      assertEquals(IntStream.of(degrees).filter(d -> d == 0).count(), meta.dangling());
      assertEquals(links, read(graph, Direction.OUT));
      assertEquals(links, read(graph, Direction.IN));
      int from = random.nextInt(n);
      int to = from + random.nextInt(n - from + 1);
      IntArrayList found = new IntArrayList();
      graph.outDegrees(from, to, (v, degree) -> found.add(degree));
      assertEquals(IntList.of(Arrays.copyOfRange(degrees, from, to)), found);
    }
  }

  private static Map<Link, Float> read(GraphDir graph, Direction direction) throws IOException {
    Map<Link, Float> links = new HashMap<>();
    try (AdjacencyReader reader = graph.read(direction, true)) {
      for (int u = reader.next(); u >= 0; u = reader.next()) {
        float[] row = reader.copyOfWeights();
        for (int i = 0; i < reader.degree(); i++) {
          int v = reader.neighbours()[i];
          Link link = direction == Direction.OUT ? new Link(u, v) : new Link(v, u);
          links.put(link, row == null ? 1 : row[i]);
        }
      }
    }
    return links;
  }

  @Test
  void equalEdgesMayTakeTheGreatestWeight() throws IOException {
    int[] zeros = new int[3];
    GraphBuilder.fromEdges(1, zeros, zeros, new double[] {1, 3, 2}, 3, Math::max).write(folder);
    assertEquals(Map.of(new Link(0, 0), 3f), read(open(folder), Direction.IN));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, -0.0})
  void refusesToWriteWhatIsNoWeight(double weight) {
    GraphBuilder graph =
        GraphBuilder.fromEdges(3, new int[] {0, 2}, new int[] {1, 1}, new double[] {1, weight}, 2);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> graph.write(folder));
    assertTrue(e.getMessage().contains("weight " + weight), e.getMessage());
    assertTrue(e.getMessage().contains("nodes 2 and 1"), e.getMessage());
  }

  static GraphDir open(Path build) throws IOException {
    return GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(build.toUri()));
  }

  @Test
  void writesAGraphWithoutNodes() throws IOException {
    GraphBuilder.fromEdges(0, new int[0], new int[0]).write(folder);
    GraphDir graph = open(folder);
    graph.verify();
    assertEquals(0, graph.nodes());
    assertEquals(-1, graph.read(Direction.OUT).next());
    assertFalse(graph.names().cursor(0).next());
  }

  @Test
  void balancesArcsAndFourPerNode() throws IOException {
    int n = 1000;
    int[] src = new int[n];
    int[] dst = new int[n];
    for (int i = 0; i < n; i++) {
      dst[i] = i;
    }
    // Node 0 has all arcs: weight 1004 of 5000.
    GraphMeta meta = GraphBuilder.fromEdges(n, src, dst).parts(4).write(folder);
    int[] cuts = {0, 63, 375, 688, 1000};
    assertEquals(List.of(63, 375, 688, 1000), meta.out().stream().map(Part::end).toList());
    assertEquals(List.of(250, 500, 750, 1000), meta.in().stream().map(Part::end).toList());
    assertEquals(0, Cuts.rangeOf(cuts, 62));
    assertEquals(1, Cuts.rangeOf(cuts, 63));
    assertEquals(3, Cuts.rangeOf(cuts, 999));
    assertEquals(2, Cuts.rangeOf(new int[] {0, 5, 5, 9}, 5));
  }

  @Test
  void namesNodesBothWays() throws IOException {
    List<String> urls = List.of("http://a.example/", "http://b.example/", "http://b.example/x");
    GraphBuilder.fromEdges(3, new int[] {0}, new int[] {2})
        .names(NameKind.URLS, id -> ReversedUrl.keyBytes(urls.get(id)))
        .policy(Map.of("nofollow", "drop"))
        .write(folder);
    try (NodeNames names = open(folder).names()) {
      for (int id = 0; id < 3; id++) {
        assertEquals(urls.get(id), names.name(id));
        assertEquals(id, names.id(urls.get(id)));
      }
      assertEquals(-1, names.id("http://a.example/x"));
      assertEquals(-1, names.id("~"));
      NodeNames.Cursor cursor = names.cursor(1);
      assertTrue(cursor.next());
      assertEquals("http://b.example/", cursor.name());
      assertEquals(1, cursor.id());
      assertTrue(cursor.next());
      assertFalse(cursor.next());
    }
    assertEquals(Map.of("nofollow", "drop"), open(folder).meta().policy());
  }

  @Test
  void saysWhichFileIsDamaged() throws IOException {
    GraphBuilder.fromEdges(3, new int[] {0, 1}, new int[] {2, 0}).parts(2).write(folder);
    Path part = folder.resolve("in/part-00001");
    byte[] bytes = Files.readAllBytes(part);
    bytes[0] ^= 1;
    Files.write(part, bytes);
    assertFails(
        "in/part-00001: corrupt: block 0 at byte 0 is not as it was",
        () -> read(open(folder), Direction.IN));
    assertFails("in/part-00001: corrupt: its checksum", () -> open(folder).verify());
    Files.write(part, new byte[0]);
    assertFails("in/part-00001: truncated at byte 0", () -> open(folder).predecessors(2));
    Files.delete(part);
    assertFails("in/part-00001: missing", () -> open(folder).predecessors(2));
    Path degrees = folder.resolve("outdeg/part-00000");
    bytes = Files.readAllBytes(degrees);
    bytes[3]++;
    Files.write(degrees, bytes);
    assertFails(
        "outdeg/part-00000: corrupt: its checksum",
        () -> open(folder).outDegrees(0, 1, (v, degree) -> {}));
    Files.writeString(folder.resolve(GraphMeta.FILE), "{\"format\": \"orbweaver-graph\"");
    assertFails("meta.json: cannot be read", () -> open(folder));
    Files.delete(folder.resolve(GraphMeta.FILE));
    assertFails("not a graph", () -> open(folder));
  }

  private static void assertFails(String message, org.junit.jupiter.api.function.Executable run) {
    OrbException e = assertThrows(OrbException.class, run);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
