package org.orbweaver.pagerank.core;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;

/**
 * PageRank for a mixture of teleport vectors, Σ λᵢtᵢ, from the vectors of each. (T. Haveliwala,
 * <i>Topic-Sensitive PageRank</i>, 2002; G. Jeh, J. Widom, <i>Scaling Personalized Web Search</i>,
 * 2003.)
 *
 * <p>If lost mass goes to all pages or nowhere, r is linear in t, and so r = Σ λᵢrᵢ. If it goes to
 * t, only L of {@link Solution} is linear: r is the multiple of Σ λᵢL(tᵢ) that sums to the form's
 * total. Both are exact. The normalised form is not linear. Immutable, free of Hadoop.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Mixture(double[] factors) {
  /**
   * Creates a mixture.
   *
   * @param weights of the topics, of any positive sum
   * @param topics the solution of each; they differ in teleport vector and masses only
   * @throws IllegalArgumentException for the normalised form
   */
  public static Mixture of(double[] weights, List<Solution> topics) {
    double sum = Arrays.stream(weights).sum();
    double[] factors = new double[weights.length];
    double linearMass = 0;
    for (int i = 0; i < factors.length; i++) {
      Solution topic = topics.get(i);
      Solution.Linear linear = topic.linear();
      boolean own = topic.dangling() == DanglingPolicy.TELEPORT;
      factors[i] = weights[i] / sum * (own ? linear.own() * topic.total() : 1);
      linearMass += factors[i];
    }
    for (int i = 0; i < factors.length; i++) {
      factors[i] /= linearMass;
    }
    return new Mixture(factors);
  }

  /** The rank of a page from its rank in each topic. */
  public double rank(double[] ranks) {
    double rank = 0;
    for (int i = 0; i < factors.length; i++) {
      rank += factors[i] * ranks[i];
    }
    return rank;
  }

  /**
   * Parses {@code sports=.6,news=.4}.
   *
   * @return weights above 0 by topic, in the given order
   * @throws OrbException (usage) if the text has another form
   */
  public static Map<String, Double> parse(String text) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.lastIndexOf('=');
      double weight = equals < 1 ? Double.NaN : Teleport.weight(part.substring(equals + 1));
      if (Double.isNaN(weight) || weights.put(part.substring(0, equals).strip(), weight) != null) {
        throw OrbException.usage(
            "weights '"
                + text
                + "': '"
                + part
                + "': expected TOPIC=WEIGHT with a weight above 0, each topic once");
      }
    }
    return weights;
  }
}
