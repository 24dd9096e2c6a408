package org.orbweaver.webgraph.structure.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The power law nearest to the tail of some counts, and its assessment.
 *
 * @param xMin the start of the tail
 * @param alpha the exponent of p(x) ∝ x^−α
 * @param standardError of α; 95 of 100 times the true one is within 1.96 of it
 * @param tail count of numbers in the tail
 * @param total count of numbers above 0
 * @param ks the Kolmogorov–Smirnov distance of the tail from the power law
 * @param p the probability that data from the power law are further from it; empty if not tested
 * @param samples on which p rests
 */
public record PowerLawFit(
    int xMin,
    double alpha,
    double standardError,
    long tail,
    long total,
    double ks,
    OptionalDouble p,
    int samples,
    List<Alternative> alternatives) {

  /** At or below this p the power law is ruled out (the paper's section 4.2). */
  public static final double RULED_OUT = 0.1;

  /** The possible conclusions. */
  public enum Conclusion {
    /** Chance explains the distance, and the alternatives are further away. */
    POWER_LAW("A power law is well supported"),
    /** It could be a power law, but an alternative fits as well. */
    UNDECIDED("It may be a power law, but this is not shown"),
    /** Chance does not explain the distance, or an alternative is significantly nearer. */
    NOT_A_POWER_LAW("Not a power law");

    private final String words;

    Conclusion(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  private static final double SMALL_TAIL = 0.1;
  private static final long SEED = 20090100L;

  /**
   * Fits the numbers above 0.
   *
   * @param samples for p; 0 skips the test
   * @return empty if there are fewer than 50 numbers, or no two distinct ones in any tail of 50
   */
  public static Optional<PowerLawFit> of(Counts data, int samples) {
    Counts positive = data.atLeast(1);
    PowerLaw law = PowerLaw.fit(positive);
    if (law == null) {
      return Optional.empty();
    }
    Counts tail = positive.atLeast(law.xMin());
    return Optional.of(
        new PowerLawFit(
            law.xMin(),
            law.alpha(),
            law.standardError(tail.total()),
            tail.total(),
            positive.total(),
            law.ks(),
            samples == 0 ? OptionalDouble.empty() : OptionalDouble.of(p(positive, law, samples)),
            samples,
            Alternative.compare(tail, law)));
  }

  /**
   * The paper's goodness-of-fit test (section 4.1): data drawn from the fitted power law, with
   * values below x_min drawn from the data, are fitted in the same way; p is the share of them that
   * are further from their fit than the data are from theirs. The standard error of p is at most 1
   * / (2 √samples). Data sets are made in parallel, each with its own seed.
   */
  private static double p(Counts data, PowerLaw law, int samples) {
    long further =
        IntStream.range(0, samples)
            .parallel()
            .mapToObj(i -> PowerLaw.fit(sample(data, law, new Sampler(SEED + i))))
            // No tail to fit counts as the greatest distance from a power law.
            .filter(fit -> fit == null || fit.ks() >= law.ks())
            .count();
    return (double) further / samples;
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

  /**
   * The share of all numbers above 0 that are at least x according to the power law; x from x_min
   * on.
   */
  public double share(double x) {
    return new PowerLaw(xMin, alpha, ks).share(x) * tail / total;
  }

  /** The conclusion. */
  public Conclusion verdict() {
    if (isRuledOut() || alternatives.stream().anyMatch(Alternative::isBetter)) {
      return Conclusion.NOT_A_POWER_LAW;
    }
    if (p.isEmpty() || alternatives.stream().anyMatch(PowerLawFit::isOpen)) {
      return Conclusion.UNDECIDED;
    }
    return Conclusion.POWER_LAW;
  }

  private boolean isRuledOut() {
    return p.isPresent() && p.getAsDouble() <= RULED_OUT;
  }

  /** True for an alternative that is as near as the power law. */
  private static boolean isOpen(Alternative alternative) {
    return !alternative.isBetter() && !alternative.isWorse();
  }

  /** The verdict with its reasons, for people. */
  public String words() {
    List<String> reasons = new ArrayList<>();
    p.ifPresent(
        value ->
            reasons.add(
                String.format(
                    Locale.ROOT,
                    "chance %s such a distance (p = %.3f from %d samples)",
                    value <= RULED_OUT ? "does not explain" : "explains",
                    value,
                    samples)));
    add(reasons, "nearer to the tail: ", Alternative::isBetter);
    add(reasons, "as near: ", PowerLawFit::isOpen);
    add(reasons, "ruled out: ", Alternative::isWorse);
    if (tail < SMALL_TAIL * total) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "and the tail has only %.1f%% of the pages with links",
              100.0 * tail / total));
    }
    return verdict().words() + ": " + String.join("; ", reasons);
  }

  private void add(List<String> reasons, String what, Predicate<Alternative> which) {
    List<String> names = alternatives.stream().filter(which).map(Alternative::name).toList();
    if (!names.isEmpty()) {
      reasons.add(what + String.join(", ", names));
    }
  }
}
