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
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;

/**
 * URLs of some fetch lists that brought no page, for one cause.
 *
 * @param count how many
 * @param url one of them; empty where none was found among the records looked at
 * @param detail what its record says
 */
public record Unavailable(Cause cause, long count, String url, String detail) {
  /** Records looked at for examples: an example is worth a second, not an hour. */
  private static final long MOST_RECORDS = 1_000_000;

  /**
   * All causes in some segments, most URLs first.
   *
   * @param counts of these segments' fetches
   */
  public static List<Unavailable> in(
      Configuration conf, CrawlDir dir, List<String> segments, FetchTotals counts)
      throws IOException {
    Map<Cause, Long> found = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      long count = cause.counters().stream().mapToLong(counts::get).sum();
      if (count > 0) {
        found.put(cause, count);
      }
    }
    Map<Cause, Unavailable> examples = examples(conf, dir, segments, found);
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

  private static Map<Cause, Unavailable> examples(
      Configuration conf, CrawlDir dir, List<String> segments, Map<Cause, Long> found)
      throws IOException {
    Map<Cause, Unavailable> examples = new EnumMap<>(Cause.class);
    long records = 0;
    for (String segment : segments) {
      Path folder = new Path(dir.segment(segment), CrawlDatum.FETCH_DIR_NAME);
      for (Path part : Parts.of(dir.fs(), folder)) {
        try (PartReader<CrawlDatum> in = new PartReader<>(conf, part, CrawlDatum.class)) {
          while (examples.size() < found.size() && records++ < MOST_RECORDS && in.next()) {
            CrawlDatum record = in.value();
            Cause cause = Cause.of(record).orElse(null);
            if (found.containsKey(cause) && !examples.containsKey(cause)) {
              examples.put(
                  cause,
                  new Unavailable(
                      cause, found.get(cause), in.key().toString(), Cause.detail(record)));
            }
          }
        }
      }
    }
    return examples;
  }

  /**
   * Lines for people: the count and the cause, an example, and what to do.
   *
   * @param remedies whether also where the cause is not a setting
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
