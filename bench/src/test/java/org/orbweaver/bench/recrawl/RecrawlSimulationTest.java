package org.orbweaver.bench.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Page;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Rates;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Score;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;
import org.orbweaver.crawler.recrawl.Staleness;

class RecrawlSimulationTest {
  private static Page page(String group, double rate, double... changes) {
    return new Page("http://site/" + group + "/page", 1, changes, rate);
  }

  @Test
  void scoresAreIntegralsOverEachPagesTime() {
    // Known from day 0 to 10, visited on day 5 only; changes on days 2, 3 and 8.
    List<Score> scores =
        new RecrawlSimulation(List.of(page("", .3, 0, 2, 3, 8)), 10, 5, 0, 4)
            .run(RecrawlPolicy.UNIFORM, Rates.KNOWN);
    Score all = scores.get(0);
    assertEquals((2 + 3) / 10.0, all.freshness(), .011);
    assertEquals((9 / 2.0 + 4 / 2.0) / 10, all.age(), .1);
    assertEquals((3 + 2 / 2.0 + 2) / 10, all.harmonicPenalty(), .05);
    Score late = scores.get(2);
    assertEquals(4, late.since());
    assertEquals(3 / 6.0, late.freshness(), .02);
    assertEquals(((9 - 4) / 2.0 + 4 / 2.0) / 6, late.age(), .1);
  }

