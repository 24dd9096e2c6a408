package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.fetch.RequestLine;

class PolitenessProofTest {
  private final List<PolitenessProof.Group> groups = new ArrayList<>();
  private final PolitenessProof proof = new PolitenessProof(groups::add);

  private void request(String group, String address, long start, long end, long gap) {
    String url = "http://" + group + "/" + start;
    proof.take(new RequestLine(group, start, end, gap, address, "200", 10, url, "-"));
  }

  @Test
  void politeLogIsProved() {
    request("a", "1.1.1.1", 1000, 1100, 5000);
    request("a", "1.1.1.1", 6100, 6200, 5000);
    request("a", "1.1.1.1", 11_198, 11_300, 5000);
    request("b", "1.1.1.1", 1000, 2000, 5000);
    proof.end();
    assertTrue(proof.violations().isEmpty());
    assertEquals(4, proof.requests());
    assertEquals(2, proof.gaps());
    assertEquals(4998, proof.closest().smallestGapMs());
    assertEquals(1, proof.mostAtATime());
    assertEquals(
        List.of(
            new PolitenessProof.Group("a", 3, 4998, 1),
            new PolitenessProof.Group("b", 1, Long.MAX_VALUE, 1)),
        groups);
    assertEquals(List.of(new PolitenessProof.Group("1.1.1.1", 4, -100, 2)), proof.addresses());
  }

  @Test
  void earlyAndConcurrentRequestsAreFound() {
    request("a", "-", 1000, 2000, 5000);
    request("a", "-", 6997, 7000, 5000);
    request("a", "-", 11_000, 20_000, 0);
    request("a", "-", 15_000, 16_000, 0);
    // As long as the longest of those before, not only the last one.
    request("a", "-", 19_000, 19_500, 0);
    proof.end();
    assertEquals(3, proof.violations().size());
    assertEquals(4997, proof.violations().get(0).gapMs());
    assertTrue(proof.violations().get(1).concurrent());
    assertEquals(-1000, proof.violations().get(2).gapMs());
    assertEquals(2, proof.mostAtATime());
    assertTrue(proof.addresses().isEmpty());
  }

  @Test
  void emptyLog() {
    proof.end();
    assertEquals(0, proof.requests());
    assertNull(proof.closest());
    assertTrue(groups.isEmpty());
  }
}
