package org.orbweaver.webgraph.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
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
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NodeNames;

/** A small crawl of a web site with real URLs: numbered pages in one file, links in another. */
class HollinsTest {
  @TempDir Path folder;

  @Test
  void everyLinkOfTheSiteIsThere() throws IOException {
    Path hollins = Path.of(System.getProperty("orbweaver.shared", "none"), "data/graphs/hollins");
    assumeTrue(Files.isDirectory(hollins), "no " + hollins);
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
    Path file = Files.write(folder.resolve("edges"), edges);
    Configuration conf = new Configuration();
    String dir = folder.resolve("crawl").toString();
    GraphDir graph;
    try (Session session = Session.create(conf, dir, Console.silent(), "graph")) {
      GraphImport importer = new GraphImport(file.toString(), GraphImport.Format.EDGES, 3);
      graph = GraphDir.open(conf, importer.run(session).folder());
    }
    graph.verify();
    assertEquals(edges.stream().distinct().count(), graph.arcs());
    try (NodeNames names = graph.names()) {
      for (String edge : edges.subList(0, 500)) {
        String[] ends = edge.split(" ", -1);
        int source = names.id(ends[0]);
        int target = names.id(ends[1]);
        assertEquals(ends[0], names.name(source));
        assertEquals(
            true,
            java.util.Arrays.binarySearch(graph.successors(source), target) >= 0
                && java.util.Arrays.binarySearch(graph.predecessors(target), source) >= 0,
            edge);
      }
    }
  }
}
