package org.orbweaver.webgraph.build;

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
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/** Both ways to build a graph, through real jobs, against one made in memory from the plan. */
class GraphPhaseIT {
  @TempDir Path dir;

  private SyntheticCrawl crawl;

  @BeforeEach
  void writeCrawl() throws IOException {
    crawl = new SyntheticCrawl(dir);
    crawl.write();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void oneJobAndManyBuildThePlannedGraphWithAnyNumberOfParts(int parts) throws IOException {
    Configuration conf = new Configuration();
    assertPlanned(conf, parts);
    assertEquals(Set.of("graph", "segments"), visible());
    LinkPolicy.Merged merged = crawl.plan().under(LinkPolicy.of(conf)).merged();
    assertTrue(merged.redirects() > 20 && merged.canonicals() > 10, merged.toString());
    assertTrue(merged.unresolved() > 4, merged.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nofollow=keep duplicates=count weight.last.link=0.25 weight.no.anchor=0.5",
        "within.domain=drop weight.no.anchor=0.3",
        "within.host=drop self=keep canonicals=keep duplicates=count",
        "redirects=keep self=keep",
        "redirects=keep canonicals=keep within.host=drop weight.last.link=0.9",
      })
  void bothWaysFollowEveryPolicy(String policy) throws IOException {
    Configuration conf = new Configuration();
    for (String setting : policy.split(" ", -1)) {
      String[] pair = setting.split("=", -1);
      conf.set("orbweaver.graph." + pair[0], pair[1]);
    }
    assertPlanned(conf, 2);
  }

  @Test
  void aBuildOfTheSameFilesUnderTheSamePolicyIsCurrent() throws IOException {
    Configuration conf = new Configuration();
    GraphPhase.BuildOptions gentle = new GraphPhase.BuildOptions(0, false);
    GraphPhase.BuiltGraph first = run(conf, gentle);
    assertTrue(first.isNew());
    GraphPhase.BuiltGraph second = run(conf, gentle);
    assertFalse(second.isNew());
    assertEquals(first.build(), second.build());
    assertTrue(second.summary().contains("unchanged"), second.summary());
    assertTrue(run(conf, new GraphPhase.BuildOptions(0, true)).isNew());
    assertTrue(run(conf, new GraphPhase.BuildOptions(3, false)).isNew());
    assertFalse(run(conf, new GraphPhase.BuildOptions(3, false)).isNew());
    conf.set(WebGraphKeys.SELF.name(), "keep");
    assertTrue(run(conf, gentle).isNew());
    assertFalse(run(conf, gentle).isNew());
    Path data = dir.resolve("segments/20260101000002/parse_data/part-r-00001/data");
    Files.setLastModifiedTime(data, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    GraphPhase.BuiltGraph rewritten = run(conf, gentle);
    assertTrue(rewritten.isNew());
    Files.writeString(Path.of(rewritten.folder().toUri()).resolve("meta.json"), "{");
    assertTrue(run(conf, gentle).isNew());
  }

  @Test
  void theNumberOfPartsFollowsTheSizeWhereNoneIsGiven() throws IOException {
    assertEquals(1, build(0, 0).meta().out().size());
    assertEquals(1, build(0, Long.MAX_VALUE).meta().in().size());
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

  private GraphPhase.BuiltGraph build(int parts, long memoryBytes) throws IOException {
    Configuration conf = new Configuration();
    WebGraphKeys.MEMORY_BYTES.set(conf, memoryBytes);
    return build(conf, parts);
  }

  private GraphPhase.BuiltGraph build(Configuration conf, int parts) throws IOException {
    return run(conf, new GraphPhase.BuildOptions(parts));
  }

  private GraphPhase.BuiltGraph run(Configuration conf, GraphPhase.BuildOptions options)
      throws IOException {
    try (Session session = Session.open(conf, dir.toString(), Console.silent(), "graph")) {
      return new GraphPhase().run(session, options);
    }
  }

  /** Builds both ways. */
  private void assertPlanned(Configuration conf, int parts) throws IOException {
    WebGraphKeys.MEMORY_BYTES.set(conf, Long.MAX_VALUE);
    assertPlanned(build(conf, parts), LinkPolicy.of(conf), parts, 1);
    WebGraphKeys.MEMORY_BYTES.set(conf, 0L);
    assertPlanned(build(conf, parts), LinkPolicy.of(conf), parts, parts);
  }

  private void assertPlanned(
      GraphPhase.BuiltGraph result, LinkPolicy policy, int parts, int idParts) throws IOException {
    CrawlPlan.Expected plan = crawl.plan().under(policy);
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
    assertEquals(plan.urls(), urls);
    GraphMeta planned = writePlanned(plan, dir.resolve("planned-" + result.build()), parts);
    assertEquals(planned.arcs(), meta.arcs());
    assertEquals(planned.dangling(), meta.dangling());
    // Byte for byte, by length and checksum.
    assertEquals(planned.out(), meta.out());
    assertEquals(planned.in(), meta.in());
    assertEquals(planned.outdeg(), meta.outdeg());
    assertEquals(policy.isWeighted(), meta.weighted());
    assertEquals(planned.policy(), meta.policy());
  }

  private static GraphMeta writePlanned(CrawlPlan.Expected plan, Path folder, int parts)
      throws IOException {
    GraphMeta meta = plan.graph().parts(parts).write(folder);
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    return meta;
  }

  /** The contents of the crawl directory without the log of steps. */
  private Set<String> visible() throws IOException {
    Set<String> names = new java.util.TreeSet<>();
    try (Stream<Path> files = Files.list(dir)) {
      files.map(file -> file.getFileName().toString()).forEach(names::add);
    }
    names.removeIf(name -> name.startsWith("."));
    return names;
  }
}
