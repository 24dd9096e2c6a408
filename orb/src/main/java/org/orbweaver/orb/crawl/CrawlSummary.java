package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.fetch.FetchTotals;
import org.orbweaver.crawler.fetch.Unavailable;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.orb.report.CrawlReport.Scored;
import org.orbweaver.orb.report.ReportReader;

/**
 * The summary of a crawl at its end: its current state, requests of this run, unavailable URLs with
 * reasons, changes found by a recrawl, and the pages that rank highest. All but the examples and
 * the ranks come from the log of steps, so that it is cheap for large crawls too.
 */
public final class CrawlSummary {
  private static final int TOP = 5;

  /** Larger score files are not read for five lines: 'orb read pagerank --top' does. */
  private static final long MAX_SCORE_BYTES = 64L << 20;

  private final Configuration conf;
  private final CrawlDir dir;
  private final Console console;
  private final List<StepRecord> updates = new ArrayList<>();
  private final List<String> segments;
  private final FetchTotals fetched;

  /**
   * A summary.
   *
   * @param segments to report on, which the crawldb holds
   */
  public CrawlSummary(Session session, Collection<String> segments) {
    this.conf = session.conf();
    this.dir = session.dir();
    this.console = session.console();
    this.segments = List.copyOf(segments);
    this.fetched = FetchTotals.of(session.steps().history(), segments);
    for (StepRecord step : session.steps().history()) {
      if (step.name().equals(UpdatePhase.STEP)
          && step.segments().stream().anyMatch(segments::contains)) {
        updates.add(step);
      }
    }
  }

  /**
   * Prints the summary; if nothing was fetched, only that, with the remedies.
   *
   * @param seconds of the run; negative if the segments are those of several runs
   */
  public void print(double seconds) throws IOException {
    if (updates.isEmpty()) {
      return;
    }
    boolean nothing = fetched.pages() == 0;
    if (!nothing) {
      found();
    }
    run(seconds);
    unavailable(nothing);
    if (!nothing) {
      ranked("Top " + TOP + " by PageRank", dir.pageRanks(), "scores");
    }
  }

  private void found() {
    console.line("");
    console.line("What the crawl found");
    counted(latest(CrawlDbCounter.FETCHED) + latest(CrawlDbCounter.NOT_MODIFIED), "page", "pages");
    counted(latest(CrawlDbCounter.DUPLICATE), "duplicate", "duplicates");
    counted(latest(CrawlDbCounter.REDIRECTED), "redirect", "redirects");
    counted(latest(CrawlDbCounter.GONE), "URL unavailable", "URLs unavailable");
    for (NonContent kind : NonContent.values()) {
      counted(latest(CrawlDbCounter.of(kind)), kind.noun(), kind.nouns());
    }
    counted(latest(CrawlDbCounter.UNFETCHED), "URL not fetched yet", "URLs not fetched yet");
  }

  private void counted(long n, String singular, String plural) {
    if (n > 0) {
      console.linef("  %,6d %s", n, n == 1 ? singular : plural);
    }
  }

  private void run(double seconds) {
    boolean all = seconds < 0;
    long before = all ? 0 : fetched.earlier(FetchCounter.REQUESTS);
    long bytesBefore = all ? 0 : fetched.earlier(FetchCounter.BYTES);
    console.line("");
    console.linef(
        "%s: %s, %s%s, %.1f MB%s",
        all ? "So far" : "This run",
        Count.of(segments.size(), "round"),
        Count.of(fetched.get(FetchCounter.REQUESTS) - before, "request"),
        before == 0 ? "" : " after " + before + " before the interruption",
        (fetched.get(FetchCounter.BYTES) - bytesBefore) / 1e6,
        all ? "" : ", " + time(seconds));
    long known =
        sum(CrawlDbCounter.PAGES_CHANGED)
            + sum(CrawlDbCounter.PAGES_SAME)
            + sum(CrawlDbCounter.PAGES_GONE)
            + sum(CrawlDbCounter.PAGES_MOVED);
    if (known > 0) {
      console.linef(
          "  pages: %,d new, %,d changed, %,d not modified, %,d gone, %,d moved",
          sum(CrawlDbCounter.PAGES_NEW),
          sum(CrawlDbCounter.PAGES_CHANGED),
          sum(CrawlDbCounter.PAGES_SAME),
          sum(CrawlDbCounter.PAGES_GONE),
          sum(CrawlDbCounter.PAGES_MOVED));
    }
  }

  static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 120
        ? whole + " s"
        : whole < 7200
            ? whole / 60 + " min"
            : String.format(Locale.ROOT, "%d h %d min", whole / 3600, whole / 60 % 60);
  }

  private void unavailable(boolean remedies) throws IOException {
    List<Unavailable> causes = Unavailable.in(conf, dir, segments, fetched);
    if (causes.isEmpty()) {
      return;
    }
    console.linef("  %s yielded no page:", Count.of(fetched.unavailable(), "URL"));
    for (Unavailable cause : causes) {
      cause.lines(remedies).forEach(console::line);
    }
  }

  /** The pages with the highest scores of the newest run under a folder of runs. */
  public void ranked(String title, Path runs, String scores) throws IOException {
    Path run = RankingRuns.newestPlain(dir, runs).orElse(null);
    if (run == null
        || dir.fs().getContentSummary(new Path(run, scores)).getLength() > MAX_SCORE_BYTES) {
      return;
    }
    console.line("");
    console.line(title);
    for (Scored page : ReportReader.top(conf, new Path(run, scores), TOP)) {
      console.linef("  %.4f  %s", page.score(), Console.safe(page.url()));
    }
  }

  private long latest(CrawlDbCounter counter) {
    return updates.get(updates.size() - 1).count(counter.name());
  }

  private long sum(CrawlDbCounter counter) {
    return updates.stream().mapToLong(step -> step.count(counter.name())).sum();
  }
}
