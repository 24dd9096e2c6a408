package org.orbweaver.common.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;

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
    assertEquals("setting x.ms: expected an integer, got 'soon' (the program)", e.getMessage());
    conf.set("flag", "yes");
    assertThrows(OrbException.class, () -> Key.ofBoolean("flag", true, "a flag").get(conf));
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,true", "32,true", "33,false"})
  void rangesHold(int value, boolean good) {
    Key<Integer> key = Key.ofInt("n", 7, "a number").between(1, 32);
    conf.setInt("n", value);
    assertEquals(good, key.fault(conf).isEmpty());
    if (good) {
      assertEquals(value, key.get(conf));
    } else {
      assertThrows(OrbException.class, () -> key.get(conf));
    }
    assertEquals("integer from 1 to 32", key.expected());
  }

  @Test
  void nothingThatIsNoNumberIsInARange() {
    Key<Float> key = Key.ofFloat("n", 7f, "a number").from(0f);
    conf.set("n", "NaN");
    assertTrue(key.fault(conf).isPresent());
    conf.set("n", "-0.1");
    assertTrue(key.fault(conf).isPresent());
  }

  @Test
  void choicesAreTakenInAnyCase() {
    Key<String> key = Key.ofChoice("mode", "host", "a mode", "host", "byDomain");
    conf.set("mode", " BYDOMAIN");
    assertEquals("byDomain", key.get(conf));
    conf.set("mode", "ip");
    assertEquals(
        "setting mode: expected host or byDomain, got 'ip' (the program)",
        key.fault(conf).orElseThrow());
  }

  @Test
  void constantsOfAnEnumAreTakenByNameAndByWhatTheySay() {
    Key<ChronoUnit> key =
        Key.ofEnum("unit", ChronoUnit.DAYS, "a unit", ChronoUnit.DAYS, ChronoUnit.HALF_DAYS);
    assertEquals(ChronoUnit.DAYS, key.get(conf));
    for (String word : List.of("HalfDays", " half_days")) {
      conf.set("unit", word);
      assertEquals(ChronoUnit.HALF_DAYS, key.get(conf), word);
    }
    key.set(conf, ChronoUnit.HALF_DAYS);
    assertEquals("HalfDays", conf.get("unit"));
    conf.set("unit", "hours");
    assertEquals(
        "setting unit: expected Days or HalfDays, got 'hours' (the program)",
        key.fault(conf).orElseThrow());
  }

  @Test
  void aFileMustBeThereWhenSettingsAreCheckedButNotInTasks(@TempDir Path folder)
      throws IOException {
    Key<String> key = Key.ofString("f", "", "a file").file();
    conf.set("f", folder.resolve("none").toString());
    assertTrue(key.fault(conf).isPresent());
    assertEquals(folder.resolve("none").toString(), key.get(conf));
    Path there = Files.writeString(folder.resolve("there"), "");
    for (String good : List.of("", there.toString(), there.toUri().toString(), "hdfs://h/f")) {
      conf.set("f", good);
      assertTrue(key.fault(conf).isEmpty(), good);
    }
  }

  @Test
  void aSecretIsNotTold() {
    Key<String> key = Key.ofString("p", "", "a password").where("short text", p -> false).secret();
    conf.set("p", "hunter2");
    assertFalse(key.fault(conf).orElseThrow().contains("hunter2"));
  }
}
