package org.orbweaver.webgraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.text.Console;

/** The commands as a person types them. */
class WebGraphCommandsIT {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path links;
  private String dir;

  @BeforeEach
  void writeLinks() throws IOException {
    dir = folder.resolve("crawl").toString();
    links =
        Files.writeString(
            folder.resolve("links"),
            """
            http://b.example/ http://a.example/
            http://c.example/ http://a.example/
            http://a.example/ http://a.example/
            http://a.example/ http://\u001b[31m.example/
            """);
  }

  @Test
  void importsAndReads() {
    says(
        0,
        "4 nodes, 4 links, 1 node without links",
        "graph @/crawl --import @/links --format edges");

    assertEquals(0, run("read graph @/crawl --stats --json"));
    String stats = output();
    for (String figure :
        List.of(
            "\"nodes\":4",
            "\"links\":4",
            "\"dangling\":1",
            "\"isolated\":0",
            "\"selfLinks\":1",
            "\"maxOutDegree\":2",
            "\"maxInDegree\":3",
            "\"meanDegree\":1.0",
            "\"outDegrees\":{\"0\":1,\"1\":2,\"2-3\":1}",
            "\"inDegrees\":{\"0\":2,\"1\":1,\"2-3\":1}",
            "\"top\":[{\"url\":\"http://a.example/\",\"inDegree\":3}")) {
      assertTrue(stats.contains(figure), figure + " in " + stats);
    }
    says(0, "             3  http://a.example/\n", "read graph @/crawl --stats");

    assertEquals(0, run("read graph @/crawl --url http://a.example/"));
    assertEquals(
        """
        http://a.example/
        id 1, 2 successors, 3 predecessors
        -> http://\\u001b[31m.example/
        -> http://a.example/
        <- http://a.example/
        <- http://b.example/
        <- http://c.example/
        """,
        output());

    says(0, "http://c.example/\thttp://a.example/\n", "read graph @/crawl --dump");
    assertFalse(output().contains("\u001b"));
    assertEquals(0, run("read graph @/crawl --dump --json"));
    assertEquals(4, output().lines().count());
    assertTrue(
        output()
            .contains(
                "{\"id\":2,\"url\":\"http://b.example/\",\"successors\":[\"http://a.example/\"]}"),
        output());
  }

  @Test
  void foldsToHostsAndDomainsAndReadsThem() throws IOException {
    Files.writeString(
        links,
        """
        http://www.a.org/1 http://b.org/
        http://www.a.org/2 http://b.org/
        http://www.a.org/2 http://www.a.org/1
        http://blog.a.org/ http://www.a.org/1
        """);
    assertEquals(0, run("graph @/crawl --import @/links --format edges"));
    says(1, "--level host", "read graph @/crawl --level host --stats");
    says(0, "-hosts: 3 nodes, 2 links, 1 node without links", "graph @/crawl --level host,domain");
    assertTrue(output().contains("-domains: 2 nodes, 1 link, 1 node without links"), output());
    says(0, "unchanged", "graph @/crawl --level domain");

    assertEquals(0, run("read graph @/crawl --level host --dump"));
    assertEquals("blog.a.org\twww.a.org\t1.0\nwww.a.org\tb.org\t2.0\n", output());
    assertEquals(0, run("read graph @/crawl --level host --url www.a.org"));
    assertEquals(
        """
        www.a.org
        id 1, 1 successors, 1 predecessors
        -> b.org\t2.0
        <- blog.a.org\t1.0
        """,
        output());
    assertEquals(0, run("read graph @/crawl --level domain --id 0 --json"));
    assertEquals(
        "{\"id\":0,\"url\":\"a.org\",\"outDegree\":1,\"inDegree\":0,"
            + "\"successors\":[\"b.org\"],\"predecessors\":[],"
            + "\"successorWeights\":[2.0],\"predecessorWeights\":[]}\n",
        output());
    says(0, "policy.within            drop", "read graph @/crawl --level host --stats");
    says(1, "node 99 of 4", "read graph @/crawl --id 99");
    says(0, "-domains: 2 nodes, 2 links", "graph @/crawl --level domain --within keep --force");
  }

