package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

class GraphExportTest {
  private static final int PAGES = 3000;

  @TempDir Path folder;
  private Workbench bench;

  @BeforeEach
  void setUp() {
    bench = new Workbench(folder);
  }

  /** Pages of 30 hosts; a fifth link to nothing, and some of these are linked by nothing. */
  private GraphDir site(NameKind kind) throws IOException {
    Random random = new Random(7);
    int links = 12_000;
    int[] src = new int[links];
    int[] dst = new int[links];
    for (int i = 0; i < links; i++) {
      src[i] = random.nextInt(PAGES) / 5 * 5 + random.nextInt(4);
      dst[i] = (src[i] + random.nextInt(200)) % PAGES / 2 * 2;
    }
    Path place = folder.resolve("site/" + kind);
    GraphBuilder graph = GraphBuilder.fromEdges(PAGES, src, dst).parts(3);
    if (kind == NameKind.URLS) {
      graph.names(kind, GraphExportTest::key);
    } else if (kind == NameKind.INTEGERS) {
      graph.names(kind, id -> kind.key(Integer.toString(17 + 3 * id)));
    }
    graph.write(place);
    return GraphDir.open(bench.conf, new org.apache.hadoop.fs.Path(place.toString()));
  }

  private static byte[] key(int id) {
    return NameKind.URLS.key(
        String.format(Locale.ROOT, "http://h%02d.example/ä/%04d", id / 100, id));
  }

  private static int isolated(GraphDir graph) throws IOException {
    int isolated = 0;
    for (int u = 0; u < graph.nodes(); u++) {
      if (graph.successors(u).length == 0 && graph.predecessors(u).length == 0) {
        isolated++;
      }
    }
    return isolated;
  }

  @Test
  void listsComeBackAsTheyWere() throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    GraphExport.Result result = bench.save(site, "lists", Format.LISTS);
    assertEquals(PAGES, bench.read("lists").lines().count());
    assertEquals(site.arcs(), result.links());
    assertEquals(0, result.lost());
    assertEquals(
        Workbench.everything(site),
        Workbench.everything(bench.load(bench.path("lists"), Format.LISTS)));

