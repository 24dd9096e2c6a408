package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.exchange.GraphImport.Format;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.NameKind;

class GraphImportTest extends ExchangeFixture {
  @Test
  void listsHoldTheSuccessorsOfTheNodeOfTheirLine() throws IOException {
    GraphDir graph = lists("1 2\n\n0 2  1 1\n\n");
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
      for (String none : List.of("4", "03", "99999999999")) {
        assertEquals(-1, names.id(none));
      }
    }
    assertEquals(3, lists("1\r\n2\r\n0").nodes());
    assertEquals(1, lists("\n").nodes());
    assertEquals(0, lists("").nodes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 3\r\n\r\n0 3\r\n\r\n\r\n",
        "1\t3\n\n0\t3\n\n\n",
        "  1 3 \n \n\t0 \t 3\t\n\n \n",
        "3 1 3\n\n3 0\n\n "
      })
  void theSameListsInAllTheirSpellingsAreTheSameGraph(String spelling) throws IOException {
    assertEquals(everything(lists("1 3\n\n0 3\n\n\n")), everything(lists(spelling)));
  }

  @Test
  void aLastEmptyLineThatNothingEndsMayBeMissing() throws IOException {
    // Lines joined by line ends; the last page has no links.
    GraphDir graph = lists("1 2\n0 2\n");
    assertEquals(3, graph.nodes());
    assertEquals(1, graph.meta().dangling());
    assertTrue(notes.get(0).contains("line 1: a link to node 2, one"), notes.get(0));
    // Numbers from 1 on look alike, but have no link to 0; a last line without an end is no missing
    // line.
    assertFails("line 1: a link to node 2", () -> lists("2\n1\n"));
    assertFails("line 1: a link to node 2", () -> lists("1 2\n0 2"));
    assertFails("line 1: a link to node 3", () -> lists("1 3\n0 2\n"));
  }

  @Test
  void numbersKeepTheirOrder() throws IOException {
    GraphDir graph = edges("# a comment\r\n100\t7\r\n7\t30\r\n100 7\r\n\r\n");
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
  void otherNamesAreInTheOrderOfReversedUrls() throws IOException {
    GraphDir graph = edges("http://b.example/ http://a.example/\nhttp://a.example/ täg\n");
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
    GraphDir graph = load(new GraphImport(bytes("links", edges), Format.EDGES));
    assertEquals(3, graph.nodes());
    try (NodeNames names = graph.names()) {
      int odd = names.id("\ufffd");
      assertArrayEquals(new int[] {names.id("a")}, graph.successors(odd));
      assertArrayEquals(new int[] {odd}, graph.successors(names.id("b")));
    }
  }

  @Test
  void aThirdColumnIsAWeight() throws IOException {
    GraphDir graph = edges("# x\n0 1 .5\n0\t2\t1e-3\r\n1 0 7\n0 1 +1.25E0\n");
    assertTrue(graph.isWeighted());
    // The weights of equal edges are added.
    assertArrayEquals(new float[] {1.75f, .001f}, weights(graph, 0));
    assertArrayEquals(new float[] {7f}, weights(graph, 1));
    assertFalse(edges("0 1\n").isWeighted());
    String file = text("both", "0 1 2.5\n1 1 3\n");
    graph = load(new GraphImport(file, Format.EDGES, null, true, true));
    assertArrayEquals(new float[] {2.5f}, weights(graph, 0));
    assertArrayEquals(new float[] {2.5f, 3f}, weights(graph, 1));
    assertFalse(load(new GraphImport(file, Format.EDGES, null, true, false)).isWeighted());
  }

  private static float[] weights(GraphDir graph, int node) throws IOException {
    try (AdjacencyReader reader = graph.read(Direction.OUT, true)) {
      reader.moveTo(node);
      return reader.copyOfWeights();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
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
      })
  void whatIsNoWeightIsRefused(String bad) {
    assertFails(
        "line 2: expected a weight (a finite number above 0), got '" + bad,
        () -> edges("0 1 1\n1 0 " + bad + "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LISTS | 1;5;;      | line 2: a link to node 5, but there are 3 lines",
        "LISTS | x;         | line 1: expected a node number, got 'x'",
        "LISTS | -1;        | line 1: expected a node number, got '-1'",
        "LISTS | ;9999999999| line 2: expected a node number, got '9999999999'",
        "EDGES | '#;1 2;3;' | line 3: expected source and target, got only a source",
        "EDGES | 1 2 3 4;   | line 1: expected source, target and weight, got more",
        "EDGES | 0 1 2;;1 0;| line 3: has no weight, but the first edge has one",
        "EDGES | 0 1;1 0 2; | line 2: has a weight, but the first edge has none",
        // Each is a float, but their sum is not.
        "EDGES | 0 1 3e38;0 1 3e38; | links: weight 6.0E38 of the link",
      })
  void aWrongLineIsNamedAndNothingIsMade(Format format, String lines, String message)
      throws IOException {
    String file = text("links", lines.replace(';', '\n'));
    assertFails(message, () -> load(new GraphImport(file, format)));
    assertFalse(Files.exists(folder.resolve("graph1/.staging")));
    assertFalse(Files.exists(folder.resolve("graph1/graph")));
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThrows(OrbException.class, () -> Format.of("csv"));
    assertFails("cannot open ", () -> new GraphImport(path("none"), Format.EDGES).check(conf));
    assertThrows(OrbException.class, () -> new GraphImport("file", Format.LISTS, null, true, true));
  }

  @Test
  void theVerticesAreAllNodes() throws IOException {
    text("vertices", "b\na\n\n#c\nd 7\n");
    GraphDir graph = load(closed("a b\nb b\n"));
    assertEquals(3, graph.nodes());
    assertFails("line 1: 'c' is not among the vertices", () -> load(closed("a c\n")));
    text("vertices", "b\nb\n");
    assertFails("vertices, line 2: duplicate vertex 'b'", () -> load(closed("b b\n")));
  }

  private GraphImport closed(String edges) throws IOException {
    return new GraphImport(text("links", edges), Format.EDGES, path("vertices"), false, true);
  }

  @Test
  void aFolderOrAPatternStandsForItsFiles() throws IOException {
    text("edges/part-2", "2 0\n");
    bytes("edges/part-1.gz", gzip("0 1\n1 2"));
    text("edges/_SUCCESS", "x");
    text("edges/.part-1.crc", "x");
    String expected = everything(edges("0 1\n1 2\n2 0\n"));
    for (String name : List.of("edges", "edges/part-*")) {
      assertEquals(expected, everything(load(new GraphImport(path(name), Format.EDGES))));
    }
    // Lists continue in the next file.
    text("lists/1", "1\n2\n");
    text("lists/2", "0\n");
    assertEquals(expected, everything(load(new GraphImport(path("lists"), Format.LISTS))));
  }

  @Test
  void theFileOfSeveralThatIsWrongIsNamed() throws IOException {
    text("edges/part-1", "0 1\n1 2\n");
    text("edges/part-2", "2 0\n0\n");
    GraphImport edges = new GraphImport(path("edges"), Format.EDGES);
    assertFails("edges/part-2, line 2: expected source and target, got only", () -> load(edges));
    bytes("edges/part-2", Arrays.copyOf(gzip("2 0\n"), 15));
    assertFails("edges/part-2, line 2: damaged gzip file", () -> load(edges));
    bytes("edges/part-2", new byte[] {0x1f, (byte) 0x8b, 3, 0, 0, 0, 0, 0, 0, 0});
    assertFails("edges/part-2, line 1: damaged gzip file", () -> load(edges));
    assertFails("cannot open ", () -> load(new GraphImport(path("edges/x-*"), Format.EDGES)));
    text("empty/_SUCCESS", "");
    assertFails(
        "no files in the folder ", () -> load(new GraphImport(path("empty"), Format.EDGES)));
  }

  /** A stream that never has bytes available, as a decrypting or a remote one may. */
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int available() {
        return 0;
      }

      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(7, length));
      }
    };
  }

  @Test
  void allMembersOfAGzipFileAreRead() throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (String text : List.of("0 1\n", "1 2\n", "", "2 0\n")) {
      members.write(gzip(text));
    }
    InputStream in = new GZIPInputStream(new LinkFiles.EndlessStream(slow(members.toByteArray())));
    assertEquals("0 1\n1 2\n2 0\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    String file = bytes("members.gz", members.toByteArray());
    assertEquals(3, load(new GraphImport(file, Format.EDGES)).arcs());
  }

  private static Path data(String name) {
    Path data = Path.of(System.getProperty("orbweaver.shared", "none"), "data/graphs", name);
    assumeTrue(Files.exists(data), "no " + data);
    return data;
  }

  @Test
  void wikiVoteHasTheFiguresOfSnap() throws IOException {
    String file = data("wiki-Vote/wiki-Vote.txt").toString();
    GraphDir graph = load(new GraphImport(file, Format.EDGES));
    assertEquals(7_115, graph.nodes());
    assertEquals(103_689, graph.arcs());
    assertEquals(1_005, graph.meta().dangling());
    try (NodeNames names = graph.names()) {
      assertEquals("3", names.name(0));
      // The page with the most votes and the most eager voter.
      assertEquals(457, graph.predecessors(names.id("4037")).length);
      assertEquals(893, graph.successors(names.id("2565")).length);
    }
  }

  /** A small crawl of a web site with real URLs: numbered pages in one file, links in another. */
  @Test
  void everyLinkOfHollinsIsThere() throws IOException {
    Path hollins = data("hollins");
    Map<String, String> urls = new HashMap<>();
    List<String> pages = Files.readAllLines(hollins.resolve("links.dat"));
    for (String line : pages.subList(1, pages.size())) {
      String[] words = line.strip().split("\\s+", 2);
      urls.put(words[0], words[1].strip().replace(' ', '+'));
    }
    List<String> edges = new ArrayList<>();
    List<String> links = Files.readAllLines(hollins.resolve("hollins.dat"));
    for (String line : links.subList(1, links.size())) {
      String[] words = line.strip().split("\\s+", -1);
      edges.add(urls.get(words[0]) + " " + urls.get(words[1]));
    }
    GraphDir graph = edges(String.join("\n", edges));
    assertEquals(edges.stream().distinct().count(), graph.arcs());
    try (NodeNames names = graph.names()) {
      for (String edge : edges.subList(0, 500)) {
        String[] ends = edge.split(" ", -1);
        int source = names.id(ends[0]);
        int target = names.id(ends[1]);
        assertEquals(ends[0], names.name(source));
        assertTrue(Arrays.binarySearch(graph.successors(source), target) >= 0, edge);
        assertTrue(Arrays.binarySearch(graph.predecessors(target), source) >= 0, edge);
      }
    }
  }
}
