package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An unprivileged user: may make a crawl of their own beside another user's, with one temporary
 * folder, and change nothing in folders that they may only read. It needs root, to become another
 * user, and is skipped otherwise.
 */
class SecondUserIT {
  private static final Logger LOG = LoggerFactory.getLogger(SecondUserIT.class);

  /** Another user without rights, except to read the class path wherever it is. */
  private static final List<String> AS_NOBODY =
      List.of(
          "setpriv",
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups",
          "--inh-caps=+dac_read_search",
          "--ambient-caps=+dac_read_search");

  private static final Pattern TRACE = Pattern.compile("(?m)^\\s+at |Exception\\b|Error\\b");

  @TempDir private Path folder;
  private Path tmp;

  @BeforeEach
  void makeFolders() throws Exception {
    boolean able = false;
    try {
      able = run(AS_NOBODY, "true") == 0;
    } catch (IOException e) {
      LOG.warn("no setpriv", e);
    }
    if (!able) {
      LOG.warn("SKIPPED: SecondUserIT needs root and setpriv (util-linux)");
    }
    assumeTrue(able, "not root, or no setpriv");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    tmp = forAll("tmp");
    Files.writeString(folder.resolve("seeds.txt"), "http://a.test/\n");
  }

  private Path forAll(String name) throws IOException {
    Path shared = Files.createDirectory(folder.resolve(name));
    return Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @Test
  void bothInjectAndLeaveNothingInTheTemporaryFolder() throws Exception {
    forAll("crawls");
    orb(0, List.of(), "inject", "seeds.txt", "crawls/first");
    orb(0, AS_NOBODY, "inject", "seeds.txt", "crawls/second");
    assertEquals(List.of(), everything(tmp));
  }

  @Test
  void whatMayOnlyBeReadStaysAsItIs() throws Exception {
    Files.writeString(folder.resolve("links.txt"), "1 2\n2\n0\n");
    Files.createDirectory(folder.resolve("closed"));
    orb(0, List.of(), "inject", "seeds.txt", "theirs");
    orb(0, List.of(), "graph", "theirs", "--import", "links.txt");
    List<String> before = everything(folder);

    for (List<String> words :
        List.of(
            List.of("inject", "http://b.test/", "theirs"),
            List.of("recrawl", "theirs"),
            List.of("crawl", "seeds.txt", "closed/new", "--rounds", "1"),
            List.of("read", "graph", "theirs", "--stats", "--html", "closed/new.html"))) {
      String said = orb(1, AS_NOBODY, words.toArray(String[]::new));
      assertEquals(1, said.lines().filter(line -> line.startsWith("orb: ")).count(), said);
      assertTrue(said.contains("ermission denied") || said.contains("may not"), said);
      assertFalse(TRACE.matcher(said).find(), said);
      assertEquals(before, everything(folder), said);
    }
    orb(0, AS_NOBODY, "read", "crawldb", "theirs", "--stats");
    orb(0, AS_NOBODY, "why", "http://a.test/", "theirs");
    assertEquals(before, everything(folder));
  }

  /** Runs the command as this user and returns its output. */
  private String orb(int status, List<String> user, String... words) throws Exception {
    List<String> command = TestSite.process("-Djava.io.tmpdir=" + tmp);
    command.addAll(List.of(words));
    command.addAll(List.of("-D", "http.agent.name=bot"));
    int ended = run(user, command.toArray(String[]::new));
    String said = Files.readString(folder.resolve("output"));
    assertEquals(status, ended, () -> String.join(" ", words) + "\n" + said);
    return said;
  }

  /** All paths in a folder, without the output of commands. */
  private List<String> everything(Path top) throws IOException {
    try (Stream<Path> paths = Files.walk(top)) {
      return paths
          .filter(path -> !path.equals(top) && !path.equals(folder.resolve("output")))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  private int run(List<String> user, String... command) throws Exception {
    List<String> words = new ArrayList<>(user);
    words.addAll(List.of(command));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start()
        .waitFor();
  }
}
