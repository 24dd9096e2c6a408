package org.orbweaver.bench.recrawl;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Rates;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Score;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code scripts/bench recrawl FILE}: runs policies on a history of changes and prints
 * one row for each score.
 */
@Command(
    name = "recrawl",
    description = {
      "Replay known changes of pages, and show how fresh each recrawl policy keeps them.",
      "FILE has a line 'page<TAB>epoch seconds' for each change, in any order; a page appears at"
          + " its first. Each day the budget goes to the pages that the policy values most. Rates"
          + " come from the visits alone, as a crawl learns them (crawl); known ones are computed"
          + " from the whole history, as the optimum to compare with. Gap: the share of the way"
          + " from uniform visits to known rates, late, in freshness and in the policy's own"
          + " objective."
    },
    footer = {
      "  scripts/bench recrawl changes.tsv --budget-days 30",
      "  scripts/bench recrawl changes.tsv --budget-days 180 --policy all --json",
      "  scripts/bench recrawl --poisson 100000 --budget-days 10"
    })
public final class RecrawlSimulationCommand extends BaseCommand {
  private static final double TWO_YEARS = 730;
  private static final double LEAST_SHARE = .1;
  private static final double LEAST_WAY = .002;
  private static final String ROW = "%-12s %-8s %-10s%9s%9s%9s  %9s%9s%9s %8s%8s";
  private static final int COLUMNS = 11;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "Pages and times of changes.")
  private Path file;

  @Option(
      names = "--budget-days",
      paramLabel = "N",
      required = true,
      description = "Visits: each page once in N days on average.")
  @Range(from = .1, to = 36_500)
  private double budgetDays;

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "uniform, proportional, freshness, age, harmonic, or all. Default: harmonic.")
  private String policy = "harmonic";

  @Option(
      names = "--importance",
      paramLabel = "FILE",
      description = "Lines 'page<TAB>weight'; pages that it does not name have 0. Default: all 1.")
  private Path importance;

  @Option(
      names = "--poisson",
      paramLabel = "PAGES",
      description =
          "No FILE, but a year of made-up pages: Poisson changes, log-normal rates, importance by"
              + " Zipf's law. Also shows the optimum in theory, and Nutch's adaptive schedule.")
  @Range(from = 1, to = 10_000_000)
  private Integer poisson;

  @Option(names = "--seed", paramLabel = "N", description = "Of the made-up pages. Default: 1.")
  private long seed = 1;

  @Option(names = "--json", description = "Print JSON, one object per row.")
  private boolean json;

  private ChangeLog log;
  private RecrawlSimulation simulation;
  private double late;
  private List<Score> uniform;

  @Override
  protected int run() {
    List<RecrawlPolicy> policies = policies();
    if ((file == null) == (poisson == null)) {
      throw OrbException.usage("expected FILE or --poisson PAGES");
    }
    log = poisson == null ? ChangeLog.read(file, importance) : ChangeLog.poisson(poisson, seed);
    if (log.days() < budgetDays) {
      throw OrbException.usage(
          "--budget-days: expected less than the history, " + number(log.days()) + " days");
    }
    boolean isLong = log.days() * (1 - LEAST_SHARE) > TWO_YEARS;
    late = isLong ? TWO_YEARS : log.days() / 2;
    simulation = new RecrawlSimulation(log.pages(), log.days(), budgetDays, 0, late);
    uniform = simulation.run(RecrawlPolicy.UNIFORM, Rates.KNOWN);
    header(isLong);
    rows("uniform", "none", uniform, null);
    rows("proportional", "known", simulation.run(RecrawlPolicy.PROPORTIONAL, Rates.KNOWN), null);
    rows("adaptive", "none", simulation.run(RecrawlPolicy.UNIFORM, Rates.ADAPTIVE), null);
    policies.forEach(this::compare);
    return ExitCode.OK.code();
  }

  private List<RecrawlPolicy> policies() {
    if (policy.equals("all")) {
      return List.of(RecrawlPolicy.values());
    }
    return Arrays.stream(RecrawlPolicy.values())
        .filter(each -> name(each).equals(policy))
        .findFirst()
        .map(List::of)
        .orElseThrow(
            () ->
                OrbException.usage(
                    "--policy: expected uniform, proportional, freshness, age, harmonic or all,"
                        + " got '"
                        + policy
                        + "'"));
  }

  private static String name(RecrawlPolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT);
  }

  private void compare(RecrawlPolicy each) {
    if (each == RecrawlPolicy.UNIFORM) {
      return;
    }
    List<Score> known = simulation.run(each, Rates.KNOWN);
    if (each != RecrawlPolicy.PROPORTIONAL) {
      rows(name(each), "known", known, null);
    }
    rows(name(each), "crawl", simulation.run(each, Rates.CRAWL), known);
    if (poisson != null && each != RecrawlPolicy.PROPORTIONAL) {
      optimum(each);
    }
  }

  private void header(boolean isLong) {
    if (!json) {
      console()
          .linef(
              "%d pages, %.0f days, a visit to each in %.1f days on average. Late: %s, from day"
                  + " %.0f on.",
              log.pages().size(),
              log.days(),
              budgetDays,
              isLong ? "after two years" : "the second half",
              late);
      String headings = "policy,rates,mean over,fresh,age,missed,late: fr.,age,missed,gap fr.,own";
      console().linef(ROW, (Object[]) headings.split(",", COLUMNS));
    }
  }

  /**
   * Prints the rows of a policy. Scores come over all time and late, each by page and by
   * importance.
   */
  private void rows(String name, String rates, List<Score> scores, List<Score> known) {
    row(name, rates, scores, known, 0);
    if (importance != null || poisson != null) {
      row(name, rates, scores, known, 1);
    }
  }

  private void row(String name, String rates, List<Score> scores, List<Score> known, int mean) {
    Score all = scores.get(mean);
    Score end = scores.get(mean + 2);
    Fields row =
        new Fields()
            .with("policy", name)
            .with("rates", rates)
            .with("mean", mean == 0 ? "pages" : "importance")
            .with("freshness", all.freshness())
            .with("age_days", all.age())
            .with("harmonic_penalty", all.harmonicPenalty())
            .with("late_freshness", end.freshness())
            .with("late_age_days", end.age())
            .with("late_harmonic_penalty", end.harmonicPenalty());
    ToDoubleFunction<Score> own = objective(name);
    row.with("late_gap_freshness", gap(scores, known, mean + 2, Score::freshness))
        .with("late_gap_objective", gap(scores, known, mean + 2, own))
        .with("gap_freshness", gap(scores, known, mean, Score::freshness))
        .with("gap_objective", gap(scores, known, mean, own));
    if (json) {
      console().line(Json.line(row.with("late_from_day", late)));
    } else {
      console()
          .linef(
              ROW,
              row.values().stream().limit(COLUMNS).map(RecrawlSimulationCommand::cell).toArray());
    }
  }

  private static Object cell(Object value) {
    return value instanceof Double number ? number(number) : value == null ? "" : value;
  }

  /** The share of the way from uniform visits to known rates; null if they hardly differ. */
  private Double gap(
      List<Score> scores, List<Score> known, int index, ToDoubleFunction<Score> score) {
    if (known == null) {
      return null;
    }
    double from = score.applyAsDouble(uniform.get(index));
    double way = score.applyAsDouble(known.get(index)) - from;
    return Math.abs(way) < LEAST_WAY * from
        ? null
        : Double.valueOf((score.applyAsDouble(scores.get(index)) - from) / way);
  }

  /**
   * The score that a policy optimises; proportional visits optimise none, and are judged by
   * freshness.
   */
  private static ToDoubleFunction<Score> objective(String policy) {
    return switch (policy) {
      case "age" -> Score::age;
      case "harmonic" -> Score::harmonicPenalty;
      default -> Score::freshness;
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  /** The optimum of the policy's own objective for the true rates, weighted by importance. */
  private void optimum(RecrawlPolicy each) {
    VisitBudget budget = new VisitBudget();
    log.pages().forEach(page -> budget.add(page.knownRate(), page.importance()));
    double visits = log.pages().size() / budgetDays;
    double fixed = budget.atFixedIntervals(each, visits);
    double poissonVisits = budget.atPoissonVisits(each, visits);
    String unit =
        each == RecrawlPolicy.FRESHNESS
            ? "1 - freshness"
            : each == RecrawlPolicy.AGE ? "age, days" : "missed";
    if (json) {
      console()
          .line(
              Json.line(
                  new Fields()
                      .with("policy", name(each))
                      .with("mean", "importance")
                      .with("objective", unit)
                      .with("optimum_fixed_intervals", fixed)
                      .with("optimum_poisson_visits", poissonVisits)));
    } else {
      console()
          .linef(
              "%-12s optimum, by importance: %s %s at fixed intervals, %s at Poisson visits",
              name(each), unit, number(fixed), number(poissonVisits));
    }
  }
}
