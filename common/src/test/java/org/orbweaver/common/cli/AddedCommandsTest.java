package org.orbweaver.common.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.PluginJar;
import picocli.CommandLine.Command;

/** Commands that a plugin adds. */
class AddedCommandsTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Command(name = "own", description = "Of the program.")
  private static final class Own extends BaseCommand {
    @Override
    protected int run() {
      console().line("own");
      return 0;
    }
  }

  @BeforeEach
  void build() throws IOException {
    PluginJar.build(
        folder.resolve("plugins"),
        "hello",
        "Hello",
        """
        import java.util.List;
        import org.apache.hadoop.conf.Configuration;
        import org.orbweaver.plugin.*;
        import picocli.CommandLine.*;
        public class Hello implements Plugin {
          @Override public List<OrbCommand> commands() {
            return List.of(new Greet(), new Clash(), new Nameless(), new Helpful());
          }
          @Command(name = "greet", description = "Greet.")
          public static class Greet implements OrbCommand {
            @Option(names = "--fail") boolean fail;
            @Parameters(paramLabel = "DIR") String dir;
            private Configuration conf;
            private Output output;
            @Override public void begin(Configuration conf, Output output) {
              this.conf = conf;
              this.output = output;
            }
            @Override public Integer call() {
              if (fail) {
                throw new IllegalStateException("it cannot");
              }
              output.out().println("hello " + dir + " " + conf.get("http.agent.name"));
              output.info("done");
              return 7;
            }
          }
          @Command(name = "own") public static class Clash extends Greet {}
          public static class Nameless extends Greet {}
          @Command(name = "brief", mixinStandardHelpOptions = true)
          public static class Helpful extends Greet {}
        }
        """);
  }

  private int run(String... args) {
    out.reset();
    err.reset();
    Console console = new Console(out, err, false);
    return OrbMain.run("t", args, List.of(new Own()), List.of(), console, new Configuration());
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aPluginsCommandRunsWithTheSettingsOfItsCrawl() throws IOException {
    String plugins = "-Dorbweaver.plugins=" + folder.resolve("plugins");
    assertEquals(7, run("greet", plugins, "-Dhttp.agent.name=ant", folder.toString()));
    assertEquals("hello " + folder + " ant\n", out.toString(StandardCharsets.UTF_8));
    assertTrue(said().contains("\ndone\n"), said());
    Path file = folder.resolve("crawl.yaml");
    Files.writeString(
        file,
        """
        directory: web
        agent: {name: bee}
        plugins: {folders: [plugins]}
        """);
    assertEquals(7, run("greet", file.toString()));
    assertEquals("hello " + folder.resolve("web") + " bee\n", out.toString(StandardCharsets.UTF_8));
  }

  /** A word after the command may be the name of another. */
  @Test
  void theFirstWordIsTheCommandAndHasHelp() {
    String plugins = "-Dorbweaver.plugins=" + folder.resolve("plugins");
    assertEquals(7, run("greet", "own", plugins), said());
    assertEquals(0, run("greet", "--help", plugins), said());
    assertTrue(said().contains("--fail") && said().contains("-h, --help"), said());
    assertEquals(0, run("help", "greet", plugins), said());
    assertEquals(0, run("brief", "--help", plugins), said());
    assertEquals(7, run("brief", plugins, "x"), said());
  }

  @Test
  void itsFaultsEndInOneLine() {
    String plugins = "-Dorbweaver.plugins=" + folder.resolve("plugins");
    assertEquals(1, run("greet", plugins, "--fail", "x"));
    assertTrue(said().contains("t: ") && said().contains("it cannot"), said());
    assertEquals(2, run("greet", plugins));
    assertTrue(said().contains("expected DIR"), said());
    assertEquals(2, run("greet", plugins, "-Dfetcher.threads.fetch=x", "x"));
    assertTrue(said().contains("fetcher.threads.fetch"), said());
  }

  @Test
  void aNameOfTheProgramStaysItsOwn() {
    String plugins = "-Dorbweaver.plugins=" + folder.resolve("plugins");
    assertEquals(0, run("own", plugins));
    assertEquals("own\n", said());
    assertEquals(0, run("--help", plugins));
    assertTrue(said().contains("  greet  Greet."), said());
    assertTrue(
        said().contains("plugin hello has a second command 'own', which is ignored"), said());
    assertTrue(said().contains("a command without @Command(name)"), said());
  }

  @Test
  void aFolderThatIsNotThereIsAFault() {
    assertEquals(2, run("own", "-Dorbweaver.plugins=" + folder.resolve("plugin")));
    assertTrue(said().contains("setting orbweaver.plugins: no folder "), said());
  }
}
