package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DirectoryRatesTest {
  private final DirectoryRates rates = new DirectoryRates();

  @Test
  void ratesThatMoveCountOncePerPage() {
    long[] page = {1, 2};
    for (int i = 0; i < 20; i++) {
      rates.add(page, .5, true);
      rates.add(page, -.2, false);
    }
    assertEquals((20 * .3 + 20 * .1) / 40, rates.means(.1).get(2), 1e-9);
    assertFalse(rates.means(.1).containsKey(1), "that is the host");
  }

  @Test
  void directoriesWithMostPagesAreKept() throws IOException {
    for (int i = 0; i < 10_000; i++) {
      rates.add(new long[] {1, 2, 100 + i}, .5, true);
      rates.add(new long[] {1, 3}, .5, true);
    }
    rates.add(new long[] {1, 77}, .5, false);
    assertEquals(Set.of(2L, 3L), rates.means(.1).keySet());
    var bytes = new ByteArrayOutputStream();
    rates.write(new DataOutputStream(bytes));
    assertEquals(1 + 28 * DirectoryRates.DIRECTORIES, bytes.size());
    var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    assertEquals(rates.means(.1), DirectoryRates.read(in).means(.1));
  }
}
