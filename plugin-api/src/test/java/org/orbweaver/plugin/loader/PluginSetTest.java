package org.orbweaver.plugin.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.testkit.PluginJar;

class PluginSetTest {
  @TempDir private Path folder;

  /** A plugin whose only rule refuses what contains a word, and says so. */
  private static String refusing(String className, String word, int rank) {
    return """
        import java.util.List;
        import org.orbweaver.plugin.*;
        public class %s implements Plugin {
          @Override public int rank() { return %d; }
          @Override public List<UrlRule> urlRules(PluginSettings settings) {
            String word = settings.get("word", "%s");
            return List.of(UrlRule.refusing(word, url -> url.contains(word)));
          }
        }
        """
        .formatted(className, rank, word);
  }

  private static List<Provided<UrlRule>> rules(PluginSet set, PluginSource source) {
    return set.all(Plugin::urlRules, source::settingsOf);
  }

  @Test
  void pluginsComeByRankThenNameWithTheirSettings() throws IOException {
    PluginJar.build(folder, "zebra", "Zebra", refusing("Zebra", "z", 0));
    PluginJar.build(folder, "ant", "Ant", refusing("Ant", "a", 0));
    PluginJar.build(folder, "first", "First", refusing("First", "f", -1));
    PluginSet set = PluginSet.of(List.of(folder));
    assertEquals(List.of(), set.faults());
    List<Provided<UrlRule>> rules =
        rules(
            set, new PluginSource(List.of(folder), Map.of("ant.word", " forum ", "an.word", "x")));
    assertEquals(List.of("first", "ant", "zebra"), rules.stream().map(Provided::plugin).toList());
    assertEquals(
        new UrlDecision(false, "forum", 0, "refused"),
        rules.get(1).part().decision("http://a.example/forum/"));
    assertEquals(null, rules.get(1).part().decision("http://a.example/a"));
  }

  /** Puts a class that the program has, too, into a library of a plugin. */
  private static void copy(Class<?> one, JarOutputStream zip) throws IOException {
    String name = one.getName().replace('.', '/') + ".class";
    zip.putNextEntry(new JarEntry(name));
    try (InputStream in = one.getClassLoader().getResourceAsStream(name)) {
      in.transferTo(zip);
    }
  }

  @Test
  void aPluginHasItsOwnVersionOfALibraryAndSharesTheInterfaces() throws Exception {
    String source =
        """
        import java.util.List;
        import org.orbweaver.plugin.*;
        public class Own implements Plugin {
          @Override public List<UrlRule> urlRules(PluginSettings settings) {
            return List.of(
                UrlRule.refusing("" + %s.class.getClassLoader(), url -> true),
                UrlRule.refusing("" + %s.class.getClassLoader(), url -> true));
          }
        }
        """
            .formatted(PluginJar.class.getName(), Jsoup.class.getName());
    Path jar = PluginJar.build(folder, "own", "Own", source);
    List<String> loaders = loaders();
    String app = "" + PluginSet.class.getClassLoader();
    assertEquals(List.of(app, app), loaders, "what it does not bring, it gets from the program");
    try (JarOutputStream zip =
        new JarOutputStream(Files.newOutputStream(jar.resolveSibling("library.jar")))) {
      copy(PluginJar.class, zip);
      copy(Jsoup.class, zip);
    }
    loaders = loaders();
    assertNotEquals(app, loaders.get(0), "its own library comes first");
    assertEquals(app, loaders.get(1), "but not for what it exchanges with the program");
  }

  private List<String> loaders() {
    return rules(PluginSet.of(List.of(folder)), PluginSource.NONE).stream()
        .map(rule -> rule.part().decision("x").source())
        .toList();
  }

