package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.LinkScore;
import org.orbweaver.crawler.page.spam.SpamSignals;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.score.Scoring;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.plugin.ScoringRule;

/**
 * Ranks URLs for a fetch list. New URLs are ranked by the configured order, lowered by depth and
 * spam. Pages that compete for visits are ranked by the current value of a visit: {@link
 * RecrawlPolicy#value} of their estimated change rate, their importance and the time since their
 * last visit, by the clock of their directory.
 */
public final class UrlPriority implements Closeable {
  private static final String HOSTS = "orbweaver.internal.generate.hosts";
  private static final Text SPAM_KEY = new Text(MetadataKeys.SPAM);
  private static final double MILLIS_PER_DAY = 86_400_000;

  private final PageRankOrder pageRank;
  private final Scoring scoring;
  private final DueUrl due = new DueUrl();
  private final boolean important;
  private final float spamWeight;
  private final float depthWeight;
  private final float clicksWeight;
  private final ClickCounts clicks;
  private final Schedule schedule;
  private final double guess;
  private final ClockIndex clocks;
  private final PageIndex pages;

  private UrlPriority(Configuration conf) throws IOException {
    pageRank = PageRankOrder.of(conf);
    scoring = Scoring.of(conf);
    important = ScheduleKeys.IMPORTANCE.get(conf);
    spamWeight = CrawlerKeys.GENERATE_SPAM_WEIGHT.get(conf);
    depthWeight = CrawlerKeys.GENERATE_DEPTH_WEIGHT.get(conf);
    clicksWeight = ScheduleKeys.CLICKS_WEIGHT.get(conf);
    clicks = ClickCounts.of(conf);
    schedule = Schedule.of(conf);
    String hosts = conf.get(HOSTS);
    clocks = hosts == null ? ClockIndex.EMPTY : ClockIndex.read(conf, new Path(hosts));
    pages = hosts == null ? PageIndex.EMPTY : PageIndex.read(conf, new Path(hosts));
    guess = RecordedHistory.guess(schedule.intervalSeconds());
  }

  /** Puts the data that {@link #of} reads into a job's configuration. */
  static void embed(Configuration conf, CrawlDir dir) throws IOException {
    PageRankOrder.embed(conf, dir);
    RecrawlPolicy policy = Schedule.of(conf).policy();
    if (policy != null && policy != RecrawlPolicy.UNIFORM) {
      conf.set(HOSTS, dir.hosts().toString());
      ClickCounts.embed(conf);
    }
  }

  /** Reads the embedded data in a task. */
  static UrlPriority of(Configuration conf) throws IOException {
    return new UrlPriority(conf);
  }

  /** The priorities of a crawl, which is only read. */
  public static UrlPriority of(Configuration conf, CrawlDir dir) throws IOException {
    Configuration own = new Configuration(conf);
    embed(own, dir);
    return new UrlPriority(own);
  }

  /** Whether an entry is a page or redirect to visit again under a policy with a budget. */
  boolean isRevisit(CrawlDatum entry) {
    return schedule.policy() != null && LastFetch.wasThere(entry) && !SitemapMark.isOn(entry);
  }

  /**
   * The rank of a due URL among the URLs to visit again, if it is one of them, else among the
   * others.
   *
   * @param now milliseconds since 1970
   */
  float of(Text url, CrawlDatum entry, long now) throws IOException {
    if (isRevisit(entry)) {
      // Otherwise it is due for another reason: a sitemap announced a change, or a visit was
      // deferred.
      return schedule.competes(entry, now)
          ? (float) value(url, entry, now)
          : Float.POSITIVE_INFINITY;
    }
    due.url = url;
    due.entry = entry;
    due.millis = now - entry.getFetchTime();
    due.rank = entry.getScore();
    if (scoring.usesPageRank() && pageRank != null) {
      due.rank = pageRank.rank(url, due.rank);
    }
    return scoring.priority(due) * weight(url, entry);
  }

  /** The URL whose place is asked for: one object for all. */
  private static final class DueUrl implements ScoringRule.Candidate {
    private Text url;
    private CrawlDatum entry;
    private float rank;
    private long millis;

    @Override
    public String url() {
      return url.toString();
    }

    @Override
    public float score() {
      return entry.getScore();
    }

    @Override
    public float pageRank() {
      return rank;
    }

    @Override
    public float dueSeconds() {
      return millis / 1e3f;
    }
  }

  /** Counts in a task what failed. */
  void count(TaskAttemptContext context) {
    scoring.count(context);
  }

  private float weight(Text url, CrawlDatum entry) {
    double weight =
        depthWeight == 0 ? 1 : Math.pow(1 + LinkScore.depth(url.toString()), -depthWeight);
    Writable spam = spamWeight == 0 ? null : entry.getMetaData().get(SPAM_KEY);
    return (float)
        (spam == null ? weight : weight * (1 - spamWeight * SpamSignals.scoreOf(spam.toString())));
  }

  /** The value of a visit to a page that competes. */
  public double value(Text url, CrawlDatum entry, long now) throws IOException {
    double days = days(url, entry, now);
    return schedule.policy().value(changeRate(url, entry), importance(url, entry), days);
  }

  /** Days since the last fetch, by the clock of its directory. */
  private double days(Text url, CrawlDatum entry, long now) {
    long last = LastFetch.of(entry, now);
    return last >= now ? 0 : clocks.days(url.toString(), last, now);
  }

  /**
   * The time at which a visit to a page that competes will be worth a price, milliseconds since
   * 1970; empty for never.
   */
  public Optional<Long> visitAt(Text url, CrawlDatum entry, double price, long now)
      throws IOException {
    double days = schedule.policy().interval(changeRate(url, entry), importance(url, entry), price);
    return days > 1e6
        ? Optional.empty()
        : Optional.of(now + (long) ((days - days(url, entry, now)) * MILLIS_PER_DAY));
  }

  /**
   * The importance of a page: its rank relative to the mean, lowered by depth and spam and raised
   * by clicks.
   */
  public double importance(Text url, CrawlDatum entry) throws IOException {
    float rank = important && pageRank != null ? pageRank.rank(url, 1) : 1;
    return rank * weight(url, entry) * (1 + clicksWeight * Math.log1p(clicks(url)));
  }

  /** How often a page was opened from search; 0 if clicks do not count. */
  public int clicks(Text url) {
    return clicks.of(url.toString());
  }

  /**
   * Changes per day, estimated from the page's visits and the current records of its directory and
   * host; under a policy that does not use those, as of the last update.
   */
  public double changeRate(Text url, CrawlDatum entry) {
    PageHistory history = RecordedHistory.of(entry);
    if (history != null && pages == PageIndex.EMPTY) {
      return history.changeRate();
    }
    Prior prior = pages.prior(url.toString(), guess);
    return history == null ? prior.mean() : history.changeRate(prior);
  }

  @Override
  public void close() {
    if (pageRank != null) {
      pageRank.close();
    }
  }
}