  @Test
  void refusesOptionsThatDoNotGoTogether() {
    assertEquals(2, run("graph @/crawl --level page"));
    assertEquals(2, run("graph @/crawl --build x"));
    assertEquals(2, run("graph @/crawl --import @/links --self drop"));
    assertEquals(2, run("graph @/crawl --import @/links --level host"));
    assertEquals(2, run("graph @/crawl --level host --nofollow keep"));
    assertFalse(Files.exists(Path.of(dir)));
  }

  @Test
  void exportsWhatItImported() throws IOException {
    assertEquals(0, run("graph --import @/links --format edges @/crawl"));
    Path edges = folder.resolve("edges.tsv");
    assertEquals(0, run("graph @/crawl --export @/edges.tsv --format edges --names"));
    assertTrue(output().startsWith("4 nodes, 4 links written to "), output());
    assertEquals(
        """
        http://a.example/\thttp://\u001b[31m.example/
        http://a.example/\thttp://a.example/
        http://b.example/\thttp://a.example/
        http://c.example/\thttp://a.example/
        """,
        Files.readString(edges));
    says(
        1,
        "edges.tsv: it already exists (--overwrite replaces it)",
        "graph @/crawl --export @/edges.tsv --format edges");
    assertEquals(0, run("graph @/crawl --export @/edges.tsv --format successors --overwrite"));
    assertEquals("0 1\n\n1\n1\n".length(), Files.readString(edges).length());
    assertEquals(2, run("graph @/crawl --export x --undirected"));
    assertEquals(2, run("graph @/crawl --import @/links --overwrite"));
    says(1, "not a graph", "graph @/crawl --export x --build 20200101000000");
    says(0, "--export=FILE", "graph --help");
  }

  @Test
  void aFileThatIsWrongMakesNoFolder() throws IOException {
    Files.writeString(links, "0\n7\n");
    says(1, "links, line 2: a link to node 7, but there are 2", "graph --import @/links @/crawl");
    assertFalse(Files.exists(Path.of(dir)));
  }

  @Test
  void showsTheStructure() throws IOException {
    Files.writeString(
        folder.resolve("hostile"),
        """
        http://b.example/ http://a.example/
        http://b.example/ http://c.example/
        http://d.example/ http://a.example/
        http://d.example/ http://c.example/
        http://a.example/ http://b.example/
        http://a.example/ http://e.example/</script><script>alert(1)</script>
        """);
    assertEquals(0, run("graph @/crawl --import @/hostile --format edges"));
    String html = folder.resolve("graph.html").toString();
    assertEquals(0, run("read graph @/crawl --stats --json --html @/graph.html"));
    String stats = output();
    for (String figure :
        List.of(
            "\"bowTie\":{\"core\":2,\"in\":1,\"out\":2,\"tubes\":0",
            "\"strongComponents\":{\"count\":4,\"largest\":2,\"countBySize\":{\"1\":3,\"2\":1}}",
            "\"mutualLinks\":2,\"reciprocity\":0.333",
            "\"byCount\":[{\"shared\":2,\"cosine\":1.0,\"jaccard\":1.0,"
                + "\"first\":\"http://a.example/\",\"second\":\"http://c.example/\"}",
            "\"byCount\":[{\"shared\":2,\"cosine\":1.0,\"jaccard\":1.0,"
                + "\"first\":\"http://b.example/\",\"second\":\"http://d.example/\"}",
            "\"hosts\":5,\"hostLinks\":6",
            "\"host\":\"a.example\",\"pages\":1,\"linksWithin\":0,\"linksOut\":2,\"linksIn\":2,"
                + "\"linkingHosts\":2,\"impact\":2.0,\"impactFractional\":1.0")) {
      assertTrue(stats.contains(figure), figure + " in " + stats);
    }
    String page = Files.readString(Path.of(html));
    assertEquals(0, run("graph @/parts --import @/hostile --format edges --parts 3"));
    assertEquals(0, run("read graph @/parts --stats --json"));
    String structure = "\"structure\":";
    assertTrue(output().contains("\"outPartitions\":3"), output());
    assertEquals(
        stats.substring(stats.indexOf(structure)), output().substring(output().indexOf(structure)));

    assertTrue(page.contains("\\u003c/script\\u003e\\u003cscript\\u003ealert"), page);
    assertFalse(page.contains("<script>alert"));
    assertFalse(page.contains("src="));
    assertTrue(page.contains("default-src 'none'; script-src 'sha256-"));
    assertTrue(page.contains("\"convergence\":[]"));

    Files.writeString(Path.of(html), "mine");
    says(
        1,
        "it already exists (--overwrite replaces it)",
        "read graph @/crawl --stats --html @/graph.html");
    assertEquals("mine", Files.readString(Path.of(html)));
    assertEquals("", output());

    says(0, "     2  40.00%  OUT (reached from the core)\n", "read graph @/crawl --stats");
    assertTrue(output().contains("too few"), output());

    assertEquals(0, run("read graph @/crawl --url http://a.example/ --cocited"));
    assertEquals(
        """
          shared  cosine  Jaccard
               2  1.0000   1.0000  http://c.example/
        """,
        output());
    assertEquals(0, run("read graph @/crawl --url http://d.example/ --coupled --json"));
    assertEquals(
        "{\"url\":\"http://b.example/\",\"shared\":2,\"cosine\":1.0,\"jaccard\":1.0}\n", output());
  }

