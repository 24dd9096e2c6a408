package org.orbweaver.webgraph.structure.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SamplerTest {
  @Test
  void aPowerLawsNumbersHaveItsShares() {
    PowerLaw law = new PowerLaw(3, 2.2, 0);
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    int n = 1_000_000;
    new Sampler(2).draw(law, n, drawn);
    Counts counts = Counts.of(drawn);
    assertEquals(n, counts.total());
    assertEquals(3, counts.value(0));
    for (int x : new int[] {4, 5, 10, 100, 1000, 10_000}) {
      double share = law.share(x);
      double error = Math.sqrt(share * (1 - share) / n);
      assertEquals(share, (double) counts.from(counts.place(x)) / n, 5 * error, "from " + x);
    }
  }

  @Test
  void fewNumbersComeFromTheSameLaw() {
    PowerLaw law = new PowerLaw(1, 1.8, 0);
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    Sampler sampler = new Sampler(3);
    for (int i = 0; i < 2000; i++) {
      sampler.draw(law, 100, drawn);
    }
    Counts counts = Counts.of(drawn);
    for (int x : new int[] {2, 3, 7, 50, 3000}) {
      double share = law.share(x);
      double error = Math.sqrt(share * (1 - share) / counts.total());
      assertEquals(share, (double) counts.from(counts.place(x)) / counts.total(), 5 * error);
    }
  }

  @Test
  void theSameSeedDrawsTheSame() {
    TreeMap<Integer, Long> one = new TreeMap<>();
    TreeMap<Integer, Long> two = new TreeMap<>();
    new Sampler(7).draw(new PowerLaw(1, 2, 0), 5000, one);
    new Sampler(7).draw(new PowerLaw(1, 2, 0), 5000, two);
    assertEquals(one, two);
  }
}
