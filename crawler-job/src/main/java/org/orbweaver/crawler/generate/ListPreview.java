package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
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
  public record LeftOutUrls(
      GenerateCounter reason, long urls, String example, long dueMs, String remedy) {}

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
    Exclusions left = Exclusions.read(conf, notes);
    long known = result.get(GenerateCounter.DUE);
    List<LeftOutUrls> leftOut = new ArrayList<>();
    for (GenerateCounter reason : GenerateCounter.values()) {
      if (reason.isLeftOut()) {
        known += reason.compareTo(GenerateCounter.DUE) < 0 ? result.get(reason) : 0;
        add(leftOut, reason, result.get(reason), left.example(reason));
      }
    }
    long urls = result.get(GenerateCounter.TAKEN);
    return new ListPreview(
        request.now(),
        request.topN(),
        request.parts(),
        list,
        urls,
        result.get(GenerateCounter.DUE),
        known,
        leftOut,
        left.overBudget(MOST_HOSTS),
        urls == 0 ? GeneratePhase.whyNone(result) : "");
  }

  private static void add(
      List<LeftOutUrls> leftOut, GenerateCounter reason, long urls, Exclusions.Example example) {
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
}
