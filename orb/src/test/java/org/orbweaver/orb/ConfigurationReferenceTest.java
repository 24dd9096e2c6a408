package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.conf.Key;

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
        ConfigurationReference.markdown(),
        Files.readString(PROJECT.resolve("docs/configuration.md")),
        how);
  }

  @Test
  void noKeyIsDeclaredTwiceOrWithoutDescription() {
    Set<String> names = new HashSet<>();
    for (List<Key<?>> section : ConfigurationReference.sections().values()) {
      for (Key<?> key : section) {
        assertTrue(names.add(key.name()), key.name());
        assertTrue(key.description().length() > 10, key.name());
      }
    }
    assertTrue(names.size() > 20);
  }
}
