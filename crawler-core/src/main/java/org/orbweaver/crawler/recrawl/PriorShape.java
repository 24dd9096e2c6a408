package org.orbweaver.crawler.recrawl;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;

/**
 * The similarity of the change rates of a host's pages: the shape of their Gamma distribution,
 * learned from visits. The larger it is, the more a page's own changes are taken for chance, and
 * its rate is drawn to the mean of its group (empirical Bayes).
 *
 * <p>Each of five shapes predicts each visit from those before it: if the posterior of the rate is
 * a Gamma distribution of shape α and mean Δ, the page is unchanged after I days with probability
 * (1 + ΔI/α)^(−α). The sums of the log-probabilities of the observed results weigh the shapes
 * (prequential likelihood, Dawid 1984), and the shape is their weighted geometric mean. A page's
 * first visit is predicted by the mean alone, and does not count. Sums fade by 1/e over {@value
 * #VISITS_PER_PAGE} visits to each page of the host, so results from the time when its mean was
 * still unknown are forgotten. State: five sums.
 */
public final class PriorShape {
  /** The shape for a host known only by the mean of other hosts, whose pages are of all kinds. */
  public static final double WIDE = 1;

  private static final double[] CANDIDATES = {.25, WIDE, 4, 16, 64};
  private static final double VISITS_PER_PAGE = 4;
  private static final double FEWEST_VISITS = 1000;
  private static final double LEAST_PROBABILITY = 1e-9;

  private final double[] sums = new double[CANDIDATES.length];
  private final double[] ofRound = new double[CANDIDATES.length];
  private int visitsOfRound;

  /**
   * The log-probabilities that the shapes gave to the result of a visit.
   *
   * @param before the visits before it, at least one
   * @param days since the last of them
   * @param mean of the page's group, in changes per day
   */
  public static float[] predict(ChangeHistory before, double days, boolean changed, double mean) {
    float[] logs = new float[CANDIDATES.length];
    for (int i = 0; i < logs.length; i++) {
      double unchanged =
          ChangeRateEstimator.logUnchanged(before, new Prior(CANDIDATES[i], mean), days);
      logs[i] =
          (float)
              (changed
                  ? Math.log(Math.max(LEAST_PROBABILITY, -Math.expm1(unchanged)))
                  : Math.max(unchanged, Math.log(LEAST_PROBABILITY)));
    }
    return logs;
  }

  /** Adds the result of {@link #predict} for a visit; it counts from the end of the round on. */
  public void add(float[] logs) {
    for (int i = 0; i < ofRound.length; i++) {
      ofRound[i] += logs[i];
    }
    visitsOfRound++;
  }

  /**
   * Counts the visits of a round.
   *
   * @param pages of the host that were revisited
   */
  public void endRound(int pages) {
    double kept = Math.exp(-visitsOfRound / Math.max(FEWEST_VISITS, VISITS_PER_PAGE * pages));
    for (int i = 0; i < sums.length; i++) {
      sums[i] = sums[i] * kept + ofRound[i];
      ofRound[i] = 0;
    }
    visitsOfRound = 0;
  }

  /** The shape, from .25 to 64; .7 without visits. */
  public double shape() {
    double most = Double.NEGATIVE_INFINITY;
    for (double sum : sums) {
      most = Math.max(most, sum);
    }
    double weights = 0;
    double logs = 0;
    for (int i = 0; i < sums.length; i++) {
      // With little evidence, small shapes let a page's own visits weigh more: small hosts learn in
      // few rounds.
      double weight = Math.exp(sums[i] - most) / Math.max(WIDE, CANDIDATES[i]);
      weights += weight;
      logs += weight * Math.log(CANDIDATES[i]);
    }
    return Math.exp(logs / weights);
  }

  /** Writes the state between rounds: the sums, as doubles. */
  public void write(DataOutput out) throws IOException {
    for (double sum : sums) {
      out.writeDouble(sum);
    }
  }

  /** Reads the output of {@link #write}. */
  public static PriorShape read(DataInput in) throws IOException {
    PriorShape read = new PriorShape();
    for (int i = 0; i < read.sums.length; i++) {
      read.sums[i] = in.readDouble();
    }
    return read;
  }

  /** Reads the result of {@link #predict}, written as floats. */
  public static float[] readLogs(DataInput in) throws IOException {
    float[] logs = new float[CANDIDATES.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = in.readFloat();
    }
    return logs;
  }
}
