package org.orbweaver.bench.recrawl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.crawler.recrawl.ActivityClock;
import org.orbweaver.crawler.recrawl.ActivityEstimator;
import org.orbweaver.crawler.recrawl.AdaptiveInterval;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.DirectoryRates;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.PriorShape;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;
import org.orbweaver.crawler.recrawl.Staleness;

/**
 * Replays known changes of pages and visits them within a budget: pages / N visits per day, each
 * step to the pages of the highest value. A page is known from its first time on, and fetched then,
 * outside of the budget. A visit only shows whether the page has changed since the last one.
 * Freshness and age are integrated exactly over the time during which a page is known.
 */
final class RecrawlSimulation {
  /** Steps per mean interval; a step is a day at most. */
  private static final double STEPS = 200;

  /** The interval before the first visit, in mean intervals between two changes of a page. */
  private static final double FIRST_GUESS = 4;

  /** A page's rate is estimated again if its prior has moved by this share, to save time. */
  private static final double MOVED = .05;

  /** The default configuration of Nutch's AdaptiveFetchSchedule; days. */
  private static final AdaptiveInterval ADAPTIVE =
      new AdaptiveInterval(.4, .2, .3, 60 / 86_400.0, 365);

  /** A page by its URL, whose directories may change together, and its changes. */
  @SuppressWarnings("ArrayRecordComponent") // pages are not compared
  public record Page(String url, double importance, double[] changes, double knownRate) {}

  /** The source of the rates for a policy. */
  public enum Rates {
    /** From the visits, as in a crawl, where each step is a round. */
    CRAWL,
    /** The true rates over the pages' whole time, known in advance. */
    KNOWN,
    /** None: the intervals of Nutch's adaptive schedule, most overdue first. */
    ADAPTIVE
  }

  /** Means over the time of all pages: freshness, age in days, H(missed changes). */
  public static final class Score {
    private final double since;
    private final boolean weighted;
    private double time;
    private double fresh;
    private double aged;
    private double missed;
    private double expected;

    private Score(double since, boolean weighted) {
      this.since = since;
      this.weighted = weighted;
    }

    /** The first day that counts. */
    public double since() {
      return since;
    }

    public double freshness() {
      return fresh / time;
    }

    public double age() {
      return aged / time;
    }

    public double harmonicPenalty() {
      return missed / time;
    }

    /**
     * The expected H(missed changes), if pages change as Poisson processes at their known rates:
     * without the randomness of the actual changes.
     */
    public double expectedPenalty() {
      return expected / time;
    }

    /** Adds the time between two visits; the second one sees changes {@code from} to {@code to}. */
    private void add(Page page, double last, double now, int from, int to) {
      double start = Math.max(last, since);
      double weight = weighted ? page.importance : 1;
      if (now <= start || weight == 0) {
        return;
      }
      double first = from < to ? page.changes[from] : now;
      time += weight * (now - start);
      expected += weight * (expected(page, now - last) - expected(page, start - last));
      fresh += weight * Math.max(0, first - start);
      double young = Math.max(0, start - first);
      aged += weight * ((now - first) * (now - first) - young * young) / 2;
      for (int change = from; change < to; change++) {
        missed += weight * (now - Math.max(start, page.changes[change])) / (change - from + 1);
      }
    }
  }

  private static double expected(Page page, double days) {
    return days > 0 ? days * Staleness.harmonicPenalty(page.knownRate, days) : 0;
  }

  private final List<Page> pages;
  private final double end;
  private final double intervalDays;
  private final double[] since;

  /**
   * A simulation from day 0 on.
   *
   * @param pages changes in ascending order, the first being the page's appearance
   * @param end the day of the end
   * @param intervalDays the budget: on average each page is visited once in this time
   * @param since days from which on scores are computed
   */
  public RecrawlSimulation(List<Page> pages, double end, double intervalDays, double... since) {
    this.pages = new ArrayList<>(pages);
    this.pages.sort((a, b) -> Double.compare(a.changes[0], b.changes[0]));
    this.end = end;
    this.intervalDays = intervalDays;
    this.since = since.clone();
  }

