package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;

class ScenarioTest {
  @Test
  void areFoundByName() {
    assertEquals(List.of(Scenario.A, Scenario.C), Scenario.named(List.of("a", "C")));
    assertEquals(3, Scenario.named(List.of("all")).size());
    OrbException none = assertThrows(OrbException.class, () -> Scenario.named(List.of("d")));
    assertTrue(none.getMessage().contains("'d'"), none.getMessage());
  }

  @Test
  void canBeMadeSmaller() {
    Scenario fewer = Scenario.A.withPages(8_000);
    assertEquals(2_000, fewer.web().hosts());
    assertEquals(8_000, fewer.web().pages());
    Scenario few = Scenario.A.withPages(30);
    assertEquals(30, few.web().hosts());
    assertEquals(30, few.web().pages());
  }

  @Test
  void haveFewerHostsWherePagesAreLarge() {
    Scenario large = Scenario.A.withForm(new WebForm(true, true, null));
    assertEquals(9_000, large.web().pages());
    assertEquals(30, large.web().pagesPerHost());
    assertTrue(large.describe().contains("TLS"), large.describe());
    assertTrue(large.withPages(600).web().form().tls());
    assertEquals(Scenario.A, Scenario.A.withForm(WebForm.PLAIN));
  }

  /** Otherwise a figure would mix several aims: see the scenarios' comments. */
  @Test
  void measureWhatTheySay() {
    assertEquals(60_000, Scenario.A.web().pages());
    Scenario b = Scenario.B;
    double latency = (b.web().leastLatencyMs() + b.web().mostLatencyMs()) / 2e3;
    double busy = b.web().hosts() * latency / (b.delaySeconds() + latency);
    assertTrue(b.threads() > 1.2 * busy, "threads for " + busy + " requests at a time");
    Scenario c = Scenario.C;
    double slow = (c.web().pagesPerHost() + 1) * c.web().slowHostMs() / 1e3;
    double slowest = slow + c.web().pagesPerHost() * c.delaySeconds();
    double others = (c.web().pagesPerHost() + 1) * c.web().mostLatencyMs() / 1e3;
    assertTrue(slowest > 2 * (others + c.web().pagesPerHost() * c.delaySeconds()));
  }
}