  @Test
  void brokenPluginsAreNamedAndCostOnlyThemselves() throws IOException {
    PluginJar.build(folder, "good", "Good", refusing("Good", "g", 0));
    Files.createDirectory(folder.resolve("empty"));
    Path noJar = Files.createDirectory(folder.resolve("noise")).resolve("noise.jar");
    Files.writeString(noJar, "this is no jar");
    Path bare = Files.createDirectory(folder.resolve("bare")).resolve("bare.jar");
    try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(bare))) {
      zip.putNextEntry(new JarEntry("a.txt"));
    }
    Path gone = Files.createDirectory(folder.resolve("gone")).resolve("gone.jar");
    try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(gone))) {
      zip.putNextEntry(new JarEntry("META-INF/services/" + Plugin.class.getName()));
      zip.write("no.such.Plugin".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    PluginJar.build(
        folder,
        "throws",
        "Throws",
        """
        public class Throws implements org.orbweaver.plugin.Plugin {
          public Throws() { throw new IllegalStateException("no licence"); }
        }
        """);
    Files.createDirectory(folder.resolve("b d"));
    Files.writeString(folder.resolve("README"), "a file is no plugin");
    PluginSet set = PluginSet.of(List.of(folder));
    assertEquals(List.of("good"), set.added().stream().map(LoadedPlugin::name).toList());
    Function<String, String> faultOf =
        name ->
            set.faults().stream()
                .filter(fault -> fault.startsWith("plugin " + name + " in " + folder))
                .findFirst()
                .orElse("none of " + set.faults());
    assertTrue(faultOf.apply("empty").endsWith("it has no jars"), faultOf.apply("empty"));
    assertTrue(faultOf.apply("noise").contains("noise.jar cannot be read"), faultOf.apply("noise"));
    assertTrue(faultOf.apply("bare").contains("none of its jars has"), faultOf.apply("bare"));
    assertTrue(faultOf.apply("gone").contains("no.such.Plugin"), faultOf.apply("gone"));
    assertTrue(faultOf.apply("throws").contains("no licence"), faultOf.apply("throws"));
    assertTrue(faultOf.apply("b d").contains("letters, digits"), faultOf.apply("b d"));
    assertEquals(6, set.faults().size());
  }

  @Test
  void thePluginThatThrowsWhenAskedIsNamed() throws IOException {
    PluginJar.build(
        folder,
        "strict",
        "Strict",
        """
        import java.util.List;
        import org.orbweaver.plugin.*;
        public class Strict implements Plugin {
          @Override public List<UrlRule> urlRules(PluginSettings settings) {
            return List.of(UrlRule.refusing(settings.require("word"), url -> false));
          }
        }
        """);
    PluginSet set = PluginSet.of(List.of(folder));
    PluginException thrown =
        assertThrows(PluginException.class, () -> rules(set, PluginSource.NONE));
    assertEquals("plugin strict: its setting word is missing", thrown.getMessage());
  }

  @Test
  void anotherBuildIsAnotherPlugin() throws IOException {
    PluginJar.build(folder, "one", "One", refusing("One", "a", 0));
    PluginSet before = PluginSet.of(List.of(folder));
    assertSame(before, PluginSet.of(List.of(folder)), "loaded once");
    assertTrue(before.summary().matches("one [0-9a-f]{12}"), before.summary());
    PluginJar.build(folder, "one", "One", refusing("One", "another", 0));
    PluginSet after = PluginSet.of(List.of(folder));
    assertNotEquals(before.summary(), after.summary());
    assertEquals(
        "another", rules(after, PluginSource.NONE).get(0).part().decision("another").source());
    assertEquals("", PluginSet.of(List.of()).summary());
  }

  @Test
  void settingsAreFoundByNameAndByTheirBeginning() {
    PluginSettings settings =
        new PluginSource(
                List.of(),
                Map.of("css.select.price", ".price", "css.select.name", "h1", "csv.select.x", "y"))
            .settingsOf("css");
    assertEquals(Map.of("price", ".price", "name", "h1"), settings.under("select"));
    assertEquals("h1", settings.get("select.name", ""));
    assertEquals(Map.of(), settings.under("sel"));
  }
}
