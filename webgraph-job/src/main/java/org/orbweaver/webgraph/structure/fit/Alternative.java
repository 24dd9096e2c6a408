package org.orbweaver.webgraph.structure.fit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.special.Erf;

/**
 * Another distribution compared with the power law on the same tail: the ratio of their likelihoods
 * and, by Q. H. Vuong's test (Econometrica 57, 1989), whether its sign is significant (the paper's
 * section 5 and appendix C).
 *
 * @param name {@code log-normal} or {@code exponential}
 * @param logLikelihoodRatio the logarithm of the power law's likelihood over the alternative's:
 *     below 0 the alternative is nearer to the data
 * @param p the probability of a ratio so far from 0 by chance if neither is nearer
 * @param parameters the fitted ones by name
 */
public record Alternative(
    String name, double logLikelihoodRatio, double p, Map<String, Double> parameters) {
  /** Above this p the sign of a ratio is not significant. */
  public static final double SIGNIFICANT = 0.1;

  /** True if the data are significantly nearer to the alternative. */
  public boolean isBetter() {
    return logLikelihoodRatio < 0 && p <= SIGNIFICANT;
  }

  /** True if the data are significantly nearer to the power law. */
  public boolean isWorse() {
    return logLikelihoodRatio > 0 && p <= SIGNIFICANT;
  }

  /** Compares all alternatives, for the numbers from the power law's x_min on. */
  static List<Alternative> compare(Counts tail, PowerLaw law) {
    return List.of(logNormal(tail, law), exponential(tail, law));
  }

  private static Alternative logNormal(Counts tail, PowerLaw law) {
    LogNormal fit = LogNormal.fit(tail, law);
    Map<String, Double> parameters = new LinkedHashMap<>();
    parameters.put("mu", fit.mu());
    parameters.put("sigma", fit.sigma());
    return vuong("log-normal", parameters, tail, law, fit::logDensity);
  }

  private static Alternative exponential(Counts tail, PowerLaw law) {
    double excess = tail.mean() - law.xMin();
    double lambda = Math.log1p(1 / excess);
    double logNorm = Math.log(-Math.expm1(-lambda));
    return vuong(
        "exponential",
        Map.of("lambda", lambda),
        tail,
        law,
        x -> logNorm - lambda * (x - law.xMin()));
  }

  private static Alternative vuong(
      String name,
      Map<String, Double> parameters,
      Counts tail,
      PowerLaw law,
      IntToDoubleFunction logDensity) {
    double ratio = 0;
    double squares = 0;
    double n = tail.total();
    double logNorm = law.logDensity(1);
    for (int i = 0; i < tail.distinct(); i++) {
      int x = tail.value(i);
      double difference = logNorm - law.alpha() * Math.log(x) - logDensity.applyAsDouble(x);
      ratio += tail.count(i) * difference;
      squares += tail.count(i) * difference * difference;
    }
    double variance = squares / n - (ratio / n) * (ratio / n);
    double p = variance > 0 ? Erf.erfc(Math.abs(ratio) / Math.sqrt(2 * n * variance)) : 1;
    return new Alternative(name, ratio, p, parameters);
  }
}
