package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;

class PriorShapeTest {
  private static final double INTERVAL = 10;
  private static final double MEAN = .02;
  private static final int PAGES = 300;

  private final Random random = new Random(2);
  private final ChangeHistory[] histories = new ChangeHistory[PAGES];
  private final double[] rate = new double[PAGES];
  private PriorShape shape = new PriorShape();

  /** 300 pages, each with a rate of its own, visited in rounds. */
  private void visit(DoubleSupplier rates, int rounds) {
    for (int page = 0; page < PAGES; page++) {
      histories[page] = new ChangeHistory();
      rate[page] = rates.getAsDouble();
    }
    for (int round = 0; round < rounds; round++) {
      for (int page = 0; page < PAGES; page++) {
        boolean changed = random.nextDouble() > Math.exp(-rate[page] * INTERVAL);
        if (round > 0) {
          shape.add(PriorShape.predict(histories[page], INTERVAL, changed, MEAN));
        }
        histories[page].observe(INTERVAL, changed);
      }
      shape.endRound(PAGES);
    }
  }

  @Test
  void pagesThatChangeAlikeAreDrawnToTheirMean() {
    assertEquals(.7, shape.shape(), .05, "nothing is known");
    visit(() -> MEAN, 12);
    assertTrue(shape.shape() > 20, shape.shape() + "");
  }

  @Test
  void pagesThatDifferGoByTheirOwnVisits() {
    visit(() -> -MEAN * Math.log(1 - random.nextDouble()), 12); // Gamma of shape 1
    assertTrue(shape.shape() < 2.5, shape.shape() + "");
  }

  @Test
  void pagesOfWhichFewChangeAreDrawnToNoMean() {
    visit(() -> random.nextDouble() < .1 ? 10 * MEAN : 0, 12);
    assertTrue(shape.shape() < .5, shape.shape() + "");
  }

  @Test
  void whatWasLearnedLongAgoIsForgotten() {
    visit(() -> random.nextDouble() < .1 ? 10 * MEAN : 0, 12);
    visit(() -> MEAN, 40);
    assertTrue(shape.shape() > 10, shape.shape() + "");
  }

  /**
   * Missed changes with intervals by the learned rates, divided by those of the same number of
   * visits at equal intervals.
   */
  private double missed() {
    double low = 1e-6;
    double high = 1e6;
    while (high > low * (1 + 1e-6)) {
      double price = Math.sqrt(low * high);
      if (sum(price, (interval, trueRate) -> 1 / interval) > PAGES / INTERVAL) {
        low = price;
      } else {
        high = price;
      }
    }
    double uniform = 0;
    for (double trueRate : rate) {
      uniform += Staleness.harmonicPenalty(trueRate, INTERVAL);
    }
    return sum(high, (interval, trueRate) -> Staleness.harmonicPenalty(trueRate, interval))
        / uniform;
  }

  private double sum(double price, DoubleBinaryOperator each) {
    Prior prior = new Prior(shape.shape(), MEAN);
    double sum = 0;
    for (int page = 0; page < PAGES; page++) {
      double learned = ChangeRateEstimator.mostLikely(histories[page], prior);
      double interval = RecrawlPolicy.HARMONIC.interval(learned, 1, price);
      sum += each.applyAsDouble(interval, rate[page]);
    }
    return sum;
  }

  @Test
  void visitsToPagesThatChangeAlikeAreAsGoodAsEqualOnes() {
    visit(() -> MEAN, 12);
    assertTrue(missed() < 1.01, missed() + "");
  }

  @Test
  void visitsToPagesOfTwoKindsAreBetterThanEqualOnes() {
    visit(() -> random.nextInt(10) == 0 ? 9 * MEAN : MEAN / 9, 12);
    assertTrue(missed() < .85, missed() + "");
  }

  @Test
  void survivesAsBytes() throws IOException {
    visit(() -> MEAN, 3);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    shape.write(new DataOutputStream(bytes));
    double before = shape.shape();
    shape = PriorShape.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(before, shape.shape());
  }

  /** With a Gamma prior and unchanged visits, the posterior is exact. */
  @Test
  void predictsByThePosterior() {
    ChangeHistory history = new ChangeHistory();
    history.observe(30, false);
    double exact = -2 * Math.log1p(INTERVAL / (30 + 2 / MEAN));
    assertEquals(
        exact, ChangeRateEstimator.logUnchanged(history, new Prior(2, MEAN), INTERVAL), 1e-9);
    float[] sure = PriorShape.predict(history, 1e9, false, 1e3);
    float[] never = PriorShape.predict(history, 0, true, MEAN);
    float least = (float) Math.log(1e-9);
    assertEquals(least, sure[4], "no visit counts without bound");
    assertArrayEquals(new float[] {least, least, least, least, least}, never);
  }
}
