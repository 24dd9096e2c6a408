package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.store.CrawlDir;

/**
 * The fetch list that generate would make now, made by generate's own jobs in a folder outside the
 * crawl.
 *
 * @param now milliseconds since 1970: what is due then
 * @param topN the longest that the list may be
 * @param parts fetch tasks
 * @param list its folder, with a file for each part; missing where there are no URLs
 * @param urls in the list
 * @param due URLs of the crawldb that are due
 * @param known URLs in the crawldb
 * @param leftOut why the others are not in it
 * @param overBudget hosts with most URLs over generate.max.count, and how many each has
 * @param whyNone where there are no URLs: why, for people
 */
public record ListPreview(
    long now,
    long topN,
    int parts,
    Path list,
    long urls,
    long due,
    long known,
    List<LeftOutUrls> leftOut,
    List<Map.Entry<String, Long>> overBudget,
    String whyNone) {
  /** Hosts over budget that are named. */
  private static final int MOST_HOSTS = 10;

  /**
   * URLs left out for one reason.
   *
   * @param reason why
   * @param urls how many
   * @param example one of them; the first to be due where that is a question of time; null where
   *     none was looked at
   * @param dueMs when the example will be due, milliseconds since 1970; 0: not a question of time
   * @param remedy what would let the example in, or empty
   */
  public record LeftOutUrls(Reason reason, long urls, String example, long dueMs, String remedy) {}

  /** Why a URL is not in the list. */
  public enum Reason {
    /** Its time has not come. */
    NOT_DUE,
    /** It is in another list. */
    WAITING,
    /** A setting refused it, and has not changed since. */
    REFUSED,
    /** Its score is below generate.min.score. */
    LOW_SCORE,
    /** Its host serves nothing, and is not tried yet. */
    HOST_OUTAGE,
    /** The URL filters refuse it. */
    FILTERED,
    /** Its host serves nothing, and is tried with another URL. */
    HOST_PROBED,
    /** It is beyond generate.max.count of its host or domain. */
    OVER_BUDGET,
    /** It is due, but the list was full before its turn came. */
    BEYOND_TOP_N
  }

  /**
   * Makes the list.
   *
   * @param work a folder for the list and what is made on the way; the caller deletes it
   */
  public static ListPreview make(
      Configuration conf,
      CrawlDir dir,
      Console console,
      Clock clock,
      GeneratePhase.Options options,
      Path work)
      throws IOException {
    ListRequest request =
        ListRequest.of(new Configuration(conf), dir, console, clock, options, false);
    Path notes = new Path(work, "left-out");
    request.conf().set(Exclusions.FOLDER, notes.toString());
    Path segment = new Path(work, "segment");
    Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
    GenerateJob.Result result = GenerateJob.run(request, segment, new Path(work, "candidates"));
    Counters counters = result.counters();
    Exclusions left = Exclusions.read(conf, notes);
    long due = count(counters, GenerateCounter.DUE);
    long known = due;
    List<LeftOutUrls> leftOut = new ArrayList<>();
    long beyond = due - result.urls();
    for (Reason reason : Reason.values()) {
      if (reason == Reason.BEYOND_TOP_N) {
        add(leftOut, reason, beyond, null);
        continue;
      }
      GenerateCounter counter = GenerateCounter.valueOf(reason.name());
      long urls = count(counters, counter);
      if (reason == Reason.FILTERED
          || reason == Reason.HOST_PROBED
          || reason == Reason.OVER_BUDGET) {
        beyond -= urls;
      } else {
        known += urls;
      }
      add(leftOut, reason, urls, left.example(counter));
    }
    return new ListPreview(
        request.now(),
        request.topN(),
        request.parts(),
        list,
        result.urls(),
        due,
        known,
        leftOut,
        left.overBudget(MOST_HOSTS),
        result.urls() == 0 ? GeneratePhase.whyNone(counters, result.open()) : "");
  }

  private static void add(
      List<LeftOutUrls> leftOut, Reason reason, long urls, Exclusions.Example example) {
    if (urls > 0) {
      leftOut.add(
          new LeftOutUrls(
              reason,
              urls,
              example == null ? null : example.url(),
              example == null ? 0 : example.dueMs(),
              example == null ? "" : example.remedy()));
    }
  }

  private static long count(Counters counters, GenerateCounter counter) {
    return counters.findCounter(counter).getValue();
  }
}
