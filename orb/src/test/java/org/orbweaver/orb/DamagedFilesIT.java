package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * Damages each file of a crawl that was copied without Hadoop's hidden checksum files, and expects
 * {@code doctor --deep} to name it.
 */
class DamagedFilesIT {
  @TempDir private static Path made;
  private static Path crawl;
  @TempDir private Path temp;

  /** A crawl with all its stores: two builds of the index, and runs of each ranking. */
  @BeforeAll
  static void makeCrawl() throws IOException {
    FakeWebSpec spec =
        FakeWebSpec.builder()
            .seed(3)
            .hosts(4)
            .pagesPerHost(12)
            .linksWithin(4)
            .linksAcross(2)
            .build();
    try (FakeWeb web = FakeWeb.start(spec)) {
      TestSite site = new TestSite(web, made);
      String dir = site.dir();
      String labels = Files.writeString(made.resolve("l"), "a h0.test\nb h1.test\n").toString();
      List<String> first = new ArrayList<>(List.of("crawl"));
      first.addAll(web.seeds());
      first.addAll(List.of(dir, "--rounds", "2", "-Dorbweaver.crawldb.parts=2"));
      site.orb(0, first.toArray(new String[0]));
      site.orb(0, "topics", dir, labels);
      site.orb(0, "crawl", dir, "--more", "1", "--add-days", "40");
      site.orb(0, "graph", dir, "--level", "host");
      site.orb(0, "pagerank", dir, "--topic-host", "a=h0.test", "--topic-host", "b=h1.test");
      site.orb(0, "trustrank", dir, "--seed-host", "h0.test");
      site.orb(0, "hits", dir);
      site.orb(0, "index", dir, "-Dorbweaver.index.shards=2");
      site.orb(0, "generate", dir, "--add-days", "90");
    }
    crawl = made.resolve("crawl");
    for (Path file : files(crawl, path -> path.getFileName().toString().endsWith(".crc"))) {
      Files.delete(file);
    }
  }