    bench.save(site, "lists.gz", Format.LISTS);
    assertTrue(Files.size(folder.resolve("lists.gz")) < Files.size(folder.resolve("lists")) / 2);
    assertEquals(
        Workbench.everything(site),
        Workbench.everything(bench.load(bench.path("lists.gz"), Format.LISTS)));
  }

  @Test
  void namesOfListsComeBackFromAFileOfVertices() throws IOException {
    GraphDir site = site(NameKind.URLS);
    String urls = bench.path("urls.gz");
    bench.save(site, new GraphExport.Output(bench.path("lists"), Format.LISTS, false, urls, false));
    GraphDir again =
        bench.load(new GraphImport.Input(bench.path("lists"), Format.LISTS, urls, false));
    assertEquals(Workbench.everything(site), Workbench.everything(again));
    String fewer = bench.text("fewer", "a\nb\n");
    OrbException e =
        assertThrows(
            OrbException.class,
            () ->
                bench.load(new GraphImport.Input(bench.path("lists"), Format.LISTS, fewer, false)));
    assertTrue(
        e.getMessage().contains("line 3000: expected 2 lists, one per vertex, got 3000"),
        e.getMessage());
  }

  @Test
  void edgesWithUrlsAndAllNodesComeBackAsTheyWere() throws IOException {
    GraphDir site = site(NameKind.URLS);
    String edges = bench.path("edges.gz");
    String nodes = bench.path("nodes");
    GraphExport.Result result =
        bench.save(site, new GraphExport.Output(edges, Format.EDGES, true, nodes, false));
    assertEquals(0, result.lost());
    assertEquals(PAGES, bench.read("nodes").lines().count());
    assertEquals(List.of("edges.gz", "nodes"), bench.files());
    GraphDir again = bench.load(new GraphImport.Input(edges, Format.EDGES, nodes, false));
    assertEquals(Workbench.everything(site), Workbench.everything(again));
  }

  @Test
  void nodesThatEdgesDoNotShowAreCounted() throws IOException {
    GraphDir site = site(NameKind.URLS);
    int isolated = isolated(site);
    assertTrue(isolated > 10, isolated + " nodes without links");
    GraphExport.Result result =
        bench.save(
            site, new GraphExport.Output(bench.path("edges"), Format.EDGES, true, null, false));
    assertEquals(isolated, result.lost());
    GraphDir again = bench.load(bench.path("edges"), Format.EDGES);
    assertEquals(PAGES - isolated, again.nodes());
    assertEquals(site.arcs(), again.arcs());
  }

  @Test
  void edgesWithIdsComeBackAsIds() throws IOException {
    GraphDir site = site(NameKind.URLS);
    String edges = bench.path("edges");
    String nodes = bench.path("nodes");
    bench.save(site, new GraphExport.Output(edges, Format.EDGES, false, nodes, false));
    assertEquals("0\t" + site.successors(0)[0], bench.read("edges").lines().findFirst().get());
    GraphDir again = bench.load(new GraphImport.Input(edges, Format.EDGES, nodes, false));
    assertEquals(NameKind.NUMBERED, again.meta().names());
    assertEquals(Workbench.lists(site), Workbench.lists(again));
  }

  @Test
  void graphalyticsComesBackAsItWas() throws IOException {
    GraphDir site = site(NameKind.INTEGERS);
    GraphExport.Result result = bench.save(site, "votes.properties", Format.GRAPHALYTICS);
    assertEquals(3, result.files().size());
    assertEquals(List.of("votes.e", "votes.properties", "votes.v"), bench.files());
    assertEquals("17", bench.read("votes.v").lines().findFirst().get());
    try (NodeNames names = site.names()) {
      assertEquals(
          "17 " + names.name(site.successors(0)[0]),
          bench.read("votes.e").lines().findFirst().get());
    }
    for (String file : List.of("votes", "votes.v", "votes.e", "votes.properties")) {
      assertEquals(
          Workbench.everything(site),
          Workbench.everything(bench.load(bench.path(file), Format.GRAPHALYTICS)));
    }
    // URLs are no vertices there: ids stand for them.
    bench.save(site(NameKind.URLS), "urls", Format.GRAPHALYTICS);
    GraphDir urls = bench.load(bench.path("urls"), Format.GRAPHALYTICS);
    assertEquals(Workbench.lists(site), Workbench.lists(urls));
    assertEquals(NameKind.NUMBERED, urls.meta().names());
  }

  @Test
  void nothingIsOverwrittenUnasked() throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    bench.text("edges", "mine\n");
    OrbException e =
        assertThrows(OrbException.class, () -> bench.save(site, "edges", Format.EDGES));
    assertEquals(ExitCode.FAILED, e.exitCode());
    assertTrue(e.getMessage().contains("edges: it already exists (--overwrite"), e.getMessage());
    // The second of three is in the way: the first is not written either.
    bench.text("g.e", "mine\n");
    assertThrows(OrbException.class, () -> bench.save(site, "g", Format.GRAPHALYTICS));
    assertEquals(List.of("edges", "g.e"), bench.files());
    assertEquals("mine\n", bench.read("edges"));
    bench.save(site, new GraphExport.Output(bench.path("edges"), Format.EDGES, false, null, true));
    assertNotEquals("mine\n", bench.read("edges"));
    assertEquals(List.of("edges", "g.e"), bench.files());
    Files.createDirectories(folder.resolve("folder"));
    e =
        assertThrows(
            OrbException.class,
            () ->
                bench.save(
                    site,
                    new GraphExport.Output(bench.path("folder"), Format.LISTS, false, null, true)));
    assertTrue(e.getMessage().contains("is a folder"), e.getMessage());
  }

  @Test
  void aDamagedGraphLeavesNoFile() throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    Path part = folder.resolve("site/numbered/out/part-00002");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 0x40;
    Files.write(part, bytes);
    for (Format format : List.of(Format.LISTS, Format.EDGES, Format.GRAPHALYTICS, Format.BVGRAPH)) {
      OrbException e = assertThrows(OrbException.class, () -> bench.save(site, "exported", format));
      assertTrue(e.getMessage().contains("part-00002"), e.getMessage());
      assertEquals(List.of(), bench.files());
    }
  }

  @Test
  void aNameOfTwoWordsIsRefused() throws IOException {
    for (String name : List.of("two words", "tab\tin", "line\rend", "#comment", "%", "")) {
      Path place = folder.resolve("odd" + name.hashCode());
      GraphBuilder.fromEdges(1, new int[] {0}, new int[] {0})
          .names(NameKind.URLS, id -> NameKind.URLS.key(name))
          .write(place);
      GraphDir graph = GraphDir.open(bench.conf, new org.apache.hadoop.fs.Path(place.toString()));
      OrbException e =
          assertThrows(
              OrbException.class,
              () ->
                  bench.save(
                      graph,
                      new GraphExport.Output(
                          bench.path("edges"), Format.EDGES, true, null, false)));
      assertTrue(
          e.getMessage().contains("name of node 0 is not a single word: '" + Console.safe(name)),
          e.getMessage());
      assertEquals(List.of(), bench.files());
    }
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    for (Format format : List.of(Format.LISTS, Format.GRAPHALYTICS)) {
      OrbException e =
          assertThrows(
              OrbException.class, () -> new GraphExport.Output("file", format, true, null, false));
      assertEquals(ExitCode.USAGE, e.exitCode());
    }
    assertThrows(
        OrbException.class,
        () -> new GraphExport.Output("file", Format.GRAPHALYTICS, false, "nodes", false));
    assertThrows(OrbException.class, () -> new GraphImport.Input("file", Format.LISTS, null, true));
  }
}
