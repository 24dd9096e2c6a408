package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedPortsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 21, 22, 25, 53, 110, 143, 587, 993, 2049, 4190, 5060, 6667, 10080})
  void portsOfOtherServicesAreRefused(int port) {
    String refusal = AllowedPorts.of(List.of()).refusal(port);
    assertEquals("port " + port + " is not allowed by orbweaver.fetch.ports", refusal);
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 443, 81, 8080, 8443, 3000, 5000, 8000, 8888, 9200, 65535})
  void othersAreAllowed(int port) {
    assertNull(AllowedPorts.of(List.of()).refusal(port));
  }

  @Test
  void aListIsAllThereIs() {
    AllowedPorts ports = AllowedPorts.of(List.of("80", " 443 ", "8000 - 8002", "25"));
    for (int port : new int[] {80, 443, 8000, 8001, 8002, 25}) {
      assertNull(ports.refusal(port));
    }
    for (int port : new int[] {0, 79, 81, 7999, 8003, 65535, 65536, -1}) {
      assertNotNull(ports.refusal(port));
    }
    assertNull(AllowedPorts.of(List.of("0-65535")).refusal(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "80-", "-80", "80-443-1", "443-80", "65536", "1-70000", "8 0"})
  void whatIsNoPortIsNamed(String range) {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> AllowedPorts.of(List.of(range)))
            .getMessage()
            .startsWith("'" + range + "'"));
  }
}