  @Test
  void impactKnowsYearsFromFetches() throws IOException {
    Configuration conf = new Configuration();
    assertEquals(0, run("graph @/crawl --import @/links --format edges"));
    org.apache.hadoop.fs.Path part =
        new org.apache.hadoop.fs.Path(dir, "segments/20240601000000/crawl_fetch/part-r-00000");
    try (MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            part,
            MapFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(CrawlDatum.class))) {
      writer.append(new Text("http://a.example/"), fetch("2023-05-01T00:00:00Z"));
      writer.append(new Text("http://b.example/"), fetch("2024-02-01T00:00:00Z"));
      // Last-Modified as new as the fetch: unknown.
      writer.append(new Text("http://c.example/"), fetch("2024-06-01T00:00:00Z"));
    }
    says(0, "\"datedPages\":2,\"impactYear\":2024,", "read graph @/crawl --stats --json");
    assertTrue(output().contains("\"impactTwoYears\":1.0"), output());
    says(0, "2 years: links from pages of 2024", "read graph @/crawl --stats");
  }

  private static CrawlDatum fetch(String modified) {
    CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 3600);
    fetch.setFetchTime(Instant.parse("2024-06-01T00:00:10Z").toEpochMilli());
    fetch.setModifiedTime(Instant.parse(modified).toEpochMilli());
    return fetch;
  }

  @Test
  void buildsTheGraphOfACrawlThatNutchWrote() throws IOException {
    Path crawl = Path.of(System.getProperty("orbweaver.shared", "none"), "data/nutch-crawl");
    assumeTrue(Files.isDirectory(crawl), "no " + crawl);
    copy(crawl.resolve("segments"), Path.of(dir, "segments"));
    says(0, "149 nodes, 190 links, 139 nodes without links", "graph @/crawl");
    says(0, "unchanged, not built again", "graph @/crawl");
    assertEquals(0, run("graph @/crawl --redirects keep --canonicals keep"));
    assertFalse(output().contains("unchanged"), output());
    for (String wrong : List.of("--nofollow", "--self", "--duplicates", "--last-link-weight")) {
      assertEquals(2, run("graph @/crawl " + wrong + " 2"));
      assertTrue(errors().contains(": expected "), errors());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.write(copy, Files.readAllBytes(file));
        }
      }
    }
  }

  /** Runs a command and checks its status and its output. */
  private void says(int status, String words, String command) {
    assertEquals(status, run(command), errors());
    assertTrue((output() + errors()).contains(words), output() + errors());
  }

  /** Runs a command; {@code @} is the folder. */
  private int run(String command) {
    out.reset();
    err.reset();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return OrbMain.run(
        "orb",
        command.replace("@", folder.toString()).split(" ", -1),
        WebGraphCommands.all(),
        WebGraphCommands.readers(),
        console,
        new Configuration());
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
