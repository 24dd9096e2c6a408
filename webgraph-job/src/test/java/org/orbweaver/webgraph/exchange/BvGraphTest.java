package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.BVGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.NameKind;

class BvGraphTest extends ExchangeFixture {
  private GraphDir load(String file) throws IOException {
    return load(new GraphImport(path(file), Format.BVGRAPH));
  }

  private GraphDir site(int nodes, boolean named) throws IOException {
    Random random = new Random(nodes);
    int[] src = new int[8 * nodes];
    int[] dst = new int[8 * nodes];
    for (int i = 0; i < src.length; i++) {
      src[i] = random.nextInt(nodes) / 2 * 2;
      dst[i] =
          random.nextInt(3) > 0 ? (src[i] + random.nextInt(30)) % nodes : i % Math.min(10, nodes);
    }
    GraphBuilder graph = GraphBuilder.fromEdges(nodes, src, dst).parts(3);
    if (named) {
      graph.names(NameKind.URLS, id -> NameKind.URLS.key("http://h.example/" + (10000 + id)));
    }
    return write(graph, "site" + nodes + named);
  }

  @Test
  void readsWhatTheLibraryWrote() throws IOException {
    int[][] arcs = {{0, 1}, {0, 2}, {3, 4}, {4, 0}, {4, 4}, {2, 5}};
    BVGraph.store(new ArrayListMutableGraph(7, arcs).immutableView(), path("g"));
    for (String file : List.of("g", "g.graph", "g.properties", "g.offsets")) {
      GraphDir graph = load(file);
      assertEquals(7, graph.nodes());
      assertEquals(6, graph.arcs());
      assertArrayEquals(new int[] {0, 4}, graph.successors(4));
      assertArrayEquals(new int[] {0}, graph.predecessors(1));
      assertEquals(NameKind.NUMBERED, graph.meta().names());
    }
  }

  @Test
  void theLibraryReadsWhatWasWritten() throws IOException {
    GraphDir site = site(2001, false);
    GraphExport.ExportedGraph result = save(site, "g.graph", Format.BVGRAPH);
    assertEquals(List.of("g.graph", "g.offsets", "g.properties"), files());
    assertEquals(3, result.files().size());
    BVGraph graph = BVGraph.loadOffline(path("g"));
    assertEquals(site.nodes(), graph.numNodes());
    assertEquals(site.arcs(), graph.numArcs());
    var nodes = graph.nodeIterator();
    for (int u = 0; u < site.nodes(); u++) {
      assertEquals(u, nodes.nextInt());
      assertArrayEquals(
          site.successors(u), Arrays.copyOf(nodes.successorArray(), nodes.outdegree()));
    }
  }

  @Test
  void comesBackAsItWas() throws IOException {
    for (boolean named : new boolean[] {false, true}) {
      for (int nodes : new int[] {1, 3, 2000}) {
        GraphDir site = site(nodes, named);
        String base = "back" + nodes + named;
        save(site, base, Format.BVGRAPH);
        assertEquals(named, Files.exists(folder.resolve(base + ".urls.gz")));
        GraphDir again = load(base);
        assertEquals(everything(site), everything(again));
      }
    }
  }

  @Test
  void whatIsDamagedIsNamed() throws IOException {
    save(site(2000, true), "g", Format.BVGRAPH);
    Path file = folder.resolve("g.graph");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertFails("g.graph: damaged at node ");
    Files.write(file, bytes);
    String properties = read("g.properties");
    text("g.properties", properties.replaceAll("(?m)^arcs=", "arcs=1"));
    assertFails("arcs, but the properties say 1");
    text("g.properties", properties.replaceAll("(?m)^nodes=.*", "nodes=99999999999"));
    assertFails("99999999999 nodes and");
    text("g.properties", properties.replaceAll("(?m)^nodes=.*", "nodes=x"));
    assertFails("g.properties: nodes is 'x'");
    text("g.properties", properties.replace("webgraph.BVGraph", "webgraph.Evil"));
    assertFails("graphclass is 'it.unimi.dsi.webgraph.Evil', not");
    text("g.properties", properties);
    bytes("g.urls.gz", gzip("http://a.example/\n"));
    assertFails("g.urls.gz, line 1: 1 names end here, but there are 2000 nodes");
    Files.delete(file);
    assertFails("cannot open ");
  }

  private void assertFails(String message) {
    assertFails(message, () -> load("g"));
  }
}