  /** Runs a policy: for each day to count from, the score unweighted and weighted by importance. */
  public List<Score> run(RecrawlPolicy policy, Rates rates) {
    return new PolicyRun(policy, rates).run();
  }

  /** The knowledge about a site as of the last round, or about all sites. */
  private static final class Site {
    private final ActivityEstimator activity = new ActivityEstimator();
    private final DirectoryRates directoryRates = new DirectoryRates();
    private final PriorShape priorShape = new PriorShape();
    private double shape = PriorShape.WIDE;
    private Map<Long, Double> directoryMeans = Map.of();
    private Map<Long, ActivityClock> clocks = Map.of();
    private double changeRates;
    private int ratedPages;
    private double newChangeRates;
    private int newRatedPages;

    private void add(double difference, boolean first) {
      newChangeRates += difference;
      newRatedPages += first ? 1 : 0;
    }

    private void endRound() {
      changeRates = newChangeRates;
      ratedPages = newRatedPages;
      priorShape.endRound(ratedPages);
      if (ratedPages >= ChangeRateEstimator.RATED_PAGES) {
        shape = priorShape.shape();
        directoryMeans = directoryRates.means(changeRates / ratedPages);
      }
    }

    private void learn(double now) {
      if (activity.advance(now) && ratedPages >= ChangeRateEstimator.RATED_PAGES) {
        clocks = activity.clocks();
      }
    }
  }

  /** The state of one run; arrays by page, in the order of appearance. */
  private final class PolicyRun {
    private final RecrawlPolicy policy;
    private final Rates rates;
    private final boolean hasClocks;
    private final int size = pages.size();
    private final double[] last = new double[size];
    private final int[] seen = new int[size];
    private final double[] rate = new double[size];
    private final double[] value = new double[size];
    private final double[] interval = new double[size];
    private final double[] due = new double[size];
    private final double[] modified = new double[size];
    private final Prior[] prior = new Prior[size];
    private final PageHistory[] history = new PageHistory[size];
    private final Site[] site = new Site[size];
    private final long[][] directories = new long[size][];
    private final Map<Long, Site> sites = new HashMap<>();
    private final Site all = new Site();
    private final List<Score> scores = new ArrayList<>();
    private double threshold = Double.NEGATIVE_INFINITY;
    private int alive;

    private PolicyRun(RecrawlPolicy policy, Rates rates) {
      this.policy = policy;
      this.rates = rates;
      this.hasClocks = rates == Rates.CRAWL && policy != RecrawlPolicy.UNIFORM;
      for (double day : since) {
        scores.add(new Score(day, false));
        scores.add(new Score(day, true));
      }
    }

    private List<Score> run() {
      double step = Math.min(1, intervalDays / STEPS);
      double credit = 0;
      for (int i = 1; i * step < end; i++) {
        double now = i * step;
        appear(now);
        credit += alive / intervalDays * step;
        int visits = (int) Math.min(credit, alive);
        credit -= visits;
        if (visits > 0) {
          for (int page : best(now, visits)) {
            visit(page, now);
          }
          all.endRound();
          sites.values().forEach(Site::endRound);
          sites.values().forEach(each -> each.learn(now));
          if (rates == Rates.CRAWL) {
            renewRates();
          }
        }
      }
      appear(end);
      for (int page = 0; page < alive; page++) {
        score(page, end);
      }
      return scores;
    }

    private void appear(double now) {
      for (; alive < size && pages.get(alive).changes[0] <= now; alive++) {
        Page page = pages.get(alive);
        last[alive] = page.changes[0];
        modified[alive] = page.changes[0];
        seen[alive] = 1;
        interval[alive] = intervalDays;
        due[alive] = last[alive] + intervalDays;
        directories[alive] = ActivityEstimator.directories(page.url);
        site[alive] = sites.computeIfAbsent(directories[alive][0], name -> new Site());
        prior[alive] = priorNow(alive);
        rate[alive] = rates == Rates.CRAWL ? prior[alive].mean() : page.knownRate;
        history[alive] = PageHistory.first(ChangeTest.BYTES, 0, rate[alive]);
      }
    }

