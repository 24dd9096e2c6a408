package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.fetch.FetchJob;

/**
 * {@code scripts/orb} in a source tree whose Maven and Java are small scripts: when it builds, and
 * that a build does not disturb running commands.
 */
class LauncherTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path tmp;
  private Path tree;
  private String started = "scripts/orb";

  @BeforeEach
  void makeTree() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "no flock");
    tree = tmp.resolve("a tree, größer");
    for (String copied : List.of("scripts/orb", "scripts/bench", "scripts/lib/build.sh")) {
      Files.createDirectories(tree.resolve(copied).getParent());
      Files.copy(PROJECT.resolve(copied), tree.resolve(copied));
    }
    for (String script : List.of("scripts/orb", "scripts/bench")) {
      assertTrue(tree.resolve(script).toFile().setExecutable(true));
    }
    for (String file :
        List.of(
            "pom.xml",
            "orb/pom.xml",
            "orb/src/main/Orb.java",
            "build/rules.txt",
            "docs/guide.md",
            "conf/orbweaver-default.xml",
            "conf/regex-urlfilter.txt")) {
      Files.createDirectories(tree.resolve(file).getParent());
      Files.writeString(tree.resolve(file), "x");
    }
    script(
        "mvn",
        """
        echo build >> "$(dirname "$0")/builds"
        mkdir -p orb/target/image/lib orb/target/image/jobs
        echo "$RANDOM" > orb/target/image/lib/orb.jar
        mkdir -p bench/target testkit/target
        touch bench/target/bench.jar testkit/target/testkit.jar
        """);
    // Prints the image's name; waits for a file, if one is named; fails without its jar.
    script(
        "java",
        """
        for word; do case $word in
          -Dorbweaver.home=*) image=${word#*=} ;;
          -XX:ArchiveClassesAtExit=*) echo classes > "${word#*=}"; echo writes ;;
          -XX:SharedArchiveFile=*) cat "${word#*=}" ;;
          */hbase/conf:/hbase.jar) echo HBase last ;;
          */conf:*.jar*) echo settings first ;;
          *.jar:*/conf) echo settings last ;;
          *.jar) echo no settings ;;
        esac; done
        echo "${image##*/}"
        while [ -n "${WAIT_FOR:-}" ] && [ ! -e "$WAIT_FOR" ]; do sleep .01; done
        [ -e "$image/lib/orb.jar" ] || { echo "the jar is gone"; exit 9; }
        """);
  }

  private void script(String name, String text) throws IOException {
    Path file = tmp.resolve("bin").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertTrue(file.toFile().setExecutable(true));
  }

  private Process start(Path waitFor, String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of(tree.resolve(started).toString()));
    line.addAll(List.of(words));
    ProcessBuilder orb = new ProcessBuilder(line);
    orb.environment().put("XDG_CACHE_HOME", tmp.resolve("my cache").toString());
    orb.environment().remove("HADOOP_CONF_DIR");
    orb.environment().put("PATH", tmp.resolve("bin") + ":/usr/bin:/bin");
    orb.environment().remove("JAVA_HOME");
    orb.environment().remove("HADOOP_HOME");
    orb.environment().put("HBASE_HOME", tmp.resolve("hbase").toString());
    orb.environment().remove("HBASE_CONF_DIR");
    if (waitFor != null) {
      orb.environment().put("WAIT_FOR", waitFor.toString());
    }
    return orb.redirectError(tmp.resolve("stderr").toFile()).start();
  }

  private List<String> printed(String... words) throws Exception {
    Process orb = start(null, words);
    String printed = new String(orb.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, orb.waitFor(), printed + Files.readString(tmp.resolve("stderr")));
    return printed.lines().toList();
  }

  /** The image's name. */
  private String run() throws Exception {
    List<String> printed = printed("--help");
    return printed.get(printed.size() - 1);
  }

  private long builds() throws IOException {
    try (Stream<String> lines = Files.lines(tmp.resolve("bin/builds"))) {
      return lines.count();
    }
  }

  private void change(String file) throws IOException {
    Files.setLastModifiedTime(
        tree.resolve(file), FileTime.from(Instant.now().plusSeconds(5 * builds())));
  }

  @Test
  void buildsWhatHasChangedAndNothingForDocs() throws Exception {
    run();
    assertEquals(1, builds());
    change("docs/guide.md");
    run();
    assertEquals(1, builds(), "a text of docs/ is no reason to build");
    change("orb/src/main/Orb.java");
    run();
    assertEquals(2, builds());
  }

  @Test
  void aBuildLeavesARunningCommandItsJars() throws Exception {
    Path end = tmp.resolve("end");
    run();
    Process running = start(end, "--help");
    BufferedReader lines = running.inputReader(UTF_8);
    assertEquals("settings first", lines.readLine());
    String image = lines.readLine();
    change("conf/regex-urlfilter.txt");
    String newer = run();
    assertFalse(newer.equals(image), "not built beside");
    assertTrue(Files.exists(tree.resolve("target/run").resolve(image)));
    Files.createFile(end);
    assertEquals(0, running.waitFor(), "its jars were removed");

    change("pom.xml");
    String newest = run();
    try (Stream<Path> left = Files.list(tree.resolve("target/run"))) {
      assertEquals(
          List.of(".building", newest, "current"),
          left.map(path -> path.getFileName().toString()).sorted().toList(),
          "images that nobody runs are removed");
    }
  }

  @Test
  void exportHasTheSettingsAndClassesOfHBase() throws Exception {
    script("../hbase/bin/hbase", "[ \"$*\" = mapredcp ] && echo /hbase.jar\n");
    assertEquals("HBase last", printed("export", "crawl", "--format", "hbase").get(0));
    assertEquals("settings first", printed("--help").get(0));
  }

  @Test
  void benchmarksRunFromASourceTreeWithJarsOfTheirOwn() throws Exception {
    script(
        "java",
        """
        for word; do case $word in
          */lib/orb.jar:*/bench/bench.jar:*/bench/testkit.jar) echo jars ;;
          org.orbweaver.*) echo "$word" ;;
        esac; done
        """);
    started = "scripts/bench";
    assertEquals(List.of("jars", "org.orbweaver.bench.BenchMain"), printed("fetch", "--json"));
    Files.delete(tree.resolve("scripts/lib/build.sh"));
    assertEquals(1, start(null, "fetch").waitFor());
    assertTrue(Files.readString(tmp.resolve("stderr")).contains("in a source tree only"));
  }

  @Test
  void aBuildThatFailsSaysWhyAndLeavesNothing() throws Exception {
    script("mvn", "echo '[ERROR] no such symbol'; exit 1\n");
    Process orb = start(null, "--help");
    assertEquals(1, orb.waitFor());
    assertTrue(Files.readString(tmp.resolve("stderr")).contains("no such symbol"));
    try (Stream<Path> left = Files.list(tree.resolve("target/run"))) {
      assertEquals(List.of(".building"), left.map(p -> p.getFileName().toString()).toList());
    }
  }

  @Test
  void anOlderJavaIsRefusedByName() throws Exception {
    run();
    Path old = tmp.resolve("jdk-11");
    Files.createDirectories(old.resolve("bin"));
    Files.copy(tmp.resolve("bin/java"), old.resolve("bin/java"));
    assertTrue(old.resolve("bin/java").toFile().setExecutable(true));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    ProcessBuilder orb = new ProcessBuilder(tree.resolve("scripts/orb").toString(), "--help");
    orb.environment().put("JAVA_HOME", old.toString());
    Process refused = orb.redirectErrorStream(true).start();
    String said = new String(refused.getInputStream().readAllBytes(), UTF_8);
    assertEquals(1, refused.waitFor());
    assertTrue(said.contains("Java 17 or later is required, but " + old), said);
  }

  @Test
  void commandsShareTheClassesOfTheFirstSearchOrDemo() throws Exception {
    String image = run();
    List<String> writes = List.of("writes", "settings last", image);
    List<String> shares = List.of("classes", "settings last", image);
    List<String> neither = List.of("settings first", image);
    assertEquals(writes, printed("search", "crawl", "words"));
    assertEquals(shares, printed("search", "crawl", "words"));
    assertEquals(neither, printed("search", "crawl", "--topics", "topics.xml"));

    assertEquals(neither, printed("crawl", "seeds.txt", "crawl"), "would end when it is stopped");
    assertEquals(writes, printed("demo"));
    assertEquals(shares, printed("demo"));
    assertEquals(shares, printed("crawl", "seeds.txt", "crawl"));

    Files.writeString(tree.resolve("conf/nutch-site.xml"), "<configuration/>");
    assertEquals(neither, printed("crawl", "seeds.txt", "crawl"), "a jar has that name, too");
  }

  @Test
  void onlyWhatIsLargeOrRunsLongIsOptimized() throws Exception {
    script("java", "case \" $* \" in *' -XX:TieredStopAtLevel=1 '*) echo C1 ;; *) echo C2 ;; esac");
    String crawl = tmp.resolve("my crawl").toString();
    Files.createDirectories(tmp.resolve("my crawl/crawldb"));
    script("du", "echo \"399999\t$4\n399999\ttotal\"");
    assertEquals(List.of("C1"), printed("update", crawl));
    script("du", "echo \"400000\t$4\n400000\ttotal\"");
    assertEquals(List.of("C2"), printed("update", crawl));
    assertEquals(List.of("C1"), printed("crawl", "seeds.txt", tmp.resolve("new").toString()));
    assertEquals(List.of("C1"), printed("search", crawl, "words"));
    assertEquals(
        List.of("C1"), printed("report", "--out", tmp.toString()), "anything may be there");
    Files.createDirectories(tmp.resolve("imported/graph"));
    assertEquals(List.of("C2"), printed("pagerank", tmp.resolve("imported").toString()));
    script("du", "echo 'du: cannot access' >&2; exit 1");
    assertEquals(List.of("C2"), printed("update", crawl));
    assertEquals(List.of("C2"), printed("serve", "crawl"));
  }

  @Test
  void javaKnowsTheOptionsOfAes() throws Exception {
    script("java", "for w; do case $w in -XX:CompileCommand=*) echo \"$w\" ;; esac; done");
    script("du", "echo '400000 total'");
    Files.createDirectories(tmp.resolve("crawl/crawldb"));
    List<String> options = printed("update", tmp.resolve("crawl").toString());
    assertEquals(3, options.size(), options::toString);
    assertEquals(options, List.of(FetchJob.FAST_AES.split(" ")), "tasks have the same");
    List<String> java = new ArrayList<>(List.of(ProcessHandle.current().info().command().get()));
    java.addAll(options);
    java.add("-version");
    Process process = new ProcessBuilder(java).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertFalse(said.contains("CompileCommand"), said);
  }
}
