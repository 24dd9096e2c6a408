package org.orbweaver.orb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Digests;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.loader.PluginSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code plugins new}: a project for a plugin. */
@Command(
    name = "new",
    description = {
      "Write a Maven project for a plugin into a new folder NAME.",
      "It has a plugin that adds a field to pages, its test, and the jar of the interfaces, so it"
          + " builds without Orbweaver's sources. Its README says how to build and use it."
    },
    footer = {"  orb plugins new prices", "  cd prices && mvn package"})
final class NewPluginCommand extends BaseCommand {
  private static final String TEMPLATE = "plugin-project/";
  private static final String NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  private static final String SNAPSHOT = "-SNAPSHOT";

  /** The files of the template, and their paths in the project. */
  private static final Map<String, String> FILES =
      Map.of(
          "pom.xml", "pom.xml",
          "README.md", "README.md",
          "Plugin.java", "src/main/java/PACKAGE/CLASS.java",
          "PluginTest.java", "src/test/java/PACKAGE/CLASSTest.java",
          "services", "src/main/resources/META-INF/services/org.orbweaver.plugin.Plugin",
          "plugin-api.pom", "repository/org/orbweaver/plugin-api/VERSION/plugin-api-VERSION.pom");

  @Parameters(
      paramLabel = "NAME",
      description = "The plugin's name: lower-case letters, digits and hyphens.")
  private String name;

  @Override
  protected int run() throws IOException, URISyntaxException {
    if (!name.matches(NAME) || name.equals(PluginSet.OWN)) {
      throw OrbException.usage(
          "expected a name of lower-case letters, digits and hyphens, as in price-fields, and not "
              + PluginSet.OWN
              + ", got '"
              + name
              + "'");
    }
    Path project = Path.of(name);
    if (Files.exists(project)) {
      throw OrbException.failed(project + " exists already: choose another name, or remove it");
    }
    Map<String, String> words = new TreeMap<>();
    words.put("NAME", name);
    // Not the name alone, which may be a word of Java.
    words.put("PACKAGE", name.replace("-", "") + "plugin");
    words.put("CLASS", className(name));
    words.put("VERSION", version());
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      write(project.resolve(filled(file.getValue(), words)), filled(text(file.getKey()), words));
    }
    Path jar = project.resolve(filled(FILES.get("plugin-api.pom"), words).replace(".pom", ".jar"));
    Files.copy(apiJar(), jar);
    console().line("written: " + project);
    console().info("next: cd " + name + " && mvn package, then read README.md");
    return ExitCode.OK.code();
  }

  private static String className(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : List.of(name.split("-"))) {
      camel.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return camel.append("Plugin").toString();
  }

  private static String filled(String text, Map<String, String> words) {
    String filled = text;
    for (Map.Entry<String, String> word : words.entrySet()) {
      filled = filled.replace(word.getKey(), word.getValue());
    }
    return filled;
  }

  private static String text(String file) throws IOException {
    try (InputStream in = NewPluginCommand.class.getResourceAsStream(TEMPLATE + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** The jar that has the interfaces. */
  private static Path apiJar() throws URISyntaxException {
    Path jar = Path.of(Plugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (!Files.isRegularFile(jar)) {
      throw OrbException.failed(
          "the interfaces of plugins are not in a jar: run an installed orb, or scripts/orb");
    }
    return jar;
  }

  /**
   * The version in the name of that jar. One that is still changing has a digest of the jar: Maven
   * keeps what it has once read under a name.
   */
  private static String version() throws IOException, URISyntaxException {
    String jar = apiJar().getFileName().toString();
    String version = jar.replaceFirst("^plugin-api-", "").replaceFirst("\\.jar$", "");
    if (!version.endsWith(SNAPSHOT)) {
      return version;
    }
    byte[] digest = Digests.of("SHA-256").digest(Files.readAllBytes(apiJar()));
    return version.replace(SNAPSHOT, "-" + HexFormat.of().formatHex(digest, 0, 4));
  }
}
