package org.orbweaver.webgraph.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.ReversedUrl;

class GraphBuilderTest {
  @TempDir Path folder;

  @Test
  void writesBothDirectionsOfRandomGraphs() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 60; round++) {
      int n = 1 + random.nextInt(60);
      int m = random.nextInt(4) == 0 ? 0 : random.nextInt(400);
      int[] src = random.ints(m, 0, n).toArray();
      int[] dst = random.ints(m, 0, n).toArray();
      Path build = folder.resolve("g" + round);
      GraphMeta meta =
          GraphBuilder.fromEdges(n, src, dst).parts(1 + random.nextInt(8)).write(build);
      List<Set<Integer>> out = rows(n, src, dst);
      List<Set<Integer>> in = rows(n, dst, src);
      GraphDir graph = open(build);
      graph.verify();
      assertEquals(meta, graph.meta());
      assertEquals(n, graph.nodes());
      assertEquals(out.stream().mapToLong(Set::size).sum(), graph.arcs());
      assertEquals(out.stream().filter(Set::isEmpty).count(), meta.dangling());
      assertEquals(out, read(graph, Direction.OUT));
      assertEquals(in, read(graph, Direction.IN));
      int from = random.nextInt(n);
      int to = from + random.nextInt(n - from + 1);
      List<Integer> degrees = new ArrayList<>();
      graph.outDegrees(from, to, (v, degree) -> degrees.add(degree));
      assertEquals(out.subList(from, to).stream().map(Set::size).toList(), degrees);
    }
  }

  private static List<Set<Integer>> rows(int n, int[] src, int[] dst) {
    List<Set<Integer>> rows = new ArrayList<>();
    for (int u = 0; u < n; u++) {
      rows.add(new TreeSet<>());
    }
    for (int i = 0; i < src.length; i++) {
      rows.get(src[i]).add(dst[i]);
    }
    return rows;
  }

  static List<Set<Integer>> read(GraphDir graph, Direction direction) throws IOException {
    List<Set<Integer>> rows = new ArrayList<>();
    try (AdjacencyReader reader = graph.read(direction)) {
      while (reader.next() >= 0) {
        Set<Integer> row = new TreeSet<>();
        for (int v : reader.copyOfNeighbours()) {
          row.add(v);
        }
        rows.add(row);
      }
    }
    return rows;
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
    assertArrayEquals(new int[] {0, 63, 375, 688, 1000}, meta.outCuts());
    assertArrayEquals(new int[] {0, 250, 500, 750, 1000}, meta.inCuts());
    assertEquals(0, Cuts.rangeOf(meta.outCuts(), 62));
    assertEquals(1, Cuts.rangeOf(meta.outCuts(), 63));
    assertEquals(3, Cuts.rangeOf(meta.outCuts(), 999));
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
    assertFails("in/part-00001: corrupt", () -> read(open(folder), Direction.IN));
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
