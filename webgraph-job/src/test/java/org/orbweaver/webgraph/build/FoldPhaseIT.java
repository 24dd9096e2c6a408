package org.orbweaver.webgraph.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.NameKind;

/** Graphs of hosts and domains, through real jobs, against ones worked out from the URLs. */
class FoldPhaseIT {
  private static final String BUILD = "20260101000000";

  private String build = BUILD;

  /** Hosts with their domain: hosts that sort around each other, and suffixes of all kinds. */
  private static final Map<String, String> HOSTS =
      Stream.of(
              "example.org www.example.org a.www.example.org",
              "example-2.org",
              "example2.org www.example2.org",
              "example23.org www.example23.org",
              "one.github.io x.one.github.io",
              "two.github.io",
              "example.co.uk shop.example.co.uk",
              "co.uk",
              "localhost",
              "192.0.2.7",
              "198.0.2.7",
              "[2001:db8::1]",
              "bücher.de www.bücher.de",
              "no.suffix.example")
          .map(line -> List.of(line.split(" ", -1)))
          .flatMap(domain -> domain.stream().map(host -> Map.entry(host, domain.get(0))))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  @TempDir Path dir;

  private final Random random = new Random(5);
  private List<String> urls;
  private int[] src;
  private int[] dst;

  private void writePages(int parts) throws IOException {
    TreeMap<byte[], String> byKey = new TreeMap<>(java.util.Arrays::compareUnsigned);
    List<String> hosts = new ArrayList<>(new TreeSet<>(HOSTS.keySet()));
    for (int i = 0; i < 300; i++) {
      String host = hosts.get(random.nextInt(hosts.size()));
      String url =
          switch (random.nextInt(8)) {
            case 0 -> "https://" + host + "/" + i;
            case 1 -> "http://" + host + ":8080/" + i;
            case 2 -> "mailto:" + i + "@" + host;
            default -> "http://" + host + "/" + i;
          };
      byKey.put(ReversedUrl.keyBytes(url), url);
    }
    urls = List.copyOf(byKey.values());
    int m = 4000;
    src = random.ints(m, 0, urls.size()).toArray();
    dst = random.ints(m, 0, urls.size()).toArray();
    GraphBuilder.fromEdges(urls.size(), src, dst)
        .names(NameKind.URLS, id -> ReversedUrl.keyBytes(urls.get(id)))
        .parts(parts)
        .policy(Map.of("self", "keep"))
        .write(dir.resolve("graph").resolve(build));
  }

  private String group(GraphLevel level, String url) {
    for (Map.Entry<String, String> host : HOSTS.entrySet()) {
      if (url.matches("https?://\\Q" + host.getKey() + "\\E(:8080)?/.*")) {
        return level == GraphLevel.HOST ? host.getKey() : host.getValue();
      }
    }
    return "";
  }

  /** The number of page links, by link as "source target". */
  private Map<String, Float> planned(GraphLevel level, boolean within) {
    TreeSet<Long> distinct = new TreeSet<>();
    for (int i = 0; i < src.length; i++) {
      distinct.add((long) src[i] << 32 | dst[i]);
    }
    Map<String, Float> planned = new TreeMap<>();
    for (long edge : distinct) {
      String from = group(level, urls.get((int) (edge >>> 32)));
      String to = group(level, urls.get((int) edge));
      if (!from.isEmpty() && !to.isEmpty() && (within || !from.equals(to))) {
        planned.merge(from + " " + to, 1f, Float::sum);
      }
    }
    return planned;
  }

  @Test
  void countsTheLinksBetweenHostsAndDomains() throws IOException {
    for (int parts : new int[] {1, 5}) {
      build = String.format(Locale.ROOT, "202601010000%02d", parts);
      writePages(parts);
      for (GraphLevel level : List.of(GraphLevel.HOST, GraphLevel.DOMAIN)) {
        for (boolean within : new boolean[] {false, true}) {
          Configuration conf = new Configuration();
          conf.set(WebGraphKeys.FOLD_WITHIN.name(), within ? "keep" : "drop");
          GraphPhase.BuiltGraph folded = fold(conf, parts, true, level);
          assertEquals(build + "-" + level + "s", folded.build());
          GraphDir graph =
              GraphDir.open(
                  conf, new org.apache.hadoop.fs.Path(dir.toUri() + "graph/" + build), level);
          graph.verify();
          assertEquals(folded.meta(), graph.meta());
          assertEquals(parts, graph.meta().out().size());
          assertEquals(level.names(), graph.meta().names());
          assertEquals(planned(level, within), read(graph, true));
          assertEquals(planned(level, within), read(graph, false));
          assertNames(graph, level);
        }
      }
      assertFalse(Files.exists(dir.resolve(".staging")));
    }
  }

