package org.orbweaver.webgraph.structure.fit;

/** Hurwitz' zeta function, which commons-math lacks. */
final class Zeta {
  /** From here on the asymptotic series is good to the last digits. */
  private static final double ASYMPTOTIC = 12;

  /** B(2k) / (2k)! of the Euler–Maclaurin formula, k = 1, 2, …. */
  private static final double[] BERNOULLI = {
    1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160
  };

  private Zeta() {}

  /**
   * Hurwitz' zeta: Σ (q + k)^−s over k = 0, 1, …, by the Euler–Maclaurin formula. Good to about
   * 1e-14 of its value for s up to 30.
   *
   * @param s above 1
   * @param q above 0
   */
  static double hurwitz(double s, double q) {
    double head = 0;
    double a = q;
    while (a < ASYMPTOTIC + s) {
      double term = Math.pow(a, -s);
      head += term;
      if (term < 1e-18 * head) {
        return head;
      }
      a++;
    }
    double power = Math.pow(a, -s);
    double sum = power * (a / (s - 1) + 0.5);
    double term = power * s / a;
    for (int k = 0; k < BERNOULLI.length; k++) {
      sum += BERNOULLI[k] * term;
      term *= (s + 2 * k + 1) * (s + 2 * k + 2) / (a * a);
    }
    return head + sum;
  }
}
