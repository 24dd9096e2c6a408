package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;

class GraphImportTest {
  @TempDir Path folder;

  private final Configuration conf = new Configuration();

  @Test
  void readsSuccessorLists() throws IOException {
    GraphDir graph = importText("1 2\n\n0 2  1 1\n\n", GraphImport.Format.LISTS);
    assertEquals(4, graph.nodes());
    assertEquals(5, graph.arcs());
    assertEquals(2, graph.meta().dangling());
    assertArrayEquals(new int[] {1, 2}, graph.successors(0));
    assertArrayEquals(new int[] {}, graph.successors(1));
    // A link of a node to itself is kept, an equal one merged.
    assertArrayEquals(new int[] {0, 1, 2}, graph.successors(2));
    assertArrayEquals(new int[] {0, 2}, graph.predecessors(1));
    try (NodeNames names = graph.names()) {
      assertEquals("3", names.name(3));
      assertEquals(3, names.id("3"));
      assertEquals(-1, names.id("4"));
      assertEquals(-1, names.id("03"));
      assertEquals(-1, names.id("99999999999"));
    }
  }

  @Test
  void readsALastLineWithoutAnEndAndOtherLineEnds() throws IOException {
    assertEquals(3, importText("1\r\n2\r\n0", GraphImport.Format.LISTS).nodes());
    assertEquals(1, importText("\n", GraphImport.Format.LISTS).nodes());
    assertEquals(0, importText("", GraphImport.Format.LISTS).nodes());
  }

  @Test
  void theSameListsInAllTheirSpellingsAreTheSameGraph() throws IOException {
    String plain = "1 3\n\n0 3\n\n\n";
    String expected = crcs(importText(plain, GraphImport.Format.LISTS));
    for (String spelling :
        new String[] {
          plain.replace("\n", "\r\n"),
          plain.replace(' ', '\t'),
          plain.replace(" ", " \t "),
          "  1 3 \n \n\t0 3\t\n\n \n",
          "3 1 3\n\n3 0\n\n "
        }) {
      assertEquals(expected, crcs(importText(spelling, GraphImport.Format.LISTS)), spelling);
    }
  }

  private static String crcs(GraphDir graph) {
    return graph.nodes()
        + graph.meta().out().toString()
        + graph.meta().in()
        + graph.meta().outDegrees();
  }

  @Test
  void aLastEmptyLineThatNothingEndsMayBeMissing() throws IOException {
    // Lines joined by line ends, where the last page has no links.
    GraphDir graph = importText("1 2\n0 2\n", GraphImport.Format.LISTS);
    assertEquals(3, graph.nodes());
    assertEquals(1, graph.meta().dangling());
    assertTrue(errors.toString(StandardCharsets.UTF_8).contains("line 1: a link to node 2, one"));
    // Numbers from 1 on look alike, but have no link to 0; a last line without an end is no gap.
    assertFails("line 1: a link to node 2", "2\n1\n", GraphImport.Format.LISTS);
    assertFails("line 1: a link to node 2", "1 2\n0 2", GraphImport.Format.LISTS);
    assertFails("line 1: a link to node 3", "1 3\n0 2\n", GraphImport.Format.LISTS);
  }