  @Test
  void uniformVisitsOfPoissonPagesHaveTheFreshnessOfTheFormula() {
    double rate = .15;
    Random random = new Random(3);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      pages.add(poisson("", rate, 400, random));
    }
    Score score =
        new RecrawlSimulation(pages, 400, 10, 20).run(RecrawlPolicy.UNIFORM, Rates.CRAWL).get(0);
    assertEquals(Staleness.freshness(rate, 10), score.freshness(), .01);
    assertEquals(Staleness.age(rate, 10), score.age(), .05);
    assertEquals(Staleness.harmonicPenalty(rate, 10), score.harmonicPenalty(), .015);
    assertEquals(Staleness.harmonicPenalty(rate, 10), score.expectedPenalty(), .001);
  }

  @Test
  void knownRatesReachTheOptimumAndLearnedOnesComeNear() {
    Random random = new Random(4);
    List<Page> pages = new ArrayList<>();
    VisitBudget budget = new VisitBudget();
    for (int i = 0; i < 600; i++) {
      double rate = .03 * Math.exp(1.2 * random.nextGaussian());
      pages.add(poisson("", rate, 500, random));
      budget.add(rate, 1);
    }
    RecrawlSimulation simulation = new RecrawlSimulation(pages, 500, 10, 250);
    double optimum = budget.atFixedIntervals(RecrawlPolicy.HARMONIC, 60);
    double known = simulation.run(RecrawlPolicy.HARMONIC, Rates.KNOWN).get(0).expectedPenalty();
    double learned = simulation.run(RecrawlPolicy.HARMONIC, Rates.CRAWL).get(0).expectedPenalty();
    double uniform = simulation.run(RecrawlPolicy.UNIFORM, Rates.KNOWN).get(0).expectedPenalty();
    assertEquals(1, known / optimum, .03);
    assertEquals(1, learned / optimum, .08);
    assertTrue(uniform > 1.02 * learned, uniform + " and " + learned);
  }

  /** These pages have nothing to learn, and wrong conclusions cost visits. */
  @ParameterizedTest
  @CsvSource({"1, 30", "1, 180", "4, 30", "4, 180", "30, 30", "30, 180"})
  void pagesThatChangeAlikeMissNoMoreThanAtUniformVisits(int changesPerYear, int interval) {
    Random random = new Random(1);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      pages.add(poisson("", changesPerYear / 365.0, 900, random));
    }
    RecrawlSimulation simulation = new RecrawlSimulation(pages, 900, interval, 0);
    double uniform = simulation.run(RecrawlPolicy.UNIFORM, Rates.KNOWN).get(0).expectedPenalty();
    double learned = simulation.run(RecrawlPolicy.HARMONIC, Rates.CRAWL).get(0).expectedPenalty();
    assertTrue(learned < 1.01 * uniform, learned / uniform + "");
  }

  /** The first estimate is a change in four intervals; the pages change fifteen times in one. */
  @Test
  void ratesFarFromTheFirstGuessLeaveNoPageOut() {
    Random random = new Random(1);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      pages.add(poisson("", 1 / 12.0, 900, random));
    }
    RecrawlSimulation simulation = new RecrawlSimulation(pages, 900, 180, 0);
    double uniform = simulation.run(RecrawlPolicy.UNIFORM, Rates.KNOWN).get(0).harmonicPenalty();
    double learned = simulation.run(RecrawlPolicy.HARMONIC, Rates.CRAWL).get(0).harmonicPenalty();
    assertTrue(learned < 1.01 * uniform, learned / uniform + "");
  }

  /** The clocks have nothing to find here, and must not take noise for bursts. */
  @Test
  void clocksCostLittleWherePagesChangeByChance() {
    Random random = new Random(3);
    List<Page> pages = new ArrayList<>();
    for (int rank = 1; rank <= 1500; rank++) {
      double rate = .1 * Math.exp(1.5 * random.nextGaussian());
      double[] changes = poisson("", rate, 120, random).changes();
      pages.add(new Page("http://site/", 1.0 / rank, changes, rate));
    }
    RecrawlSimulation simulation = new RecrawlSimulation(pages, 120, 5, 60);
    double known = simulation.run(RecrawlPolicy.HARMONIC, Rates.KNOWN).get(1).expectedPenalty();
    double learned = simulation.run(RecrawlPolicy.HARMONIC, Rates.CRAWL).get(1).expectedPenalty();
    assertEquals(1, learned / known, .05);
  }

  @Test
  void burstsOfDirectoriesAreExploited() {
    Random random = new Random(5);
    List<TreeSet<Double>> changes = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      changes.add(new TreeSet<>(List.of(random.nextDouble())));
    }
    for (int directory = 0; directory < 6; directory++) {
      for (double day = 20; day < 900; day += 200 * random.nextDouble()) {
        for (int i = directory; i < 600; i += 6) {
          if (random.nextDouble() < .7) {
            changes.get(i).add(day);
          }
        }
      }
    }
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      double[] times = changes.get(i).stream().mapToDouble(Double::doubleValue).toArray();
      pages.add(page("docs/d" + i % 6, (times.length - 1) / 900.0, times));
    }
    RecrawlSimulation simulation = new RecrawlSimulation(pages, 900, 30, 300);
    Score uniform = simulation.run(RecrawlPolicy.UNIFORM, Rates.KNOWN).get(0);
    Score known = simulation.run(RecrawlPolicy.HARMONIC, Rates.KNOWN).get(0);
    Score learned = simulation.run(RecrawlPolicy.HARMONIC, Rates.CRAWL).get(0);
    // No Poisson process models bursts, even with known rates; the clocks find them.
    double gain = uniform.harmonicPenalty() - known.harmonicPenalty();
    assertTrue(
        learned.harmonicPenalty() < known.harmonicPenalty() - Math.max(gain, 0),
        uniform.harmonicPenalty()
            + ", "
            + known.harmonicPenalty()
            + ", "
            + learned.harmonicPenalty());
  }

  @Test
  void adaptiveIntervalsFollowThePages() {
    Random random = new Random(6);
    List<Page> pages = List.of(poisson("", .5, 400, random), page("", .001, 0), page("", .001, 0));
    Score score =
        new RecrawlSimulation(pages, 400, 5, 100).run(RecrawlPolicy.UNIFORM, Rates.ADAPTIVE).get(0);
    Score uniform =
        new RecrawlSimulation(pages, 400, 5, 100).run(RecrawlPolicy.UNIFORM, Rates.KNOWN).get(0);
    assertTrue(score.freshness() > uniform.freshness(), score.freshness() + "");
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1000", "25, 0", "25, 1000"})
  void sitesOfOnePageOrOfOneKindHaveScores(int count, int changes) {
    double[] times = IntStream.rangeClosed(0, changes).mapToDouble(i -> i / 10.0).toArray();
    for (RecrawlPolicy policy : RecrawlPolicy.values()) {
      for (double interval : new double[] {.5, 40}) {
        Score score =
            new RecrawlSimulation(
                    Collections.nCopies(count, page("", .1, times)), 101, interval, 50)
                .run(policy, Rates.CRAWL)
                .get(0);
        assertEquals(changes == 0 ? 1 : .1 / interval, score.freshness(), .12, policy + "");
        assertTrue(score.harmonicPenalty() >= 0 && score.harmonicPenalty() < 10, policy + "");
      }
    }
  }

  private static Page poisson(String group, double rate, double end, Random random) {
    List<Double> times = new ArrayList<>();
    for (double time = 0; time < end; time -= Math.log(1 - random.nextDouble()) / rate) {
      times.add(time);
    }
    return page(group, rate, times.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
