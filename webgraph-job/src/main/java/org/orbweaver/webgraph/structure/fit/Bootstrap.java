package org.orbweaver.webgraph.structure.fit;

import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The paper's goodness-of-fit test (section 4.1): data made by the fitted power law, with what lies
 * below x_min drawn from the data, are fitted in the same way; p is the share of them that are
 * further from their fit than the data are from theirs. The standard error of p is at most 1 / (2
 * √samples).
 */
final class Bootstrap {
  private Bootstrap() {}

  /**
   * p.
   *
   * @param law the data's fit
   * @param samples how many data sets are made, in parallel, each with a seed of its own
   */
  static double p(Counts data, PowerLaw law, int samples, long seed) {
    long further =
        IntStream.range(0, samples).parallel().filter(i -> isFurther(data, law, seed + i)).count();
    return (double) further / samples;
  }

  private static boolean isFurther(Counts data, PowerLaw law, long seed) {
    Counts made = sample(data, law, new Sampler(seed));
    PowerLaw fit = PowerLaw.fit(made);
    // No tail to fit: as far from a power law as can be.
    return fit == null || fit.ks() >= law.ks();
  }

  private static Counts sample(Counts data, PowerLaw law, Sampler sampler) {
    int begin = data.place(law.xMin());
    long tail = sampler.binomial(data.total(), (double) data.from(begin) / data.total());
    TreeMap<Integer, Long> made = new TreeMap<>();
    if (begin > 0) {
      TreeMap<Integer, Long> body = new TreeMap<>();
      for (int i = 0; i < begin; i++) {
        body.put(data.value(i), data.count(i));
      }
      sampler.draw(Counts.of(body), data.total() - tail, made);
    }
    sampler.draw(law, tail, made);
    return Counts.of(made);
  }
}