  @Test
  void readsGzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("1\n0\n".getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(2, importBytes(bytes.toByteArray(), GraphImport.Format.LISTS).arcs());
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 6);
    assertFails("damaged gzip file", cut, GraphImport.Format.LISTS);
  }

  @Test
  void readsEdgesWithNumbers() throws IOException {
    GraphDir graph =
        importText("# a comment\r\n100\t7\r\n7\t30\r\n100 7\r\n\r\n", GraphImport.Format.EDGES);
    assertEquals(NameKind.INTEGERS, graph.meta().names());
    assertEquals(3, graph.nodes());
    assertEquals(2, graph.arcs());
    try (NodeNames names = graph.names()) {
      assertEquals("7", names.name(0));
      assertEquals("30", names.name(1));
      assertEquals(2, names.id("100"));
      assertEquals(-1, names.id("8"));
      assertEquals(-1, names.id("x"));
    }
    assertArrayEquals(new int[] {0}, graph.successors(2));
  }

  @Test
  void readsEdgesWithUrls() throws IOException {
    GraphDir graph =
        importText(
            "http://b.example/ http://a.example/\nhttp://a.example/ täg\n",
            GraphImport.Format.EDGES);
    try (NodeNames names = graph.names()) {
      assertEquals("http://a.example/", names.name(0));
      assertEquals(1, names.id("http://b.example/"));
      assertEquals(2, names.id("täg"));
    }
    assertArrayEquals(new int[] {2}, graph.successors(0));
  }

  @Test
  void namesThatAreNoTextAndLookAlikeAreOneNode() throws IOException {
    byte[] edges = {'b', ' ', (byte) 0xff, '\n', (byte) 0xfe, ' ', 'a', '\n'};
    GraphDir graph = importBytes(edges, GraphImport.Format.EDGES);
    assertEquals(3, graph.nodes());
    try (NodeNames names = graph.names()) {
      int odd = names.id("\ufffd");
      assertArrayEquals(new int[] {names.id("a")}, graph.successors(odd));
      assertArrayEquals(new int[] {odd}, graph.successors(names.id("b")));
    }
  }

  @Test
  void saysWhichLineIsWrong() throws IOException {
    assertFails(
        "line 2: a link to node 5, but there are 3 lines", "1\n5\n\n", GraphImport.Format.LISTS);
    assertFails("line 1: expected a node number, got 'x'", "x\n", GraphImport.Format.LISTS);
    assertFails("line 1: expected a node number, got '-1'", "-1\n", GraphImport.Format.LISTS);
    assertFails(
        "line 2: expected a node number, got '9999999999'",
        "\n9999999999",
        GraphImport.Format.LISTS);
    assertFails(
        "line 3: expected source and target, got only a source",
        "#\n1 2\n3\n",
        GraphImport.Format.EDGES);
    assertFails(
        "line 1: expected source, target and weight, got more",
        "1 2 3 4\n",
        GraphImport.Format.EDGES);
    assertThrows(OrbException.class, () -> GraphImport.Format.of("csv"));
    assertThrows(
        OrbException.class,
        () -> new GraphImport(folder + "/none", GraphImport.Format.EDGES, 1).check(conf));
  }

  @Test
  void importsAMillionLinksInSeconds() throws IOException {
    StringBuilder text = new StringBuilder();
    int nodes = 100_000;
    for (int u = 0; u < nodes; u++) {
      for (int k = 1; k <= 10; k++) {
        text.append((u * 31 + k * k * 7) % nodes).append(' ');
      }
      text.append('\n');
    }
    long start = System.nanoTime();
    GraphDir graph = importText(text.toString(), GraphImport.Format.LISTS);
    assertEquals(1_000_000, graph.arcs());
    assertTrue(System.nanoTime() - start < 20_000_000_000L, "took over 20 s");
  }

  @Test
  void importsWikiVote() throws IOException {
    Path file =
        Path.of(
            System.getProperty("orbweaver.shared", "none"), "data/graphs/wiki-Vote/wiki-Vote.txt");
    assumeTrue(Files.exists(file), "no " + file);
    GraphDir graph = importBytes(Files.readAllBytes(file), GraphImport.Format.EDGES);
    graph.verify();
    assertEquals(7_115, graph.nodes());
    assertEquals(103_689, graph.arcs());
    assertEquals(1_005, graph.meta().dangling());
    try (NodeNames names = graph.names()) {
      assertEquals("3", names.name(0));
      // SNAP's figures: the most voted for and the most eager voter.
      assertEquals(457, graph.predecessors(names.id("4037")).length);
      assertEquals(893, graph.successors(names.id("2565")).length);
    }
  }

  private GraphDir importText(String text, GraphImport.Format format) throws IOException {
    return importBytes(text.getBytes(StandardCharsets.UTF_8), format);
  }

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          new PrintStream(errors, true, StandardCharsets.UTF_8),
          false);

  private GraphDir importBytes(byte[] bytes, GraphImport.Format format) throws IOException {
    Path file = Files.write(folder.resolve("links"), bytes);
    GraphImport importer = new GraphImport(file.toString(), format, 2);
    importer.check(conf);
    String dir = folder.resolve("new").toString();
    try (Session session = Session.create(conf, dir, console, "graph")) {
      return GraphDir.open(conf, importer.run(session).folder());
    }
  }

  private void assertFails(String message, String text, GraphImport.Format format) {
    assertFails(message, text.getBytes(StandardCharsets.UTF_8), format);
  }

  private void assertFails(String message, byte[] bytes, GraphImport.Format format) {
    OrbException e = assertThrows(OrbException.class, () -> importBytes(bytes, format));
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertFalse(Files.exists(folder.resolve("new/.staging")));
  }
}
