package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two users of one machine inject, each a crawl of their own, with one temporary folder. It needs
 * root, to become somebody else, and is skipped otherwise.
 */
class SecondUserIT {
  private static final Logger LOG = LoggerFactory.getLogger(SecondUserIT.class);

  /** Another user without rights, but to read the class path wherever it lies. */
  private static final List<String> AS_NOBODY =
      List.of(
          "setpriv",
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups",
          "--inh-caps=+dac_read_search",
          "--ambient-caps=+dac_read_search");

  @TempDir private Path folder;

  @Test
  void bothInjectAndLeaveNothingInTheTemporaryFolder() throws Exception {
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
    Path tmp = Files.createDirectory(folder.resolve("tmp"));
    Path crawls = Files.createDirectory(folder.resolve("crawls"));
    for (Path shared : List.of(tmp, crawls)) {
      Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    Path seeds = Files.writeString(folder.resolve("seeds.txt"), "http://a.test/\n");
    for (List<String> user : List.of(List.<String>of(), AS_NOBODY)) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx300m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + tmp));
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Orb.class.getName()));
      command.addAll(List.of("inject", seeds.toString()));
      command.add(crawls.resolve(user.isEmpty() ? "first" : "second").toString());
      assertEquals(
          0,
          run(user, command.toArray(String[]::new)),
          () -> {
            try {
              return Files.readString(folder.resolve("output"));
            } catch (IOException e) {
              return e.toString();
            }
          });
    }
    try (Stream<Path> left = Files.list(tmp)) {
      assertEquals(List.of(), left.toList());
    }
  }

  private int run(List<String> user, String... command) throws Exception {
    List<String> words = new ArrayList<>(user);
    words.addAll(List.of(command));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output").toFile()))
        .start()
        .waitFor();
  }
}
