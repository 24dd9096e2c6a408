package org.orbweaver.crawler.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTableTest {
  @TempDir Path tmp;

  @Test
  void whatIsLearnedHidesWhatWasKnown() throws Exception {
    Map<String, byte[]> known = Map.of("a.test", bytes("old a"), "b.test", bytes("old b"));
    try (HostTable table = new HostTable(known::get, key -> null, tmp)) {
      assertArrayEquals(bytes("old a"), table.find("a.test"));
      table.put("a.test", bytes("a"));
      table.put("c.test", bytes("c"));
      assertArrayEquals(bytes("a"), table.find("a.test"));
      assertEquals(List.of("a.test", "c.test"), List.copyOf(table.takeNew().keySet()));
      assertArrayEquals(bytes("a"), table.find("a.test"));
      assertArrayEquals(bytes("c"), table.find("c.test"));
      assertArrayEquals(bytes("old b"), table.find("b.test"));
      assertNull(table.find("d.test"));
      table.put("a.test", bytes("newer a"));
      table.keep("d.test", bytes("d"));
      assertEquals(List.of("a.test"), List.copyOf(table.takeNew().keySet()));
      assertArrayEquals(bytes("newer a"), table.find("a.test"));
      assertArrayEquals(bytes("d"), table.find("d.test"));
    }
    assertEquals(0, tmp.toFile().list().length);
  }

  @Test
  void manyHosts() throws Exception {
    try (HostTable table = new HostTable(key -> null, key -> null, tmp)) {
      for (int i = 0; i < 50_000; i++) {
        table.put("h" + i % 20_000 + ".test", bytes("record " + i));
        if (i % 1000 == 0) {
          table.takeNew();
        }
      }
      for (int i = 30_000; i < 50_000; i++) {
        assertArrayEquals(bytes("record " + i), table.find("h" + i % 20_000 + ".test"));
      }
    }
  }

  @Test
  void recordsComeBackAsTheyWere() throws Exception {
    HostContact contact = new HostContact(1_700_000_000_000L, 1234, 3, 10_000, 1_700_000_060_000L);
    assertEquals(contact, HostContact.decode(contact.encode()));
    assertEquals(1_700_000_000_000L, HostRecords.time(contact.encode()));
    assertTrue(HostRecords.isContact(contact.encode()));
    byte[] file = "User-agent: *\nDisallow: /x\n".repeat(1000).getBytes(UTF_8);
    RobotsCopy copy =
        new RobotsCopy(11, 7, RobotsCopy.RobotsAnswer.UNREACHABLE, "why — so", 3, 5, file);
    byte[] record = copy.encode();
    assertTrue(record.length < 500, "not deflated: " + record.length);
    RobotsCopy back = RobotsCopy.decode(record);
    assertEquals("why — so", back.detail());
    assertEquals(RobotsCopy.RobotsAnswer.UNREACHABLE, back.kind());
    assertEquals(3, back.unreachableSince());
    assertEquals(5, back.goodAsOf());
    assertArrayEquals(file, back.good());
    RobotsCopy moved =
        new RobotsCopy(11, 7, RobotsCopy.RobotsAnswer.MOVED, "http://b.test/x", 0, 0, null);
    assertEquals("http://b.test/x", RobotsCopy.decode(moved.encode()).detail());
    assertNull(RobotsCopy.decode(moved.encode()).good());
    HostOutage outage = new HostOutage(9, 3, 1, "DNS, no address: ä");
    assertEquals(outage, HostOutage.decode(outage.encode()));
    assertTrue(HostRecords.isOutage(outage.encode()));
  }

  @Test
  void brokenRecordsAreRefused() {
    byte[] contact = new HostContact(1, 2, 3, 4, 5).encode();
    byte[] robots =
        new RobotsCopy(11, 1, RobotsCopy.RobotsAnswer.GOOD, "", 0, 1, bytes("x")).encode();
    assertThrows(IOException.class, () -> RobotsCopy.decode(contact));
    assertThrows(IOException.class, () -> HostContact.decode(robots));
    assertThrows(IOException.class, () -> HostContact.decode(new byte[0]));
    for (int i = 0; i < contact.length; i++) {
      byte[] cut = Arrays.copyOf(contact, i);
      assertThrows(IOException.class, () -> HostContact.decode(cut));
    }
    for (int i = 0; i < robots.length; i++) {
      byte[] cut = Arrays.copyOf(robots, i);
      assertThrows(IOException.class, () -> RobotsCopy.decode(cut));
    }
  }

  @Test
  void keysOfAHostAreInItsPart() {
    for (String key :
        List.of(
            "http://a.test",
            "https://a.test:8443",
            "http://a.test/robots.txt",
            "https://a.test:8443/robots.txt",
            "http://a.test/other/robots")) {
      assertEquals(HostParts.partOf("a.test", 97), HostParts.partOf(key, 97));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