  private static List<Path> files(Path folder, Predicate<Path> which) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).filter(which).sorted().toList();
    }
  }

  /** True if the file is published with lists of checksums. */
  private static boolean isPublished(Path file) {
    String path = crawlPath(file);
    return !isList(file) && !path.startsWith(".") && !path.startsWith("logs/");
  }

  private static boolean isList(Path file) {
    return file.endsWith(".checksums");
  }

  /** The path below the crawl, in any copy. */
  private static String crawlPath(Path file) {
    return file.toString().replaceFirst("^.*?/crawl/", "");
  }

  private Path copy() throws IOException {
    Path copied = temp.resolve("crawl");
    TestSite.copy(crawl, copied);
    return copied;
  }

  private static String doctor(Path dir, int status) {
    String name = "-Dhttp.agent.name=tester";
    return TestSite.orb(
        made, status, "doctor", dir.toString(), "--deep", "--offline", "--json", name);
  }

  private static byte[] flipped(byte[] bytes, long place) {
    byte[] flipped = bytes.clone();
    flipped[(int) Math.floorMod(place, (long) bytes.length)] ^= 0x20;
    return flipped;
  }

  /** Ways to damage the bytes of a file. */
  static Map<String, UnaryOperator<byte[]>> damages() {
    Map<String, UnaryOperator<byte[]>> damages = new TreeMap<>();
    for (long place : new long[] {0, 29, 1009, 99_991, -1, -9}) {
      damages.put("flipped at " + place, bytes -> flipped(bytes, place));
    }
    damages.put("flipped in the middle", bytes -> flipped(bytes, bytes.length / 2));
    damages.put("cut by half", bytes -> Arrays.copyOf(bytes, bytes.length / 2));
    damages.put("cut by a byte", bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    damages.put("longer by a byte", bytes -> Arrays.copyOf(bytes, bytes.length + 1));
    return damages;
  }

  static List<String> kinds() {
    return List.copyOf(damages().keySet());
  }

  private static void assertAllNamed(List<Path> damaged, String said) {
    List<String> missed =
        damaged.stream()
            .filter(file -> said.lines().noneMatch(line -> names(line, file)))
            .map(DamagedFilesIT::crawlPath)
            .toList();
    assertEquals(List.of(), missed, () -> said);
  }

  private static boolean names(String line, Path file) {
    return line.contains("\"error\"") && line.contains(file + ":");
  }

  @Test
  void nothingIsWrongWithTheCopy() throws IOException {
    String said = doctor(copy(), 0);
    assertTrue(said.lines().noneMatch(line -> line.contains("no checksums")), said);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void namesEachPublishedFile(String kind) throws IOException {
    Path dir = copy();
    List<Path> files = files(dir, DamagedFilesIT::isPublished);
    assertTrue(files.size() > 100, files::toString);
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length > 0) {
        Files.write(file, damages().get(kind).apply(bytes));
      }
    }
    assertAllNamed(
        files.stream().filter(file -> file.toFile().length() > 0).toList(), doctor(dir, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"flipped at 0", "flipped at -9", "flipped in the middle", "cut by a byte"})
  void namesEachList(String kind) throws IOException {
    Path dir = copy();
    List<Path> files = files(dir, DamagedFilesIT::isList);
    assertTrue(files.size() > 20, files::toString);
    for (Path file : files) {
      Files.write(file, damages().get(kind).apply(Files.readAllBytes(file)));
    }
    assertAllNamed(files, doctor(dir, 1));
  }

  /** Files of one name change places in a circle. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesFilesThatHaveChangedPlaces(boolean lists) throws IOException {
    Path dir = copy();
    Map<String, List<Path>> byName = new TreeMap<>();
    for (Path file : files(dir, lists ? DamagedFilesIT::isList : DamagedFilesIT::isPublished)) {
      byName.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>()).add(file);
    }
    List<Path> changed = new ArrayList<>();
    for (List<Path> circle : byName.values()) {
      byte[] before = Files.readAllBytes(circle.get(circle.size() - 1));
      for (Path file : circle) {
        byte[] own = Files.readAllBytes(file);
        if (!Arrays.equals(own, before)) {
          Files.write(file, before);
          changed.add(file);
        }
        before = own;
      }
    }
    String said = doctor(dir, 1);
    if (lists) {
      // A list in another's place is intact: the files that it lists are missing.
      changed.replaceAll(Path::getParent);
      changed.removeIf(folder -> said.lines().anyMatch(line -> namesBelow(line, folder)));
      assertEquals(List.of(), changed, said);
    } else {
      assertAllNamed(changed, said);
    }
  }

  private static boolean namesBelow(String line, Path folder) {
    return line.contains("\"error\"") && line.contains(folder + "/");
  }

  /** The log of steps and the settings; an unreadable one hides the others. */
  @ParameterizedTest
  @MethodSource("kinds")
  void namesEachRecord(String kind) throws IOException {
    Path dir = copy();
    List<Path> steps = files(dir.resolve(".state"), file -> true);
    assertEquals(2, files(dir.resolve(".settings"), file -> true).size());
    Path settings = dir.resolve(".settings/2");
    for (Path file : List.of(steps.get(0), steps.get(steps.size() / 2), settings)) {
      String whole = Files.readString(file);
      byte[] damaged = damages().get(kind).apply(Files.readAllBytes(file));
      Files.write(file, damaged);
      boolean says = !whole.equals(new String(damaged, UTF_8) + "\n");
      String said = doctor(dir, says ? 1 : 0);
      assertEquals(says, said.contains(file + " ") || said.contains(file + ":"), said);
      Files.writeString(file, whole);
    }
  }

  @Test
  void namesRecordsThatHaveChangedPlaces() throws IOException {
    Path dir = copy();
    Path state = dir.resolve(".state");
    Path one = state.resolve("1");
    byte[] first = Files.readAllBytes(one);
    Files.write(one, Files.readAllBytes(state.resolve("2")));
    Files.write(state.resolve("2"), first);
    assertTrue(doctor(dir, 1).contains(one + " "));
  }

  /** Commands that read only a few records, and commands that publish their input. */
  static List<Arguments> readers() {
    return List.of(
        Arguments.of("graph/", "/ids/", "read graph DIR --id 3"),
        Arguments.of("graph/", "/ids/", "read graph DIR --dump"),
        Arguments.of("graph/", "/ids/", "read pagerank DIR --top 3"),
        Arguments.of("graph/", "/ids/", "pagerank DIR"),
        Arguments.of("graph/", "/ids/", "trustrank DIR --suggest 3"),
        Arguments.of("graph/", "/ids/", "graph DIR --export OUT --format edges --names"),
        Arguments.of("crawldb/", "/data", "read crawldb DIR --stats"),
        Arguments.of("crawldb/", "/data", "inject http://new.example/ DIR"),
        Arguments.of("linkdb/", "/data", "index DIR"),
        Arguments.of("index/", "/shard-", "search DIR page"),
        Arguments.of("segments/", "parse_data/part-r-00000/data", "graph DIR"));
  }

  @ParameterizedTest
  @MethodSource("readers")
  void readersRefuseAFileThatIsNotAsItWasPublished(String store, String file, String words)
      throws IOException {
    Path dir = copy();
    Path out = temp.resolve("out");
    String line = words.replace("DIR", dir.toString()).replace("OUT", out.toString());
    for (Path path : files(dir, path -> crawlPath(path).startsWith(store))) {
      byte[] bytes = Files.readAllBytes(path);
      if (path.toString().contains(file)) {
        Files.write(path, flipped(bytes, bytes.length / 2));
      }
    }
    String said = TestSite.orb(temp, 1, line.split(" "));
    assertTrue(said.contains("not as it was published"), said);
    assertFalse(Files.exists(out));
  }
}
