package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.testkit.FakeWeb;

/** Behaviour that only shows in a separate process: its streams, locale and end. */
class ProcessIT {
  private static final Map<String, String> C = Map.of("LC_ALL", "C");
  private static final int PAGES = 10;
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

  /**
   * Ctrl-C and SIGTERM while a crawl fetches: a message, no stack trace, and the same command
   * continues.
   */
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsACrawlThatResumes(String signal, int status) throws Exception {
    try (FakeWeb web = FakeWeb.start()) {
      List<String> seeds = new ArrayList<>();
      for (int i = 0; i < PAGES; i++) {
        web.page("a.test", "/" + i, "<title>" + i + "</title>page");
        seeds.add(web.url("a.test", "/" + i));
      }
      Path tmp = Files.createDirectory(folder.resolve("tmp"));
      // A test run in a shell's background inherits that SIGINT is ignored.
      List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
      words.addAll(TestSite.process("-Djava.io.tmpdir=" + tmp));
      words.add("crawl");
      words.add(Files.write(folder.resolve("seeds.txt"), seeds).toString());
      words.addAll(List.of(folder.resolve("crawl").toString(), "--rounds", "1"));
      for (String setting :
          List.of(
              "http.agent.name=bot",
              "orbweaver.fetch.private.addresses=127.0.0.0/8",
              "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(folder.resolve("hosts")).toUri(),
              "fetcher.server.delay=0.4")) {
        words.addAll(List.of("-D", setting));
      }
      Path err = folder.resolve("err.txt");
      ProcessBuilder crawl =
          new ProcessBuilder(words)
              .redirectOutput(folder.resolve("out.txt").toFile())
              .redirectError(err.toFile());

      Process stopped = crawl.start();
      while (stopped.isAlive() && web.log().count() < PAGES / 2) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      new ProcessBuilder("kill", "-" + signal, Long.toString(stopped.pid())).start().waitFor();
      assertEquals(status, stopped.waitFor(), () -> read(err));
      String said = read(err);
      assertTrue(said.endsWith("orb: stopped; run the same command again to resume\n"), said);
      assertFalse(said.contains("Exception") || said.contains("\tat "), said);
      assertEquals(0, tmp.toFile().list().length, "temporary files");

      assertEquals(0, crawl.start().waitFor(), () -> read(err));
      assertTrue(read(err).contains("Resuming round 1 of 1 at fetch"), read(err));
      for (int i = 0; i < PAGES; i++) {
        int requests = web.log().requestsFor("a.test", "/" + i).size();
        assertTrue(requests == 1 || requests == 2, requests + " requests for page " + i);
      }
      // One request can be in flight, and its answer lost.
      int pages = web.requests().stream().filter(r -> !r.isRobots()).toList().size();
      assertTrue(pages <= PAGES + 1, pages + " requests for " + PAGES + " pages");
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
