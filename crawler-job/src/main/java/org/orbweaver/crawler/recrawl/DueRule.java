package org.orbweaver.crawler.recrawl;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.crawler.conf.CrawlerKeys;

/**
 * Decides whether an entry of the crawldb may be in the next fetch list, and if not, why. Generate
 * and every forecast of it use this one rule. URL filters and budgets apply after it.
 */
public final class DueRule {
  /** Nutch's crawl.gen.delay: a URL marked as being in a fetch list is kept back for a week. */
  public static final long MARK_HOLDS_MILLIS = 7 * 86_400_000L;

  /** The verdict of the rule. */
  public enum Verdict {
    /** It may be fetched now. */
    DUE,
    /** Its fetch time has not come. */
    NOT_DUE,
    /** It is in a fetch list that update has not put into the crawldb. */
    WAITING,
    /** A setting refused it, and has not changed since: see {@link Refusal}. */
    REFUSED,
    /** Its score is below generate.min.score. */
    LOW_SCORE
  }

  private final Schedule schedule;
  private final Map<Refusal.Cause, String> fingerprints;
  private final float minScore;

  private DueRule(Schedule schedule, Map<Refusal.Cause, String> fingerprints, float minScore) {
    this.schedule = schedule;
    this.fingerprints = fingerprints;
    this.minScore = minScore;
  }

  /** The rule of a configuration. */
  public static DueRule of(Configuration conf) {
    return new DueRule(
        Schedule.of(conf),
        Refusal.Cause.fingerprints(conf),
        CrawlerKeys.GENERATE_MIN_SCORE.get(conf));
  }

  /** The rule for a URL, whose site may have an interval of its own. */
  public DueRule at(String url) {
    Schedule own = schedule.at(url);
    return own.ofSite() ? new DueRule(own, fingerprints, minScore) : this;
  }

  /**
   * Judges an entry.
   *
   * @param now milliseconds since 1970
   */
  public Verdict judge(CrawlDatum entry, long now) {
    return judge(entry, now, now);
  }

  /**
   * Judges an entry, looking ahead.
   *
   * @param now milliseconds since 1970
   * @param dueBy entries due by this time count as due
   */
  public Verdict judge(CrawlDatum entry, long now, long dueBy) {
    if (schedule.due(entry, now) > dueBy) {
      return Verdict.NOT_DUE;
    }
    Writable mark = entry.getMetaData().get(Nutch.WRITABLE_GENERATE_TIME_KEY);
    if (mark instanceof LongWritable time && time.get() + MARK_HOLDS_MILLIS > now) {
      return Verdict.WAITING;
    }
    Optional<Refusal> refusal = Refusal.of(entry);
    if (refusal.isPresent() && holds(refusal.get(), now)) {
      return Verdict.REFUSED;
    }
    return entry.getScore() < minScore ? Verdict.LOW_SCORE : Verdict.DUE;
  }

  /** When the entry's time has come: {@link Schedule#due}. */
  public long due(CrawlDatum entry, long now) {
    return schedule.due(entry, now);
  }

  /**
   * Whether a refusal still holds because the settings that caused it are the same. After the
   * longest interval the URL is tried again, since its host may have another address or Crawl-delay
   * by then.
   */
  private boolean holds(Refusal refusal, long now) {
    return refusal.fingerprint().equals(fingerprints.get(refusal.cause()))
        && now < refusal.time() + schedule.maxIntervalSeconds() * 1000L;
  }
}
