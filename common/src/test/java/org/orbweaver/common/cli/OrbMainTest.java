package org.orbweaver.common.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class OrbMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Probe probe = new Probe();

  @Command(name = "probe", description = "Says what it was given.", footer = "  t probe x")
  private static final class Probe extends OrbCommand {
    @Option(names = "--rounds")
    private int rounds;

    @Option(names = "--conf")
    private String ownConf;

    @Parameters private List<String> words = new ArrayList<>();

    private RuntimeException error;

    @Override
    protected int run() {
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

  @Test
  void severalSettingsAndAnOptionOfOurOwnNamedLikeHadoops() {
    assertEquals(0, run("probe -D a=1 x --conf mine -D b=2"));
    assertEquals("0 mine [x] 12\n", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void afterTwoDashesNothingIsAnOption() {
    assertEquals(0, run("probe -- -D a=1"));
    assertEquals("0 null [-D, a=1] nullnull\n", out.toString(StandardCharsets.UTF_8));
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
  void aSettingThatLooksLikeOneOfOursIsAskedAbout() {
    assertEquals(0, run("probe -D http.agent.nam=x -D some.other.setting=1"));
    assertEquals(
        "t: nothing knows the setting http.agent.nam; is http.agent.name meant?\n", error());
  }

  @Test
  void anErrorBecomesItsLineAndCode() {
    probe.error = OrbException.nothingToDo("nothing is due");
    assertEquals(3, run("probe"));
    assertEquals("t: nothing is due\n", error());
  }

  @Test
  void anErrorInsideAnotherIsFound() {
    probe.error = new IllegalStateException(OrbException.locked("taken"));
    assertEquals(4, run("probe"));
    assertEquals("t: taken\n", error());
  }

  @Test
  void anUnforeseenErrorIsOneLineToo() {
    probe.error = new IllegalStateException("first\nsecond");
    assertEquals(1, run("probe"));
    assertOneLine();
    assertTrue(error().contains("IllegalStateException: first"), error());
  }

  @Test
  void aWrongCommandIsToldWithTheNearest() {
    assertEquals(2, run("prob x"));
    assertOneLine();
    assertTrue(error().contains("no command 'prob'; did you mean probe"), error());
    err.reset();
    assertEquals(2, run("probe --round 3"));
    assertTrue(error().contains("'--round'"), error());
  }

  @Test
  void aHostThatIsNotThereIsNamed() {
    probe.error = new IllegalArgumentException(new UnknownHostException("no.invalid"));
    assertEquals(1, run("probe"));
    assertEquals("t: no host of the name no.invalid: is the address right?\n", error());
  }

  @Test
  void helpShowsTheExamples() {
    assertEquals(0, run("probe --help"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("t probe x"));
  }

  private int run(String line) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ");
    Console console =
        new Console(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            false);
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
