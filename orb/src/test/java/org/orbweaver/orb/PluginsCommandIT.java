package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.PluginJar;

/** {@code orb plugins}, and a plugin built from what {@code orb plugins new} writes. */
class PluginsCommandIT {
  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    return Orb.run(args, new Console(out, out, false), new Configuration());
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsThereIsListedWithWhatItProvides() throws IOException {
    PluginJar.build(
        folder,
        "forums",
        "Forums",
        """
        import java.util.List;
        import org.orbweaver.plugin.*;
        public class Forums implements Plugin {
          @Override public List<UrlRule> urlRules(PluginSettings settings) {
            return List.of(UrlRule.refusing("forums", url -> url.contains(settings.require("word"))));
          }
          @Override public List<PageFilter> pageFilters(PluginSettings settings) {
            throw new IllegalArgumentException(settings.require("selector"));
          }
        }
        """);
    Files.createDirectory(folder.resolve("empty"));
    assertEquals(0, run("plugins", "-Dorbweaver.plugins=" + folder), said());
    String said = said();
    assertTrue(said.contains("orbweaver\n"), said);
    assertTrue(
        said.matches("(?s).*\nforums [0-9a-f]{12}, in \\Q" + folder + "/forums\\E\n.*"), said);
    assertTrue(said.contains("\n  URL rules: "), said);
    assertTrue(
        said.contains("\n  cannot be used: page filters: its setting selector is missing"), said);
    assertTrue(
        said.contains("warning: plugin empty in " + folder + "/empty: it has no jars"), said);
    assertEquals(0, run("plugins", "--json", "-Dorbweaver.plugins=" + folder), said());
    assertTrue(said().contains("\"name\":\"forums\",\"version\":\"\",\"hash\":"), said());
    assertTrue(said().contains("{\"fault\":\"plugin empty in "), said());
  }

  /** As users build it: in a folder of their own, without our sources. */
  @Test
  void aNewProjectBuildsPassesItsTestAndIsAPlugin() throws Exception {
    Path project = folder.resolve("price-tags");
    assertEquals(0, orb(folder, "plugins", "new", "price-tags"), said());
    assumeTrue(process(folder, List.of("mvn", "--version")) == 0, "Maven is not on the path");
    List<String> maven = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-o", "package"));
    maven.add("-Daether.offline.protocols=file"); // the project's own repository
    // Surefire says where it has been told to keep what it downloads.
    maven.add("-Dmaven.repo.local=" + System.getProperty("localRepository"));
    assertEquals(0, process(project, maven), said());
    assertTrue(said().contains("Tests run: 1, Failures: 0, Errors: 0"), said());
    assertEquals(0, orb(project, "plugins", "-Dorbweaver.plugins=target/plugins"), said());
    assertTrue(said().contains("\nprice-tags 1.0 "), said());
    assertTrue(said().contains("\n  page filters: "), said());
    assertEquals(1, orb(folder, "plugins", "new", "price-tags"));
    assertTrue(said().contains("price-tags exists already"), said());
  }

  /** Maven refuses a version that this build does not use without a network. */
  @Test
  void theTemplateNamesTheVersionsOfThisBuild() throws IOException {
    String root = Files.readString(Path.of("../pom.xml"));
    List<String> others = new ArrayList<>();
    for (String file : List.of("pom.xml", "plugin-api.pom")) {
      String text;
      try (InputStream in = NewPluginCommand.class.getResourceAsStream("plugin-project/" + file)) {
        text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      Matcher named =
          Pattern.compile("<artifactId>([a-z-]+)</artifactId>\\s*<version>([0-9.]+)</version>")
              .matcher(text);
      while (named.find()) {
        String artifact = named.group(1).replace("junit-jupiter", "junit-bom");
        String ours =
            "<artifactId>" + artifact + "</artifactId>\\s*<version>" + named.group(2) + "<";
        if (!artifact.equals("price-tags") && !Pattern.compile(ours).matcher(root).find()) {
          others.add(artifact + " " + named.group(2));
        }
      }
    }
    assertEquals(List.of(), others);
  }

  /** Runs the program from its jars, as installed. */
  private int orb(Path where, String... args) throws IOException, InterruptedException {
    Path jars = Path.of("target", "image", "lib").toAbsolutePath();
    List<String> words = new ArrayList<>(List.of("java", "-cp", jars + "/*", Orb.class.getName()));
    words.addAll(List.of(args));
    return process(where, words);
  }

  private int process(Path where, List<String> words) throws IOException, InterruptedException {
    out.reset();
    ProcessBuilder builder = new ProcessBuilder(words).directory(where.toFile());
    builder.redirectErrorStream(true);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return -1; // no such program
    }
    process.getInputStream().transferTo(out);
    assertTrue(process.waitFor(3, TimeUnit.MINUTES));
    return process.exitValue();
  }
}
