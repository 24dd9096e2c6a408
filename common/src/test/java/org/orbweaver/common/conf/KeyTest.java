package org.orbweaver.common.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;

class KeyTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void defaultsAndValues() {
    Key<Integer> key = Key.ofInt("x.ms", 7, "a time");
    assertEquals(7, key.get(conf));
    key.set(conf, 9);
    assertEquals(9, key.get(conf));
    conf.set("x.ms", " 11 ");
    assertEquals(11, key.get(conf));
  }

  @Test
  void listsAreTrimmed() {
    Key<List<String>> key = Key.ofStrings("l", List.of("a", "b"), "a list");
    assertEquals("a,b", key.defaultText());
    conf.set("l", " c , ,d");
    assertEquals(List.of("c", "d"), key.get(conf));
  }

  @Test
  void aBadValueIsNamed() {
    conf.set("x.ms", "soon");
    OrbException e =
        assertThrows(OrbException.class, () -> Key.ofInt("x.ms", 7, "a time").get(conf));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertEquals("setting x.ms=soon: not a whole number", e.getMessage());
    conf.set("flag", "yes");
    assertThrows(OrbException.class, () -> Key.ofBoolean("flag", true, "a flag").get(conf));
  }

  @Test
  void theNearestNameIsOffered() {
    Set<String> known = Set.of("orbweaver.fetch.threads", "orbweaver.index.shards", "http.agent");
    assertEquals("orbweaver.fetch.threads", Settings.nearest("orbweaver.fetch.treads", known));
  }

  @Test
  void misspeltSettingsAreRefused() {
    conf.set("orbweaver.fetch.dns.host.file", "x");
    OrbException e = assertThrows(OrbException.class, () -> Settings.refuseUnknown(conf));
    assertTrue(e.getMessage().contains("orbweaver.fetch.dns.host.file"), e.getMessage());
    assertEquals(ExitCode.USAGE, e.exitCode());
  }
}
