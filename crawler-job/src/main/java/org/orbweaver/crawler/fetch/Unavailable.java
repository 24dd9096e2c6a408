package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;

/**
 * URLs of some fetch lists that brought no page, for one cause.
 *
 * @param cause the first of the counters that have it
 * @param count number of URLs
 * @param url one of them; empty if none was found among the records looked at
 * @param detail the detail in its record
 */
public record Unavailable(FetchCounter cause, long count, String url, String detail) {
  /** The limit of records read in search of examples: an example is worth a second, not an hour. */
  private static final long MOST_RECORDS = 1_000_000;

  /** All causes in some segments, those of most URLs first. */
  public static List<Unavailable> in(
      Configuration conf, CrawlDir dir, List<String> segments, FetchTotals counts)
      throws IOException {
    Map<FetchCounter, Long> found = new EnumMap<>(FetchCounter.class);
    for (FetchCounter counter : FetchCounter.values()) {
      if (!counter.description().isEmpty() && counts.get(counter) > 0) {
        found.merge(counter.cause(), counts.get(counter), Long::sum);
      }
    }
    Map<FetchCounter, Unavailable> examples = examples(conf, dir, segments, found);
    List<Unavailable> all = new ArrayList<>();
    found.forEach(
        (cause, count) ->
            all.add(
                examples.containsKey(cause)
                    ? examples.get(cause)
                    : new Unavailable(cause, count, "", "")));
    all.sort((a, b) -> Long.compare(b.count(), a.count()));
    return all;
  }

  private static Map<FetchCounter, Unavailable> examples(
      Configuration conf, CrawlDir dir, List<String> segments, Map<FetchCounter, Long> found)
      throws IOException {
    Map<FetchCounter, Unavailable> examples = new EnumMap<>(FetchCounter.class);
    long records = 0;
    for (String segment : segments) {
      Path folder = new Path(dir.segment(segment), CrawlDatum.FETCH_DIR_NAME);
      for (Path part : Parts.of(dir.fs(), folder)) {
        try (PartReader<CrawlDatum> in = new PartReader<>(conf, part, CrawlDatum.class)) {
          while (examples.size() < found.size() && records++ < MOST_RECORDS && in.next()) {
            CrawlDatum record = in.value();
            FetchCounter cause = Outcome.counterOf(record).map(FetchCounter::cause).orElse(null);
            if (found.containsKey(cause) && !examples.containsKey(cause)) {
              examples.put(
                  cause,
                  new Unavailable(
                      cause, found.get(cause), in.key().toString(), Outcome.detail(record)));
            }
          }
        }
      }
    }
    return examples;
  }

  /**
   * Lines for people: the count and the cause, an example, and the remedy.
   *
   * @param remedies whether to give remedies also for causes other than settings
   */
  public List<String> lines(boolean remedies) {
    List<String> lines = new ArrayList<>();
    lines.add(String.format(Locale.ROOT, "  %,6d %s", count, cause.description()));
    if (!url.isEmpty()) {
      String why = detail.isEmpty() ? "" : " (" + detail + ")";
      lines.add("         for example " + Console.safe(url + why));
    }
    if ((remedies || cause.isRefusal()) && !cause.remedy().isEmpty()) {
      lines.add("         " + cause.remedy());
    }
    return lines;
  }
}
