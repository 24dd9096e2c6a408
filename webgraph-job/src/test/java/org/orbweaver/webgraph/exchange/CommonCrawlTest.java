package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

class CommonCrawlTest {
  private static final String VERTICES =
      "0\tcom.example\n1\tcom.example-shop\n2\tcom.example.www\n3\torg.example\n";
  private static final String EDGES = "0\t1\n0\t3\n2\t0\n3\t2\n";

  @TempDir Path folder;
  private Workbench bench;

  @BeforeEach
  void setUp() {
    bench = new Workbench(folder);
  }

  private GraphDir load(Format format) throws IOException {
    return bench.load(bench.path("cc-edges.txt"), format);
  }

  private void files(String vertices, String edges) throws IOException {
    bench.text("cc-vertices.txt", vertices);
    bench.text("cc-edges.txt", edges);
  }

  @Test
  void hostsHaveTheirLabelsInReverse() throws IOException {
    files(VERTICES, EDGES);
    GraphDir graph = load(Format.CC_HOSTS);
    assertEquals(NameKind.HOSTS, graph.meta().names());
    assertEquals(4, graph.nodes());
    assertEquals(4, graph.arcs());
    try (NodeNames names = graph.names()) {
      // Our order has a host behind its subdomains, as their pages are.
      assertEquals("example-shop.com", names.name(0));
      assertEquals("www.example.com", names.name(1));
      assertEquals("example.com", names.name(2));
      assertEquals("example.org", names.name(3));
      assertEquals(2, names.id("example.com"));
    }
    assertArrayEquals(new int[] {0, 3}, graph.successors(2));
    assertArrayEquals(new int[] {2}, graph.successors(1));
    assertArrayEquals(new int[] {1}, graph.successors(3));
  }

  @Test
  void domainsMayHaveTheirNumberOfHosts() throws IOException {
    files("0\tcom.example\t12\n1\torg.example\t1\n", "1\t0\n");
    GraphDir graph = load(Format.CC_DOMAINS);
    assertEquals(NameKind.DOMAINS, graph.meta().names());
    assertArrayEquals(new int[] {0}, graph.successors(1));
  }

  @Test
  void partsAndGzipAreReadInOrder() throws IOException {
    files(VERTICES, EDGES);
    String expected = Workbench.everything(load(Format.CC_HOSTS));
    bench.bytes(
        "vertices/part-00001.txt.gz", Workbench.gzip("2\tcom.example.www\n3\torg.example\n"));
    bench.bytes(
        "vertices/part-00000.txt.gz", Workbench.gzip("0\tcom.example\n1\tcom.example-shop\n"));
    bench.bytes("edges/part-00000.txt.gz", Workbench.gzip("0\t1\n0\t3\n2\t0\n"));
    bench.bytes("edges/part-00001.txt.gz", Workbench.gzip("3\t2\n"));
    for (String edges : List.of("edges", "edges/part-*.gz")) {
      GraphDir graph = bench.load(bench.path(edges), Format.CC_HOSTS);
      assertEquals(expected, Workbench.everything(graph));
    }
  }

  @Test
  void comesBackAsItWas() throws IOException {
    Random random = new Random(5);
    TreeSet<String> hosts = new TreeSet<>();
    String[] labels = {"a", "a-b", "a0", "b", "www", "x--n"};
    while (hosts.size() < 300) {
      StringBuilder host = new StringBuilder(random.nextBoolean() ? "com" : "org");
      for (int i = random.nextInt(4); i >= 0; i--) {
        host.append('.').append(labels[random.nextInt(labels.length)]);
      }
      hosts.add(host.toString());
    }
    StringBuilder vertices = new StringBuilder();
    int id = 0;
    for (String host : hosts) {
      vertices.append(id++).append('\t').append(host).append('\n');
    }
    TreeSet<Integer> links = new TreeSet<>();
    for (int i = 0; i < 2000; i++) {
      links.add(1000 * random.nextInt(300) + random.nextInt(300));
    }
    StringBuilder edges = new StringBuilder();
    for (int link : links) {
      edges.append(link / 1000).append('\t').append(link % 1000).append('\n');
    }
    files(vertices.toString(), edges.toString());
    GraphDir graph = load(Format.CC_HOSTS);
    bench.save(graph, "back-edges.txt", Format.CC_HOSTS);
    assertEquals(vertices.toString(), bench.read("back-vertices.txt"));
    assertEquals(edges.toString(), bench.read("back-edges.txt"));
    OrbException e =
        assertThrows(
            OrbException.class, () -> bench.save(graph, "domain-edges", Format.CC_DOMAINS));
    assertTrue(e.getMessage().contains("its nodes are hosts, not domains"), e.getMessage());
  }

  @Test
  void whatIsWrongIsNamedWithFileAndLine() throws IOException {
    fails("vertices.txt, line 2: expected vertex 1, got 2", "0\ta\n2\tb\n", EDGES);
    fails("vertices.txt, line 1: expected vertex 0, got 1", "1\ta\n2\tb\n", EDGES);
    fails("vertices.txt, line 3: expected vertex 2, got 1", "0\ta\n1\tb\n1\tc\n", EDGES);
    fails("vertices.txt, line 2: duplicate vertex 'a'", "0\ta\n1\ta\n", EDGES);
    fails("vertices.txt, line 2: vertex 1 has no name", "0\ta\n1\n", EDGES);
    fails(
        "vertices.txt, line 1: expected a node number, got 'org.example'",
        "org.example\t0\n",
        EDGES);
    fails(
        "line 1: expected a reversed host name such as org.example.www, got 'http://a.org/'",
        "0\thttp://a.org/\n",
        EDGES);
    fails(
        "edges.txt, line 5: an edge names node 4, but there are only 4",
        VERTICES,
        EDGES + "0\t4\n");
    fails("edges.txt, line 1: expected a node number, got '-1'", VERTICES, "-1\t0\n");
    fails(
        "edges.txt, line 1: expected a node number, got '9999999999'", VERTICES, "9999999999\t0\n");
    fails(
        "edges.txt, line 2: expected source and target, got only a source", VERTICES, "0\t1\n1\n");
    fails("edges.txt, line 1: expected source and target, got more", VERTICES, "0\t1\t2\n");
  }

  private void fails(String message, String vertices, String edges) throws IOException {
    files(vertices, edges);
    OrbException e = assertThrows(OrbException.class, () -> load(Format.CC_HOSTS));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void theVerticesAreBesideTheEdges() {
    assertEquals("a/cc-host-vertices.txt.gz", CommonCrawl.vertices("a/cc-host-edges.txt.gz"));
    assertEquals("vertices", CommonCrawl.vertices("edges"));
    assertEquals("s/host/vertices", CommonCrawl.vertices("s/host/edges"));
    assertEquals("s/vertices/part-*", CommonCrawl.vertices("s/edges/part-*"));
    OrbException e =
        assertThrows(OrbException.class, () -> CommonCrawl.vertices("edges/links.txt"));
    assertEquals(ExitCode.USAGE, e.exitCode());
  }
}
