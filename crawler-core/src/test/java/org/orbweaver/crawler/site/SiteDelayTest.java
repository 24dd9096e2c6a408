package org.orbweaver.crawler.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.url.HostMode;

class SiteDelayTest {
  private static final String TEXT =
      """
      [host slow.a.org]
      delay 9
      [host fast.a.org]
      delay 0
      [host fast.b.org]
      delay 0.25
      [domain c.org]
      delay 1
      [host x.c.org]
      delay 0
      [host d.org:8443]
      delay 7
      [host e.org:8443]
      delay 0
      """;

  @ParameterizedTest
  @CsvSource({
    "HOST, slow.a.org, 9000",
    "HOST, fast.a.org, 0",
    "HOST, a.org, 5000",
    "HOST, c.org, 1000",
    "HOST, y.c.org, 1000",
    "HOST, x.c.org, 0",
    "HOST, d.org, 7000",
    "HOST, e.org, 5000",
    "DOMAIN, a.org, 9000",
    "DOMAIN, b.org, 5000",
    "DOMAIN, c.org, 1000",
    "DOMAIN, other.org, 5000",
    "IP, 192.0.2.1, 9000"
  })
  void largestDelayOfAGroupCounts(HostMode mode, String group, long expected) {
    assertEquals(expected, Sites.parse(TEXT).delayMs(mode, group, 5000));
  }

  @Test
  void generalDelayHoldsWithoutBlocks() {
    for (HostMode mode : HostMode.values()) {
      assertEquals(5000, Sites.NONE.delayMs(mode, "a.org", 5000));
    }
  }
}
