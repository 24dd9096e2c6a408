package org.orbweaver.orb.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.update.UpdatePhase;

/**
 * When the current round may end: between the times that it takes at the pace, in seconds a URL, of
 * the fastest and the slowest of the last rounds. There is none with fewer than two rounds to go
 * by, nor once the round has taken longer than at the slowest pace. The number of later rounds is
 * not known, so nothing is said of the crawl's end.
 *
 * @param urls on the round's list
 * @param rounds by whose pace it is estimated
 */
public record RoundEta(long urls, int rounds, Instant earliest, Instant latest) {
  private static final int LEAST_ROUNDS = 2;
  private static final int MOST_ROUNDS = 5;

  /** The estimate for the round whose list was made last, if its results are still to come. */
  static Optional<RoundEta> of(List<StepRecord> history, Instant now) {
    Map<String, StepRecord> lists = new LinkedHashMap<>();
    List<Double> paces = new ArrayList<>();
    for (StepRecord step : history) {
      if (step.name().equals(ReportReader.GENERATE)) {
        lists.remove(step.key());
        lists.put(step.key(), step);
      } else if (step.name().equals(UpdatePhase.STEP) && lists.containsKey(step.key())) {
        StepRecord list = lists.remove(step.key());
        if (urls(list) > 0) {
          double seconds = Duration.between(list.time(), step.time()).toMillis() / 1e3;
          paces.add(Math.max(0, seconds) / urls(list));
        }
      }
    }
    StepRecord current = lists.values().stream().reduce((first, last) -> last).orElse(null);
    if (current == null || urls(current) == 0 || paces.size() < LEAST_ROUNDS) {
      return Optional.empty();
    }
    List<Double> last = paces.subList(Math.max(0, paces.size() - MOST_ROUNDS), paces.size());
    Instant earliest = after(current, last.stream().min(Double::compare).orElseThrow());
    Instant latest = after(current, last.stream().max(Double::compare).orElseThrow());
    return latest.isAfter(now)
        ? Optional.of(
            new RoundEta(
                urls(current), last.size(), earliest.isAfter(now) ? earliest : now, latest))
        : Optional.empty();
  }

  private static Instant after(StepRecord list, double pace) {
    return list.time().plusMillis((long) (1000 * pace * urls(list)));
  }

  private static long urls(StepRecord list) {
    // Written by us, but a log can be damaged.
    return list.results().getOrDefault("urls", "").matches("\\d{1,12}") ? list.count("urls") : 0;
  }
}
