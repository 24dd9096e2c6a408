package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scripts/recrawl} beside an {@code orb} that is a small script. */
class RecrawlScriptTest {
  private static final Path SCRIPT = Path.of("../scripts/recrawl").toAbsolutePath().normalize();

  /** Prints the hook's environment. */
  private static final String HOOK =
      "echo \"$ORB_RECRAWL_STATUS $ORB_RECRAWL_DIR $ORB_RECRAWL_LOG\" > hooked";

  @TempDir private Path tmp;
  private Path dir;
  private Path log;

  @BeforeEach
  void makeCrawl() throws IOException {
    dir = Files.createDirectory(tmp.resolve("größer crawl"));
    log = dir.resolve("logs/recrawl.log");
    Files.copy(SCRIPT, tmp.resolve("recrawl"));
  }

  /** Runs the script with no other environment; {@code orb} is its body. */
  private TestSite.Run run(String orb, Map<String, String> environment, String... args)
      throws Exception {
    Files.writeString(tmp.resolve("orb"), "#!/bin/sh\n" + orb);
    assertTrue(tmp.resolve("orb").toFile().setExecutable(true));
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", tmp.resolve("recrawl").toString());
    builder.command().addAll(java.util.List.of(args));
    builder.directory(tmp.toFile());
    builder.environment().clear();
    builder.environment().put("JAVA_HOME", tmp.toString());
    builder.environment().putAll(environment);
    Process run = builder.redirectError(tmp.resolve("stderr").toFile()).start();
    String out = new String(run.getInputStream().readAllBytes(), UTF_8);
    return new TestSite.Run(run.waitFor(), out, Files.readString(tmp.resolve("stderr")));
  }

  @Test
  void aCrawlFileNamesTheCrawl() throws Exception {
    Path file = Files.writeString(tmp.resolve("crawl.yaml"), "directory: x\n");
    String orb = "if [ \"$1\" = config ]; then echo \"$DIR\"; else echo \"$@\"; fi";
    TestSite.Run run =
        run(orb, Map.of("DIR", dir.toString()), file.toString(), "--max-rounds", "1");
    assertEquals("recrawl " + file + " --max-rounds 1\n", run.out());
    assertEquals(0, run.status());
    assertTrue(Files.exists(log));
    run = run("echo bad file >&2; exit 2", Map.of(), file.toString());
    assertEquals(2, run.status());
    assertEquals("bad file\n", run.err());
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true", "2, true", "3, false", "4, false", "137, true"})
  void handsOnTheStatusAndCallsTheHookAfterFailures(int status, boolean failure) throws Exception {
    TestSite.Run run =
        run(
            "echo a result; echo progress >&2; exit " + status,
            Map.of("ORB_RECRAWL_ON_FAILURE", HOOK),
            dir.toString());
    assertEquals(status, run.status());
    assertEquals("a result\n", run.out());
    String told = Files.readString(log);
    assertTrue(
        told.contains("progress\n")
            && told.contains("a result\n")
            && told.contains("exit " + status),
        told);
    assertEquals(failure, Files.exists(tmp.resolve("hooked")));
    if (failure) {
      assertEquals(status + " " + dir + " " + log + "\n", Files.readString(tmp.resolve("hooked")));
      assertTrue(run.err().contains("progress\n"), run.err());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "echo sent; exit 7, failed with status 7",
    "echo sent; sleep 60, failed with status 124",
    "echo sent; trap '' TERM; sleep 60 & wait; wait, failed with status 1"
  })
  void aHookThatFailsOrHangsIsLogged(String hook, String logged) throws Exception {
    TestSite.Run run =
        run(
            "exit 1",
            Map.of("ORB_RECRAWL_ON_FAILURE", hook, "ORB_RECRAWL_HOOK_SECONDS", "0.2"),
            dir.toString());
    assertEquals(1, run.status());
    String told = Files.readString(log);
    assertTrue(told.contains("sent\n") && told.contains(logged), told);
    assertTrue(run.err().contains(logged), run.err());
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "2, false", "3, true", "4, false", "137, false"})
  void writesMetricsAfterARunThatReadTheCrawl(int status, boolean written) throws Exception {
    String orb = "[ $1 = report ] || exit " + status + "\nprintf '%s\\n' \"$@\" > \"$5\"; exit 7";
    TestSite.Run run = run(orb, Map.of("ORB_RECRAWL_METRICS", "a crawl.prom"), dir.toString());
    assertEquals(status, run.status());
    Path metrics = tmp.resolve("a crawl.prom");
    assertEquals(written, Files.exists(metrics));
    assertEquals(
        written, Files.readString(log).contains("no metrics: 'orb report' ended with status 7"));
    if (written) {
      assertEquals(
          "report\n" + dir + "\n--prometheus\n--out\na crawl.prom\n--overwrite\n",
          Files.readString(metrics));
    }
  }

  @Test
  void aCrawlThatIsMissingIsAFailure() throws Exception {
    TestSite.Run run = run("exit 0", Map.of("ORB_RECRAWL_ON_FAILURE", HOOK), "absent");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("no crawl directory absent"), run.err());
    assertEquals("1 absent \n", Files.readString(tmp.resolve("hooked")));
    assertFalse(Files.exists(tmp.resolve("absent")));
  }

  @Test
  void logsAreRotated() throws Exception {
    Map<String, String> small = Map.of("ORB_RECRAWL_LOG_BYTES", "1", "ORB_RECRAWL_LOG_KEPT", "2");
    for (int i = 1; i <= 4; i++) {
      run("echo run " + i, small, dir.toString());
    }
    for (int age = 0; age < 3; age++) {
      Path file = age == 0 ? log : Path.of(log + "." + age);
      assertTrue(Files.readString(file).contains("run " + (4 - age) + "\n"), file::toString);
    }
    assertFalse(Files.exists(Path.of(log + ".3")));
  }
}
