package org.orbweaver.webgraph.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.WebGraphKeys;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.format.ReversedUrl;

/** Both ways to build a graph, through real jobs, against one made in memory from the plan. */
class GraphPhaseIT {
  @TempDir Path dir;

  private SyntheticCrawl crawl;

  @BeforeEach
  void writeCrawl() throws IOException {
    crawl = new SyntheticCrawl(dir);
    crawl.write();
  }

  @Test
  void oneJobBuildsThePlannedGraph() throws IOException {
    for (int parts : new int[] {1, 2, 7}) {
      assertPlanned(build(parts, Long.MAX_VALUE), parts, 1);
    }
    assertEquals(Set.of("graph", "segments"), visible());
  }

  @Test
  void fourJobsBuildTheSameWithAnyNumberOfParts() throws IOException {
    for (int parts : new int[] {1, 2, 7}) {
      assertPlanned(build(parts, 0), parts, parts);
    }
    assertEquals(Set.of("graph", "segments"), visible());
  }

  @Test
  void theNumberOfPartsFollowsTheSizeWhereNoneIsGiven() throws IOException {
    assertEquals(1, build(0, 0).meta().out().size());
    assertEquals(1, build(0, Long.MAX_VALUE).meta().in().size());
  }

  @Test
  void nofollowLinksAreKeptOnDemand() throws IOException {
    long dropped = build(1, Long.MAX_VALUE).meta().arcs();
    Configuration conf = new Configuration();
    WebGraphKeys.NOFOLLOW.set(conf, "keep");
    GraphPhase.Result kept = build(conf, 1);
    assertTrue(kept.meta().arcs() > dropped, kept.meta().arcs() + " links with nofollow ones");
    assertEquals("keep", kept.meta().policy().get("nofollow"));
    WebGraphKeys.NOFOLLOW.set(conf, "ignore");
    OrbException e = assertThrows(OrbException.class, () -> build(conf, 1));
    assertEquals(ExitCode.USAGE, e.exitCode());
  }

  @Test
  void aCorruptSegmentFailsAndLeavesNothing() throws IOException {
    Path data = dir.resolve("segments/20260101000002/parse_data/part-r-00001/data");
    byte[] bytes = Files.readAllBytes(data);
    Files.write(data, Arrays.copyOf(bytes, bytes.length / 2));
    Files.deleteIfExists(data.resolveSibling(".data.crc"));
    OrbException e = assertThrows(OrbException.class, () -> build(2, Long.MAX_VALUE));
    assertEquals(ExitCode.FAILED, e.exitCode());
    assertEquals(Set.of("segments"), visible());
    assertFalse(Files.exists(dir.resolve(".staging")));
  }

  private GraphPhase.Result build(int parts, long memoryBytes) throws IOException {
    Configuration conf = new Configuration();
    WebGraphKeys.MEMORY_BYTES.set(conf, memoryBytes);
    return build(conf, parts);
  }

  private GraphPhase.Result build(Configuration conf, int parts) throws IOException {
    try (Session session = Session.open(conf, dir.toString(), Console.silent(), "graph")) {
      return new GraphPhase().run(session, new GraphPhase.Options(parts));
    }
  }

  private void assertPlanned(GraphPhase.Result result, int parts, int idParts) throws IOException {
    GraphDir graph = GraphDir.open(new Configuration(), result.folder());
    graph.verify();
    GraphMeta meta = graph.meta();
    assertEquals(parts, meta.out().size());
    assertEquals(parts, meta.in().size());
    assertEquals(idParts, meta.ids().size());
    List<String> urls = new ArrayList<>();
    try (NodeNames names = graph.names()) {
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        urls.add(cursor.name());
        assertEquals(cursor.id(), names.id(cursor.name()));
        assertEquals(cursor.name(), names.name(cursor.id()));
      }
      assertEquals(-1, names.id("http://nobody.example/"));
    }
    assertEquals(plannedUrls(), urls);
    GraphMeta planned = writePlanned(dir.resolve("planned-" + result.build()), parts);
    assertEquals(planned.arcs(), meta.arcs());
    assertEquals(planned.dangling(), meta.dangling());
    // Byte for byte, by length and checksum.
    assertEquals(planned.out(), meta.out());
    assertEquals(planned.in(), meta.in());
    assertEquals(planned.outDegrees(), meta.outDegrees());
    assertEquals(planned.policy(), meta.policy());
    try (AdjacencyReader reader = graph.out(0)) {
      reader.next();
      assertArrayEquals(graph.successors(0), reader.copyOfNeighbours());
    }
  }

  private List<String> plannedUrls() {
    TreeMap<byte[], String> byKey = new TreeMap<>(Arrays::compareUnsigned);
    crawl.nodes().forEach(url -> byKey.put(ReversedUrl.keyBytes(url), url));
    return List.copyOf(byKey.values());
  }

  private GraphMeta writePlanned(Path folder, int parts) throws IOException {
    List<String> urls = plannedUrls();
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < urls.size(); u++) {
      for (String target : crawl.links(urls.get(u))) {
        edges.add(new int[] {u, urls.indexOf(target)});
      }
    }
    int[] src = edges.stream().mapToInt(edge -> edge[0]).toArray();
    int[] dst = edges.stream().mapToInt(edge -> edge[1]).toArray();
    GraphMeta meta =
        GraphBuilder.fromEdges(urls.size(), src, dst)
            .names(NameKind.URLS, id -> ReversedUrl.keyBytes(urls.get(id)))
            .parts(parts)
            .policy(new LinkPolicy(false).describe())
            .write(folder);
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    return meta;
  }

  /** What lies in the crawl directory, but for the log of steps. */
  private Set<String> visible() throws IOException {
    Set<String> names = new java.util.TreeSet<>();
    try (Stream<Path> files = Files.list(dir)) {
      files.map(file -> file.getFileName().toString()).forEach(names::add);
    }
    names.removeIf(name -> name.startsWith("."));
    return names;
  }
}
