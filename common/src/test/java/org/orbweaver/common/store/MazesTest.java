package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.Mazes.Maze;
import org.orbweaver.common.text.Json;

class MazesTest {
  @TempDir private java.nio.file.Path tmp;
  private final Configuration conf = new Configuration(false);
  private Path folder;

  private static Maze maze(String folder, boolean isProven) {
    return new Maze(folder, isProven, 40, 39, 38, 0, 900.5, 1000, "because \"of\" it");
  }

  @BeforeEach
  void write() throws IOException {
    folder = new Path(tmp.toString(), "mazes");
    List<Maze> mazes =
        List.of(
            maze("a.test/m/", true),
            maze("b.test/", true),
            maze("c.test/x.php?", true),
            maze("d.test/", false),
            maze("[::1]/m/", true));
    Mazes.write(FileSystem.getLocal(conf), folder, mazes);
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.test/m/, true",
    "https://a.test:8443/m/n/o?p=/q/, true",
    "http://a.test/m, false",
    "http://a.test/, false",
    "http://a.test/n/m/, false",
    "http://a.test/?/m/, false",
    "http://b.test, true",
    "http://b.test/any?thing, true",
    "http://c.test/x.php?a=b, true",
    "http://c.test/x.php, false",
    "http://c.test/x.php/?a=b, false",
    "http://d.test/a, false",
    "http://[::1]:80/m/a, true",
    "http://[::1]/n, false",
    "file:/m/, false",
    "not a url, false",
    "'', false"
  })
  void urlsBelowAFolderAreInTheMaze(String url, boolean isInside) throws IOException {
    assertEquals(isInside, Mazes.of(conf, folder).contains(url));
  }

  @Test
  void aSuspicionIsKnownToo() throws IOException {
    Maze maze = Mazes.of(conf, folder).around("http://d.test/a/b").orElseThrow();
    assertEquals(maze("d.test/", false), maze);
    assertEquals("d.test", maze.host());
  }

  @Test
  void settingsTurnThemOffAndExemptHosts() throws IOException {
    Mazes before = Mazes.of(conf, folder);
    conf.set(Mazes.EXEMPT, "b.test, A.test, b.test");
    Mazes mazes = Mazes.of(conf, folder);
    assertFalse(mazes.contains("http://a.test/m/"));
    assertTrue(mazes.contains("http://c.test/x.php?a"));
    assertFalse(before.fingerprint().equals(mazes.fingerprint()));
    conf.setBoolean(Mazes.DETECT, false);
    assertFalse(Mazes.of(conf, folder).has("c.test/x.php?"));
    assertEquals(Mazes.NONE.fingerprint(), Mazes.of(conf, folder).fingerprint());
    assertEquals(5, Mazes.read(FileSystem.getLocal(conf), folder).size());
  }

  @Test
  void aMissingFolderHasNoneAndADamagedLineIsSaid() throws IOException {
    Path none = new Path(tmp.toString(), "none");
    assertEquals(Mazes.NONE.fingerprint(), Mazes.of(conf, none).fingerprint());
    for (String line : List.of("{}", "{\"folder\":", "[]", "x", Json.line(maze("/m/", true)))) {
      IOException e = assertThrows(IOException.class, () -> Mazes.parse(none, line), line);
      assertTrue(e.getMessage().contains(none + ": not a maze: '"), e.getMessage());
    }
  }
}
