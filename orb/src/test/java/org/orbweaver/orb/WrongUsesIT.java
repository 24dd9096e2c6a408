package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * Wrong and unusual uses of every command, from the table {@code wrong-uses.txt}: each ends with
 * its exit status and message, prints no stack trace, does not claim success, and leaves no trace.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongUsesIT {
  private static final int LEAST_ROWS = 150;

  private static final Pattern TRACE =
      Pattern.compile(
          "(?m)^\\s+at [\\w.$/]+\\(|^Exception in|^Caused by|\\w+Exception\\b|\\w+Error\\b");

  private Path folder;
  private TestSite site;
  private Session held;

  /** The state of the disk after the last row; null if it may have changed since. */
  private Map<String, String> before;

  /**
   * A row of the table; {@code @/} means the folder of the fixtures.
   *
   * @param left new paths below that folder that may be there afterwards
   */
  record Use(int status, String line, String message, List<String> left) {
    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<Use> uses() throws IOException {
    try (var table = WrongUsesIT.class.getResourceAsStream("wrong-uses.txt")) {
      return new String(table.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(WrongUsesIT::use)
              .toList()
              .stream();
    }
  }

  private static Use use(String row) {
    String[] cells = row.split(" \\| ", -1);
    List<String> left = cells.length < 4 ? List.of() : Arrays.asList(cells[3].strip().split(" "));
    return new Use(Integer.parseInt(cells[0].strip()), cells[1].strip(), cells[2].strip(), left);
  }

  @BeforeAll
  void makeFixtures(@TempDir Path empty) throws Exception {
    folder = empty;
    site =
        new TestSite(
            FakeWebSpec.builder()
                .seed(5)
                .hosts(2)
                .pagesPerHost(6)
                .linksWithin(3)
                .linksAcross(1)
                .build(),
            folder);
    run("crawl", site.web().seeds().get(0), at("crawl"), "--rounds", "2");
    run("hits", at("crawl"));
    run("inject", site.web().seeds().get(0), at("injected"));
    run("graph", at("graph"), "--import", write("links.txt", "1 2\n2\n0\n").toString());
    Files.createDirectory(folder.resolve("empty"));
    write("empty.txt", "");
    write("text.txt", "some text\n");
    write("seeds.txt", site.web().seeds().get(0) + "\n");
    write("labels.txt", "a a.test\nb b.test\n");
    write("comments.txt", "# nothing\n\n");
    byte[] noise = new byte[4096];
    new Random(7).nextBytes(noise);
    Files.write(folder.resolve("noise"), noise);
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("text.txt"));
    Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("absent"));
    write("broken.xml", "<configuration><property><name>a</name>");
    write("html.xml", "<html>no configuration</html>");
    write("bad-edges.txt", "0\t1\nx\ty\tz\n");
    write("huge-id.txt", "99999999999 1\n");
    write("bad-topic.txt", "http://nowhere.invalid/ -3\n");
    write("crawl.yaml", "directory: crawl\n");
    write("bad.yaml", "directory: crawl\nrounds:  x\n");
    write("seedless.yaml", "directory: absent\n");
    write("robots.txt", "User-agent: *\nDisallow: /x\n");
    copy("crawl", "corrupt");
    for (Path data : files(folder.resolve("corrupt/crawldb"), "data")) {
      Files.write(data, noise);
    }
    copy("crawl", "cut");
    for (Path data : files(folder.resolve("cut/crawldb"), "data")) {
      byte[] bytes = Files.readAllBytes(data);
      Files.write(data, Arrays.copyOf(bytes, bytes.length / 2));
      Files.deleteIfExists(data.resolveSibling(".data.crc"));
    }
    copy("crawl", "no-index");
    FileUtil.fullyDelete(folder.resolve("no-index/index").toFile());
    copy("crawl", "bad-index");
    for (Path file : everything(folder.resolve("bad-index/index"))) {
      if (Files.isRegularFile(file) && file.getFileName().toString().startsWith("segments_")) {
        Files.write(file, noise);
      }
    }
    for (String bad : List.of("state/.state", "graph/graph")) {
      copy("crawl", "bad-" + bad.substring(0, 5));
      for (Path file : everything(folder.resolve("bad-" + bad))) {
        if (Files.isRegularFile(file)) {
          Files.write(file, noise);
        }
      }
    }
    copy("injected", "locked");
    held = Session.open(new Configuration(), at("locked"), Console.silent(), "another command");
  }

  @AfterAll
  void stop() throws IOException {
    if (held != null) {
      held.close();
    }
    site.close();
  }

  @Test
  void theTableIsLongAndNamesEveryCommand() throws IOException {
    List<Use> all = uses().toList();
    assertTrue(all.size() >= LEAST_ROWS, all.size() + " rows");
    List<String> lines = all.stream().map(Use::line).toList();
    assertEquals(lines.stream().distinct().toList(), lines, "a row stands twice");
    Orb.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                assertTrue(lines.stream().anyMatch(line -> line.startsWith(name)), name);
              }
            });
    Orb.commandLine()
        .getSubcommands()
        .get("read")
        .getSubcommands()
        .keySet()
        .forEach(
            name ->
                assertTrue(lines.stream().anyMatch(line -> line.startsWith("read " + name)), name));
  }

  @ParameterizedTest
  @MethodSource("uses")
  void endsWellAndLeavesNoTrace(Use use) throws IOException {
    if (before == null) {
      before = state();
    }
    List<String> words =
        TestSite.words(use.line()).stream().map(word -> word.replace("@/", folder + "/")).toList();
    TestSite.Run run = site.orb(words);
    String said = run.err().replace("file:" + folder + "/", "@/").replace(folder + "/", "@/");
    Map<String, String> after = state();
    Set<String> made = new TreeSet<>(after.keySet());
    made.removeAll(before.keySet());
    for (String path : use.left()) {
      after.keySet().removeIf(found -> found.equals(path) || found.startsWith(path + "/"));
    }
    Map<String, String> expected = before;
    // So that the next row starts in the same state.
    made.stream()
        .filter(name -> name.startsWith("new"))
        .forEach(name -> FileUtil.fullyDelete(folder.resolve(name).toFile()));
    before = made.isEmpty() && after.equals(before) ? before : null;
    assertEquals(use.status(), run.status(), said + run.out());
    assertTrue(said.contains(use.message()), said);
    assertFalse(TRACE.matcher(said).find(), said);
    if (use.status() != 0) {
      assertTrue(said.lines().anyMatch(line -> line.startsWith("orb: ")), said);
      assertEquals("", run.out(), "printed results");
    }
    assertEquals(expected, after, "left on disk");
  }

  private void run(String... words) {
    site.orb(0, words);
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The state of the disk: each path with its size and time of change. */
  private Map<String, String> state() throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> paths =
        Files.find(
            folder,
            Integer.MAX_VALUE,
            (path, its) -> {
              String name = folder.relativize(path).toString();
              // A lock's file stays, empty; the staging of a failed step is removed when it runs
              // again.
              if (!name.matches("hosts|hadoop.*|.*/\\.(lock|staging).*")) {
                String plain = its.size() + " bytes of " + its.lastModifiedTime();
                String kind = its.isSymbolicLink() ? "link" : "folder";
                state.put(name, its.isRegularFile() ? plain : kind);
              }
              return false;
            })) {
      assertEquals(0, paths.count());
    }
    return state;
  }

  private static List<Path> everything(Path top) throws IOException {
    try (Stream<Path> paths = Files.walk(top)) {
      return paths.sorted().toList();
    }
  }

  private static List<Path> files(Path top, String name) throws IOException {
    return everything(top).stream().filter(p -> p.getFileName().toString().equals(name)).toList();
  }

  private void copy(String from, String to) throws IOException {
    TestSite.copy(folder.resolve(from), folder.resolve(to));
  }
}
