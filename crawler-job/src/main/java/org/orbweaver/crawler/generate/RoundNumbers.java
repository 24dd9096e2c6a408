package org.orbweaver.crawler.generate;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.fetch.FetchTotals;

/**
 * The numbers of a crawl's rounds, from 1, by their segments. A round that fetched nothing gives
 * its number to the next one, so that a crawl whose settings were wrong starts from 1 again. The
 * record of each fetch list contains its number, since the log may have dropped the rounds before
 * it.
 */
public final class RoundNumbers {
  /** The result of generate that holds the number. */
  static final String ROUND = "round";

  private final TreeMap<String, Integer> bySegment = new TreeMap<>();
  private final int next;

  private RoundNumbers(List<StepRecord> history, Collection<String> segments) {
    Map<String, String> recorded = new TreeMap<>();
    for (StepRecord step : history) {
      if (step.name().equals(GeneratePhase.STEP)) {
        recorded.put(step.key(), step.results().getOrDefault(ROUND, ""));
      }
    }
    Set<String> fruitless = FetchTotals.fruitless(history);
    fruitless.retainAll(CrawlDb.segments(history));
    Set<String> names = new TreeSet<>(recorded.keySet());
    names.addAll(segments);
    int number = 1;
    for (String name : names) {
      String own = recorded.getOrDefault(name, "");
      number = own.isEmpty() ? number : Integer.parseInt(own);
      bySegment.put(name, number);
      number += fruitless.contains(name) ? 0 : 1;
    }
    this.next = number;
  }

  /** The numbers of the fetch lists in this crawl's log of steps. */
  public static RoundNumbers of(List<StepRecord> history) {
    return new RoundNumbers(history, List.of());
  }

  /** As {@link #of(List)}, also numbering segments that were made elsewhere, in order of time. */
  public static RoundNumbers of(List<StepRecord> history, Collection<String> segments) {
    return new RoundNumbers(history, segments);
  }

  /** The rounds' numbers by the names of their segments, oldest first. */
  public Map<String, Integer> bySegment() {
    return bySegment;
  }

  /** The number of the next fetch list. */
  public int next() {
    return next;
  }
}
