package org.orbweaver.common.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class OrbMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(out, err, false);
  private final Probe probe = new Probe();

  @Command(name = "probe", description = "Says what it was given.", footer = "  t probe x")
  private static final class Probe extends BaseCommand {
    @Option(names = "--rounds")
    private int rounds;

    @Option(names = "--stay")
    private Stay stay;

    @Option(names = "--conf")
    private String ownConf;

    @Parameters private List<String> words = new ArrayList<>();

    private Exception error;

    enum Stay {
      HOST,
      DOMAIN
    }

    @Override
    protected int run() throws Exception {
      if (error != null) {
        throw error;
      }
      console()
          .line(rounds + " " + ownConf + " " + words + " " + conf().get("a") + conf().get("b"));
      return ExitCode.OK.code();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-D a=1 probe --rounds 3 x y",
        "probe -D a=1 --rounds 3 x y",
        "probe --rounds 3 -D a=1 x y",
        "probe --rounds 3 x -Da=1 y",
        "probe --rounds 3 x y -D a=1",
      })
  void genericOptionsWorkInAnyPosition(String line) {
    assertEquals(0, run(line));
    assertEquals("3 null [x, y] 1null\n", out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "probe -D a=1 x --conf mine -D b=2 | 0 mine [x] 12",
        "probe -- -D a=1                   | 0 null [-D, a=1] nullnull",
        "probe @pom.xml                    | 0 null [@pom.xml] nullnull",
      })
  void commandGetsWhatIsNotHadoops(String line, String got) {
    assertEquals(0, run(line));
    assertEquals(got + "\n", out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "probe --nonsense", "nonsense", "probe -D", "probe -D a", "probe --rounds x"})
  void wrongUsageExitsTwoWithOneLine(String line) {
    assertEquals(2, run(line));
    assertOneLine();
  }

  @Test
  void anUnknownSettingIsRefused() {
    assertEquals(2, run("probe -D orbweaver.no.such.thing=1"));
    assertTrue(error().contains("orbweaver.no.such.thing"), error());
    assertOneLine();
  }

  @Test
  void aSettingThatLooksLikeAKnownOneIsRefusedUnlessForced() {
    assertEquals(2, run("probe -D http.agent.nam=x -D some.other.setting=1"));
    assertEquals(
        "t: unknown setting http.agent.nam; did you mean http.agent.name? (--force-unknown keeps"
            + " it)\n",
        error());
    assertEquals(0, run("probe -D http.agent.nam=x --force-unknown"));
  }

  static Stream<Arguments> errors() {
    return Stream.of(
        Arguments.of(3, "nothing is due", OrbException.nothingToDo("nothing is due")),
        Arguments.of(4, "taken", new IllegalStateException(OrbException.locked("taken"))),
        Arguments.of(1, "IllegalStateException: first", new IllegalStateException("first\nsecond")),
        Arguments.of(
            1,
            "unknown host no.invalid; check the address",
            new IllegalArgumentException(new UnknownHostException("no.invalid"))),
        Arguments.of(
            1,
            "out of memory (Java heap space); set a larger heap, such as ORB_JAVA_OPTS=-Xmx4g",
            new IllegalStateException(new OutOfMemoryError("Java heap space"))));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void errorBecomesItsLineAndStatus(int status, String line, Exception error) {
    probe.error = error;
    assertEquals(status, run("probe"));
    assertEquals("t: " + line + "\n", error());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "prob x               | unknown command 'prob'; did you mean probe? (see 't --help')",
        "xyz                  | unknown command 'xyz' (see 't --help')",
        "--version2           | unknown option --version2; did you mean --version?",
        "probe --round 3      | unknown option --round; did you mean --rounds? (see 't probe"
            + " --help')",
        "probe --ruonds=3     | unknown option --ruonds; did you mean --rounds?",
        "probe --zzz          | unknown option --zzz (see 't probe --help')",
        "probe --rounds x     | --rounds: expected a whole number, got 'x'",
        "probe --rounds       | --rounds: expected a whole number, got nothing",
        "probe --rounds 1 --rounds 2 | --rounds is given twice",
        "probe --stay web     | --stay: expected host or domain, got 'web'",
        "help nope            | unknown command 'nope'",
        "-D                   | -D: expected key=value, got nothing",
        "-D a                 | -D: expected key=value, got 'a'",
        "probe -conf          | -conf: expected a value, got nothing",
      })
  void wrongUsageIsToldWithWhatIsExpected(String line, String message) {
    assertEquals(2, run(line));
    assertOneLine();
    assertTrue(error().contains(message), error());
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "HOST", "Host"})
  void enumValuesAreReadInAnyCase(String value) {
    assertEquals(0, run("probe --stay " + value));
    assertEquals(Probe.Stay.HOST, probe.stay);
  }

  @Test
  void helpAndVersionTouchNoConfiguration() {
    for (String line : List.of("--help", "help", "help probe", "probe --help", "--version")) {
      out.reset();
      Configuration broken = new Configuration(false);
      broken.set("orbweaver.no.such.thing", "1");
      assertEquals(
          0, OrbMain.run("t", line.split(" "), List.of(probe), List.of(), console, broken));
      assertTrue(out.size() > 40, line);
    }
  }

  @Test
  void helpOfACommandIsTheCommandsOwn() {
    run("probe --help");
    String own = out.toString(StandardCharsets.UTF_8);
    assertTrue(own.contains("t probe x"), own);
    out.reset();
    run("help probe");
    assertEquals(own, out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void versionNamesWhatTheProgramStandsOn() {
    run("--version");
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("Java " + Runtime.version()), text);
    assertTrue(text.matches("(?s).*Hadoop \\d.*"), text);
  }

  @Test
  void outputThatCannotBeWrittenIsFailure() {
    assertEquals(1, runOnto("No space left on device"));
    assertEquals("t: cannot write to standard output: No space left on device\n", error());
  }

  @Test
  void aClosedPipeEndsSilently() {
    assertEquals(141, runOnto("Broken pipe"));
    assertEquals("", error());
  }

  private int runOnto(String fault) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(fault);
          }
        };
    Console onto = new Console(new BufferedOutputStream(broken), err, false);
    return OrbMain.run(
        "t", new String[] {"probe"}, List.of(probe), List.of(), onto, new Configuration());
  }

  private int run(String line) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ");
    return OrbMain.run("t", args, List.of(probe), List.of(), console, new Configuration());
  }

  private String error() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void assertOneLine() {
    assertEquals(1, error().lines().count(), error());
    assertTrue(error().startsWith("t: "), error());
  }
}
