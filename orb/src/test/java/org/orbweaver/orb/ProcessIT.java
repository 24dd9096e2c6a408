package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own shows: its streams, locale and end. */
class ProcessIT {
  private static final Map<String, String> C = Map.of("LC_ALL", "C");
  private static final Map<String, String> UTF8 = Map.of("LC_ALL", "C.UTF-8");

  @TempDir private Path folder;

  private record Ended(int status, String out, String err) {}

  /** Runs a line of bash in which {@code orb} is the command. */
  private Ended bash(Map<String, String> environment, String line) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script = folder.resolve("orb.sh");
    Files.writeString(
        script,
        String.join(
            "\n",
            "orb() { \"" + java + "\" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp \"$CP\" \\",
            "  --add-opens=java.base/java.lang=ALL-UNNAMED org.orbweaver.orb.Orb \"$@\"; }",
            line,
            ""),
        UTF_8);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder bash = new ProcessBuilder("bash", script.toString()).directory(folder.toFile());
    bash.environment().clear();
    bash.environment().put("PATH", System.getenv("PATH"));
    bash.environment().put("CP", System.getProperty("java.class.path"));
    bash.environment().putAll(environment);
    bash.redirectOutput(out.toFile()).redirectError(err.toFile());
    int status = bash.start().waitFor();
    return new Ended(status, Files.readString(out), Files.readString(err));
  }

  @Test
  void aFullDeviceIsFailureAndAClosedPipeEndsSilently() throws Exception {
    Ended full = bash(UTF8, "orb --help > /dev/full");
    assertEquals("orb: cannot write to standard output: No space left on device\n", full.err());
    assertEquals(1, full.status());
    Ended closed = bash(UTF8, "{ sleep 1; orb --help; } | true; exit ${PIPESTATUS[0]}");
    assertEquals("", closed.err());
    assertEquals(141, closed.status());
  }

  @Test
  void argumentsAreUtf8InThePosixLocale() throws Exception {
    Ended inject = bash(C, "orb inject http://a.example/straße crawl");
    assertEquals(0, inject.status(), inject.err());
    Ended read = bash(C, "orb read crawldb crawl --url http://a.example/straße");
    assertEquals(0, read.status(), read.err());
    assertTrue(read.out().contains("http://a.example/stra%C3%9Fe"), read.out());
  }

  @Test
  void namesOfFilesAreUtf8OrRefused() throws Exception {
    Ended refused = bash(C, "orb inject http://a.example/ straße");
    assertEquals(2, refused.status(), refused.err());
    assertTrue(refused.err().contains("straße"), refused.err());
    assertTrue(
        refused
            .err()
            .contains("as a file name: the locale's character set is US-ASCII; set LC_ALL=C.UTF-8"),
        refused.err());
    assertFalse(names().anyMatch(name -> name.startsWith("stra")), refused.err());
    Ended made = bash(UTF8, "orb inject http://a.example/ straße");
    assertEquals(0, made.status(), made.err());
    assertEquals(List.of("straße"), names().filter(name -> name.startsWith("stra")).toList());
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
