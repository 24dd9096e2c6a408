package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.pagerank.cli.PageRankCommands;
import org.orbweaver.webgraph.WebGraphCommands;

/** Graphs from others' files, imported and ranked as a person does it. */
class ImportedGraphsIT {
  @TempDir Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private String orb(String... args) {
    printed.reset();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    List<OrbCommand> commands = new ArrayList<>(WebGraphCommands.all());
    commands.addAll(PageRankCommands.all());
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    int exit =
        OrbMain.run(
            "test", args, commands, PageRankCommands.readers(), new Console(out, out, false), conf);
    String text = printed.toString(StandardCharsets.UTF_8);
    assertEquals(0, exit, text);
    return text;
  }

  private Map<String, Double> ranks(String dir) {
    Map<String, Double> ranks = new HashMap<>();
    orb("read", "pagerank", dir, "--dump")
        .lines()
        .map(line -> line.split("\\s+", -1))
        .forEach(words -> ranks.put(words[1], Double.valueOf(words[0])));
    return ranks;
  }

  /**
   * Graphalytics' examples, as its suite checks them: after the iterations it asks for, each value
   * within 1e-4 of the published one, relatively.
   */
  private void example(String name, String... options) throws IOException {
    Path data =
        Path.of(System.getProperty("orbweaver.shared", "absent"), "data/graphs/graphalytics");
    assumeTrue(Files.isDirectory(data), "skipped: no public graphs at " + data);
    String dir = folder.resolve(name).toString();
    List<String> command =
        new ArrayList<>(List.of("graph", dir, "--import", data.resolve(name + ".e").toString()));
    command.addAll(List.of("--vertices", data.resolve(name + ".v").toString()));
    command.addAll(List.of("--format", "edges", "--no-weights"));
    command.addAll(List.of(options));
    orb(command.toArray(String[]::new));
    orb("pagerank", dir, "--iterations", "2");
    Map<String, Double> ranks = ranks(dir);
    List<String> expected = Files.readAllLines(data.resolve(name + "-PR"));
    assertTrue(expected.size() >= 9);
    assertEquals(expected.size(), ranks.size());
    for (String line : expected) {
      String[] words = line.split("\\s+", -1);
      double value = Double.parseDouble(words[1]);
      assertEquals(value, ranks.get(words[0]), 1e-4 * value, words[0]);
    }
  }

  @Test
  void directedExample() throws IOException {
    example("example-directed");
  }

  @Test
  void undirectedExample() throws IOException {
    example("example-undirected", "--undirected");
  }

  @Test
  void listsAreRankedAsTyped() throws IOException {
    Path file = Files.writeString(folder.resolve("links.txt"), "1 2\r\n2\r\n\r\n2 0\r\n\r\n");
    String dir = folder.resolve("crawl").toString();
    orb("graph", "--import", file.toString(), dir);
    orb("pagerank", dir);
    List<String> top = orb("read", "pagerank", dir, "--top", "2").lines().toList();
    assertEquals(2, top.size());
    assertTrue(top.get(0).endsWith("  2"), top.get(0));
    assertEquals(1, ranks(dir).values().stream().mapToDouble(Double::doubleValue).sum(), 1e-8);
  }

  /** Of a.test's three links two lead to b.test: it gets twice c.test's share of a.test's rank. */
  @Test
  void hostsAreRankedByTheirPagesLinks() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("edges.txt"),
            """
            http://a.test/1 http://b.test/
            http://a.test/2 http://b.test/
            http://a.test/2 http://c.test/
            http://a.test/2 http://a.test/1
            http://b.test/ http://a.test/1
            """);
    String dir = folder.resolve("crawl").toString();
    orb("graph", dir, "--import", file.toString(), "--format", "edges");
    orb("graph", dir, "--level", "host");
    orb("pagerank", dir, "--level", "host", "--tolerance", "1e-14");
    Map<String, Double> ranks = new HashMap<>();
    orb("read", "pagerank", dir, "--topic", "host", "--dump")
        .lines()
        .map(line -> line.split("\\s+", -1))
        .forEach(words -> ranks.put(words[1], Double.valueOf(words[0])));
    double everywhere = (0.15 + 0.85 * ranks.get("c.test")) / 3;
    double c = ranks.get("c.test") - everywhere;
    assertEquals(0.85 * ranks.get("a.test") / 3, c, 1e-9);
    assertEquals(2 * c, ranks.get("b.test") - everywhere, 1e-9);
    assertEquals(0.85 * ranks.get("b.test"), ranks.get("a.test") - everywhere, 1e-9);
  }
}
