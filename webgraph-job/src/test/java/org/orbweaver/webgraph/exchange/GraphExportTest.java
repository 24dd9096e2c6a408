package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.NameKind;

class GraphExportTest extends ExchangeFixture {
  private static final int PAGES = 3000;

  /** Pages of 30 hosts; a fifth have no links out, and some of these no links in. */
  private GraphDir site(NameKind kind) throws IOException {
    Random random = new Random(7);
    int[] src = new int[12_000];
    int[] dst = new int[src.length];
    for (int i = 0; i < src.length; i++) {
      src[i] = random.nextInt(PAGES) / 5 * 5 + random.nextInt(4);
      dst[i] = (src[i] + random.nextInt(200)) % PAGES / 2 * 2;
    }
    GraphBuilder graph = GraphBuilder.fromEdges(PAGES, src, dst).parts(3);
    if (kind == NameKind.URLS) {
      graph.names(
          kind,
          id -> kind.key(String.format(Locale.ROOT, "http://h%02d.example/ä/%04d", id / 100, id)));
    }
    return write(graph, "site/" + kind);
  }

  private GraphExport.ExportedGraph save(
      GraphDir graph, String file, boolean names, String vertices) throws IOException {
    return new GraphExport(path(file), Format.EDGES, names, vertices, false).run(conf, graph);
  }

  private GraphDir closed(String file, Format format, String vertices) throws IOException {
    return load(new GraphImport(path(file), format, vertices, false, true));
  }

  @Test
  void listsComeBackAsTheyWere() throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    for (String file : List.of("lists", "lists.gz")) {
      GraphExport.ExportedGraph result = save(site, file, Format.LISTS);
      assertEquals(site.arcs(), result.links());
      assertEquals(0, result.lost());
      GraphDir again = load(new GraphImport(path(file), Format.LISTS));
      assertEquals(everything(site), everything(again));
    }
    assertEquals(PAGES, read("lists").lines().count());
    assertTrue(Files.size(folder.resolve("lists.gz")) < Files.size(folder.resolve("lists")) / 2);
  }

  @Test
  void namesOfListsComeBackFromAFileOfVertices() throws IOException {
    GraphDir site = site(NameKind.URLS);
    String urls = path("urls.gz");
    new GraphExport(path("lists"), Format.LISTS, false, urls, false).run(conf, site);
    assertEquals(everything(site), everything(closed("lists", Format.LISTS, urls)));
    String fewer = text("fewer", "a\nb\n");
    assertFails(
        "line 3000: expected 2 lists, one per vertex, got 3000",
        () -> closed("lists", Format.LISTS, fewer));
  }

  @Test
  void edgesWithUrlsAndAllNodesComeBackAsTheyWere() throws IOException {
    GraphDir site = site(NameKind.URLS);
    assertEquals(0, save(site, "edges.gz", true, path("nodes")).lost());
    assertEquals(PAGES, read("nodes").lines().count());
    assertEquals(List.of("edges.gz", "nodes"), files());
    GraphDir again = closed("edges.gz", Format.EDGES, path("nodes"));
    assertEquals(everything(site), everything(again));
  }

  @Test
  void nodesThatEdgesDoNotShowAreCounted() throws IOException {
    GraphDir site = site(NameKind.URLS);
    int lost = save(site, "edges", true, null).lost();
    assertTrue(lost > 10, lost + " nodes without links");
    GraphDir again = load(new GraphImport(path("edges"), Format.EDGES));
    assertEquals(PAGES - lost, again.nodes());
    assertEquals(site.arcs(), again.arcs());
  }

  @Test
  void edgesWithIdsComeBackAsIds() throws IOException {
    GraphDir site = site(NameKind.URLS);
    save(site, "edges", false, path("nodes"));
    assertEquals("0\t" + site.successors(0)[0], read("edges").lines().findFirst().get());
    GraphDir again = closed("edges", Format.EDGES, path("nodes"));
    assertEquals(NameKind.NUMBERED, again.meta().names());
    assertEquals(listsOf(site), listsOf(again));
  }

  @Test
  void weightsComeBackAsTheyWere() throws IOException {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append(i % 700).append(' ').append(random.nextInt(700)).append(' ');
      text.append(Math.exp(40 * random.nextGaussian() / 3)).append('\n');
    }
    GraphDir graph = edges(text.toString());
    assertFalse(save(graph, "back", Format.EDGES).weightless());
    GraphDir again = load(new GraphImport(path("back"), Format.EDGES));
    assertEquals(everything(graph), everything(again));
    assertTrue(save(graph, "lists", Format.LISTS).weightless());
  }

  @Test
  void nothingIsOverwrittenUnasked() throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    text("edges", "mine\n");
    OrbException e =
        assertFails(
            "edges: it already exists (--overwrite", () -> save(site, "edges", Format.EDGES));
    assertEquals(ExitCode.FAILED, e.exitCode());
    // The second of three files exists: the first is not written either.
    text("g.offsets", "mine\n");
    assertThrows(OrbException.class, () -> save(site, "g", Format.BVGRAPH));
    assertEquals(List.of("edges", "g.offsets"), files());
    assertEquals("mine\n", read("edges"));
    new GraphExport(path("edges"), Format.EDGES, false, null, true).run(conf, site);
    assertNotEquals("mine\n", read("edges"));
    assertEquals(List.of("edges", "g.offsets"), files());
    Files.createDirectories(folder.resolve("folder"));
    assertFails(
        "is a folder",
        () -> new GraphExport(path("folder"), Format.LISTS, false, null, true).run(conf, site));
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedGraphLeavesNoFile(Format format) throws IOException {
    GraphDir site = site(NameKind.NUMBERED);
    Path part = folder.resolve("site/numbered/out/part-00002");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 0x40;
    Files.write(part, bytes);
    assertFails("part-00002", () -> save(site, "exported", format));
    assertEquals(List.of(), files());
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "tab\tin", "line\rend", "#comment", "%", ""})
  void aNameOfTwoWordsIsRefused(String name) throws IOException {
    GraphBuilder one =
        GraphBuilder.fromEdges(1, new int[] {0}, new int[] {0})
            .names(NameKind.URLS, id -> NameKind.URLS.key(name));
    GraphDir graph = write(one, "odd");
    assertFails(
        "name of node 0 is not a single word: '" + Console.safe(name),
        () -> save(graph, "edges", true, null));
    assertEquals(List.of(), files());
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    for (Format format : List.of(Format.LISTS, Format.BVGRAPH)) {
      OrbException e =
          assertThrows(
              OrbException.class, () -> new GraphExport("file", format, true, null, false));
      assertEquals(ExitCode.USAGE, e.exitCode());
    }
    assertThrows(
        OrbException.class, () -> new GraphExport("file", Format.BVGRAPH, false, "nodes", false));
  }
}
