package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.conf.Settings;

class ConfigurationReferenceTest {
  /** Set to write the files anew, as CONTRIBUTING.md says. */
  private static final String WRITE = "orbweaver.reference.write";

  @ParameterizedTest
  @MethodSource("generated")
  void filesAreWhatTheCodeSays(String file, String text) throws Exception {
    Path path = Path.of("..", file);
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(path, text);
    }
    assertEquals(text, Files.readString(path), "write it anew with -D" + WRITE + "=true");
  }

  static List<Arguments> generated() {
    return List.of(
        Arguments.of("conf/orbweaver-default.xml", ConfigurationReference.xml()),
        Arguments.of("conf/orbweaver-site.xml.sample", ConfigurationReference.sample()),
        Arguments.of("conf/crawl.schema.json", CrawlFileSchema.json()),
        Arguments.of("docs/configuration.md", ConfigurationReference.markdown()));
  }

  @Test
  void noKeyIsDeclaredTwiceOrWithoutDescription() {
    Set<String> names = new HashSet<>();
    for (Key<?> key : keys()) {
      assertTrue(names.add(key.name()), key.name());
      assertTrue(key.description().length() > 10, key.name());
    }
    assertTrue(names.size() > 20);
  }

  @Test
  void defaultsAreValuesThatTheirKeyTakes() {
    Configuration conf = new Configuration(false);
    for (Key<?> key : keys()) {
      conf.set(key.name(), key.defaultText());
      assertEquals(Optional.empty(), key.fault(conf), key.name());
      assertEquals(key.defaultValue(), key.get(conf), key.name());
    }
  }

  @Test
  void keysOfAllModulesAreChecked() {
    assertEquals(new HashSet<>(keys()), new HashSet<>(KeySource.all()));
  }

  /** Uncommented, the sample is a configuration file with ten settings that are accepted. */
  @Test
  void theSampleIsAConfiguration(@TempDir Path folder) throws Exception {
    String sample = ConfigurationReference.sample();
    Files.writeString(
        folder.resolve("site.xml"), sample.replace("  <!--\n", "").replace("  -->\n", ""));
    Configuration conf = new Configuration();
    Settings.load(conf, List.of("-conf", folder.resolve("site.xml").toString()));
    Settings.check(conf, List.of());
    assertEquals("mybot", conf.get("http.agent.name"));
    long given = keys().stream().filter(key -> Origin.isGiven(conf, key.name())).count();
    assertEquals(10, given);
  }

  private static List<Key<?>> keys() {
    return ConfigurationReference.parts().values().stream()
        .flatMap(List::stream)
        .<Key<?>>flatMap(section -> section.keys().stream())
        .toList();
  }
}