  private void assertNames(GraphDir graph, GraphLevel level) throws IOException {
    TreeSet<String> named = new TreeSet<>();
    long without = 0;
    for (String url : urls) {
      without += group(level, url).isEmpty() ? 1 : 0;
      named.add(group(level, url));
    }
    named.remove("");
    assertTrue(without > 0);
    assertEquals(Long.toString(without), graph.meta().source().get("withoutHost"));
    assertEquals(build, graph.meta().source().get("build"));
    TreeSet<String> found = new TreeSet<>();
    List<String> ordered = new ArrayList<>();
    try (NodeNames names = graph.names()) {
      for (int id = 0; id < graph.nodes(); id++) {
        assertEquals(id, names.id(names.name(id)));
        found.add(names.name(id));
        ordered.add(names.name(id));
      }
      assertEquals(-1, names.id("nobody.example"));
    }
    assertEquals(named, found);
    if (level == GraphLevel.HOST) {
      // In the order of their pages.
      List<String> byPages =
          urls.stream().map(url -> group(level, url)).filter(g -> !g.isEmpty()).distinct().toList();
      assertEquals(byPages, ordered);
    }
  }

  private static Map<String, Float> read(GraphDir graph, boolean out) throws IOException {
    Map<String, Float> links = new TreeMap<>();
    try (NodeNames names = graph.names();
        AdjacencyReader reader = graph.read(out ? Direction.OUT : Direction.IN, true)) {
      for (int u = reader.next(); u >= 0; u = reader.next()) {
        float[] row = reader.copyOfWeights();
        for (int i = 0; i < reader.degree(); i++) {
          String from = names.name(out ? u : reader.neighbours()[i]);
          String to = names.name(out ? reader.neighbours()[i] : u);
          links.put(from + " " + to, row[i]);
        }
      }
    }
    return links;
  }

  @Test
  void whatIsThereIsNotFoldedAgain() throws IOException {
    writePages(1);
    Configuration conf = new Configuration();
    assertTrue(fold(conf, 0, false, GraphLevel.HOST).isNew());
    assertFalse(fold(conf, 0, false, GraphLevel.HOST).isNew());
    conf.set(WebGraphKeys.FOLD_WITHIN.name(), "keep");
    OrbException e = assertThrows(OrbException.class, () -> fold(conf, 0, false, GraphLevel.HOST));
    assertTrue(e.getMessage().contains("--force"), e.getMessage());
    assertTrue(fold(conf, 0, true, GraphLevel.HOST).isNew());
    assertFalse(fold(conf, 0, false, GraphLevel.HOST).isNew());
    conf.set(WebGraphKeys.FOLD_WITHIN.name(), "some");
    e = assertThrows(OrbException.class, () -> fold(conf, 0, true, GraphLevel.HOST));
    assertEquals(ExitCode.USAGE, e.exitCode());
  }

  @Test
  void aDamagedGraphOfPagesLeavesNothing() throws IOException {
    writePages(2);
    Path list = dir.resolve("graph").resolve(BUILD).resolve("out/part-00001");
    byte[] bytes = Files.readAllBytes(list);
    bytes[bytes.length - 1] ^= 1;
    Files.write(list, bytes);
    Configuration conf = new Configuration();
    OrbException e =
        assertThrows(OrbException.class, () -> fold(conf, 0, false, GraphLevel.DOMAIN));
    assertTrue(e.getMessage().contains("out/part-00001: corrupt"), e.getMessage());
    assertFalse(Files.exists(dir.resolve("graph").resolve(BUILD + "-domains")));
    assertFalse(Files.exists(dir.resolve(".staging")));
  }

  @Test
  void pagesWithoutUrlsHaveNoHosts() throws IOException {
    GraphBuilder.fromEdges(2, new int[] {0}, new int[] {1})
        .write(dir.resolve("graph").resolve(BUILD));
    OrbException e =
        assertThrows(
            OrbException.class, () -> fold(new Configuration(), 0, false, GraphLevel.HOST));
    assertTrue(e.getMessage().contains("no URLs"), e.getMessage());
    byte[] key = "~mailto:x".getBytes(StandardCharsets.UTF_8);
    Path other = dir.resolve("graph").resolve("20260101000001");
    GraphBuilder.fromEdges(1, new int[] {0}, new int[] {0})
        .names(NameKind.URLS, id -> key)
        .write(other);
    assertEquals(0, fold(new Configuration(), 0, false, GraphLevel.HOST).meta().nodes());
  }

  private GraphPhase.BuiltGraph fold(Configuration conf, int parts, boolean force, GraphLevel level)
      throws IOException {
    try (Session session = Session.open(conf, dir.toString(), Console.silent(), "graph")) {
      return new FoldPhase(session, new GraphPhase.BuildOptions(parts, force))
          .run(Optional.empty(), level);
    }
  }
}