    private double value(int page, double now) {
      if (rates == Rates.ADAPTIVE) {
        return now - due[page];
      }
      return policy.value(rate[page], pages.get(page).importance, days(page, now));
    }

    /** Days since the last visit, by the page's clock. */
    private double days(int page, double now) {
      return hasClocks
          ? ActivityClock.of(directories[page], site[page].clocks).days(last[page], now)
          : now - last[page];
    }

    /** Estimates the rates again, as generate does for each list. */
    private void renewRates() {
      for (int page = 0; page < alive; page++) {
        Prior now = priorNow(page);
        if (Math.abs(now.mean() / prior[page].mean() - 1) > MOVED
            || Math.abs(now.shape() / prior[page].shape() - 1) > MOVED) {
          prior[page] = now;
          rate[page] = history[page].changeRate(now);
        }
      }
    }

    private Prior priorNow(int page) {
      return new Prior(site[page].shape, mean(page));
    }

    private double mean(int page) {
      Site own = site[page];
      for (int level = directories[page].length - 1; level > 0; level--) {
        Double mean = own.directoryMeans.get(directories[page][level]);
        if (mean != null) {
          return mean;
        }
      }
      return own.ratedPages >= ChangeRateEstimator.RATED_PAGES
          ? own.changeRates / own.ratedPages
          : (all.changeRates + 1 / (FIRST_GUESS * intervalDays)) / (all.ratedPages + 1);
    }

    /** The pages of the highest value; of equal ones those that appeared first. */
    private int[] best(double now, int visits) {
      int[] best = new int[alive];
      int found = 0;
      // The threshold is nearly the same at each step, so only pages near it are sorted.
      double least = threshold > 0 ? threshold * .8 : Double.NEGATIVE_INFINITY;
      for (int page = 0; page < alive; page++) {
        value[page] = value(page, now);
        if (value[page] >= least) {
          best[found++] = page;
        }
      }
      if (found < visits) {
        Arrays.setAll(best, page -> page);
        found = alive;
      }
      int[] order =
          Arrays.stream(best, 0, found)
              .boxed()
              .sorted((a, b) -> Double.compare(value[b], value[a]))
              .limit(visits)
              .mapToInt(Integer::intValue)
              .toArray();
      threshold = value[order[visits - 1]];
      return order;
    }

    private void visit(int number, double now) {
      int before = seen[number];
      score(number, now);
      boolean changed = seen[number] > before;
      if (rates == Rates.ADAPTIVE) {
        adapt(number, now, changed);
      } else if (rates == Rates.CRAWL) {
        Site own = site[number];
        double estimate = history[number].changeRate();
        boolean first = history[number].visits().visits() == 0;
        double days = days(number, now);
        prior[number] = priorNow(number);
        if (!first) {
          own.priorShape.add(
              PriorShape.predict(history[number].visits(), days, changed, prior[number].mean()));
        }
        history[number] = history[number].visited(days, changed, 0, prior[number].mean());
        rate[number] = history[number].changeRate(prior[number]);
        double difference = history[number].changeRate() - (first ? 0 : estimate);
        own.add(difference, first);
        own.directoryRates.add(directories[number], difference, first);
        all.add(difference, first);
        own.activity.observe(directories[number], last[number], now, changed, estimate);
      }
      last[number] = now;
    }

    private void adapt(int page, double now, boolean changed) {
      modified[page] = changed ? now : modified[page];
      AdaptiveInterval.Next next = ADAPTIVE.after(interval[page], now - modified[page], changed);
      interval[page] = next.interval();
      due[page] = now + next.delay();
    }

    /** Counts the time since the last visit, and sees the changes up to now. */
    private void score(int number, double now) {
      Page page = pages.get(number);
      int from = seen[number];
      int to = from;
      while (to < page.changes.length && page.changes[to] <= now) {
        to++;
      }
      for (Score score : scores) {
        score.add(page, last[number], now, from, to);
      }
      seen[number] = to;
    }
  }
}
