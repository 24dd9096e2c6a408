package org.orbweaver.crawler.fetch;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.fetch.task.FetchCounter;

/** Sums of the counts of several segments' fetches, from the log of steps. */
public final class FetchTotals {
  /** Prefix, in the log of steps, of the counts of earlier, interrupted runs. */
  static final String EARLIER = "earlier_";

  private final Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
  private final Map<FetchCounter, Long> earlier = new EnumMap<>(FetchCounter.class);

  /** The sums over these segments; segments fetched by another crawler add nothing. */
  public static FetchTotals of(List<StepRecord> history, Collection<String> segments) {
    FetchTotals totals = new FetchTotals();
    for (StepRecord step : history) {
      if (step.name().equals(FetchPhase.STEP) && segments.contains(step.key())) {
        for (FetchCounter counter : FetchCounter.values()) {
          String name = name(counter);
          totals.counts.merge(counter, value(step, name), Long::sum);
          totals.earlier.merge(counter, value(step, EARLIER + name), Long::sum);
        }
      }
    }
    return totals;
  }

  /** The segments whose fetch brought no page and no redirect; such rounds do not count. */
  public static Set<String> fruitless(List<StepRecord> history) {
    Set<String> segments = new HashSet<>();
    for (StepRecord step : history) {
      if (step.name().equals(FetchPhase.STEP)
          && isZero(step, FetchCounter.OK)
          && isZero(step, FetchCounter.NOT_MODIFIED)
          && isZero(step, FetchCounter.REDIRECTED)) {
        segments.add(step.key());
      }
    }
    return segments;
  }

  private static boolean isZero(StepRecord step, FetchCounter counter) {
    return "0".equals(step.results().get(name(counter)));
  }

  /** The name of a count in the log of steps. */
  static String name(FetchCounter counter) {
    return counter.name().toLowerCase(Locale.ROOT);
  }

  private static long value(StepRecord step, String name) {
    String value = step.results().get(name);
    return value == null ? 0 : Long.parseLong(value);
  }

  /** The share of a sum that interrupted runs counted. */
  public long earlier(FetchCounter counter) {
    return earlier.getOrDefault(counter, 0L);
  }

  /** One sum. */
  public long get(FetchCounter counter) {
    return counts.getOrDefault(counter, 0L);
  }

  /** Pages fetched, or found unchanged. */
  public long pages() {
    return get(FetchCounter.OK) + get(FetchCounter.NOT_MODIFIED);
  }

  /** URLs dealt with that brought neither a page nor a redirect. */
  public long unavailable() {
    return get(FetchCounter.GONE) + get(FetchCounter.FAILED) + get(FetchCounter.SKIPPED);
  }
}
