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
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.conf.Settings;

class ConfigurationReferenceTest {
  private static final Path PROJECT = Path.of("..");

  @Test
  void filesAreWhatTheCodeSays() throws Exception {
    String how = "write them anew with 'scripts/orb reference .'";
    assertEquals(
        ConfigurationReference.xml(),
        Files.readString(PROJECT.resolve("conf/orbweaver-default.xml")),
        how);
    assertEquals(
        ConfigurationReference.sample(),
        Files.readString(PROJECT.resolve("conf/orbweaver-site.xml.sample")),
        how);
    assertEquals(
        ConfigurationReference.markdown(),
        Files.readString(PROJECT.resolve("docs/configuration.md")),
        how);
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
