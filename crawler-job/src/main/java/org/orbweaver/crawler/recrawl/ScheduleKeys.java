package org.orbweaver.crawler.recrawl;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;

/** Settings of the recrawl policies: {@code docs/recrawl.md}. */
public final class ScheduleKeys implements KeySource {
  @Heading("Recrawl policy")
  public static final Key<String> POLICY =
      Key.ofChoice(
          "orbweaver.recrawl.policy",
          "auto",
          "When pages are visited again: at fixed intervals (db.fetch.interval.default); at"
              + " intervals that adapt to each page (adaptive, as in Nutch); or those pages first"
              + " whose visit is worth most within a budget: all in turn (uniform), for most fresh"
              + " pages (freshness), least age (age), or fewest missed changes (harmonic). auto:"
              + " harmonic where a budget is set, of the day or of a host, else fixed.",
          "auto",
          "fixed",
          "adaptive",
          "uniform",
          "freshness",
          "age",
          "harmonic");

  public static final Key<Long> BUDGET =
      Key.ofLong(
              "orbweaver.recrawl.budget.day",
              0,
              "Requests per day, all hosts together, under a policy with a budget; it accrues"
                  + " evenly, up to one day's. 0: as many visits as intervals of"
                  + " db.fetch.interval.default would need, and new pages without limit.")
          .from(0L);

  public static final Key<Integer> HOST_BUDGET =
      Key.ofInt(
              "orbweaver.recrawl.budget.host.day",
              0,
              "Requests per day to one host under a policy with a budget, at least one per fetch"
                  + " list. 0: no limit.")
          .from(0);

  public static final Key<Float> DISCOVERY_SHARE =
      Key.ofFloat(
              "orbweaver.recrawl.discovery.share",
              0.5f,
              "Share of a fetch list for URLs without a page so far, where both they and pages to"
                  + " visit again fill it, under a policy with a budget.")
          .between(0f, 1f);

  public static final Key<Integer> MIN_INTERVAL =
      Key.ofInt(
              "orbweaver.recrawl.interval.min.sec",
              3_600,
              "Minimum seconds between two fetches of a page under a policy that sets its times"
                  + " (one hour).")
          .from(1);

  public static final Key<Boolean> IMPORTANCE =
      Key.ofBoolean(
          "orbweaver.recrawl.importance",
          true,
          "Whether pages count by PageRank (the newest run's, scaled to a mean of 1) under a policy"
              + " with a budget; otherwise all count the same.");

  public static final Key<String> CLICKS_FILE =
      Key.ofString(
          "orbweaver.recrawl.clicks.file",
          "",
          "Local file of the pages that people opened from search, a JSON object with \"url\" on"
              + " each line (a click log of 'orb serve'): they count more under a policy with a"
              + " budget. Empty: none.");

  public static final Key<Float> CLICKS_WEIGHT =
      Key.ofFloat(
              "orbweaver.recrawl.clicks.weight",
              0.1f,
              "By how much clicks raise a page's importance: it counts 1 + weight * ln(1 + clicks);"
                  + " 0: not at all.")
          .between(0f, 10f);

  public static final Key<ChangeTest> CHANGE =
      Key.ofEnum(
          "orbweaver.recrawl.change",
          ChangeTest.CONTENT,
          "What counts as a change of a page: other bytes (bytes), another main content (content),"
              + " or one whose simhash differs by more than three of 64 bits"
              + " (simhash).");

  public static final Key<Float> TRUST_MIN =
      Key.ofFloat(
              "orbweaver.sitemap.trust.min",
              0.5f,
              "Minimum precision of the dates in a host's sitemaps and feeds for a newer one to"
                  + " make a page due: the share of announced changes that visits found, (found +"
                  + " 1)/(visits + 2).")
          .between(0f, 1f);

  public static final Key<Float> SLOWER =
      Key.ofFloat(
              "db.fetch.schedule.adaptive.inc_rate",
              0.4f,
              "Adaptive policy: share by which a page's interval grows after a visit that found it"
                  + " unchanged.")
          .from(0f);

  public static final Key<Float> FASTER =
      Key.ofFloat(
              "db.fetch.schedule.adaptive.dec_rate",
              0.2f,
              "Adaptive policy: share by which a page's interval shrinks after a visit that found"
                  + " it changed.")
          .between(0f, 1f);

  public static final Key<Float> SYNC =
      Key.ofFloat(
              "db.fetch.schedule.adaptive.sync_delta_rate",
              0.3f,
              "Adaptive policy: share of the time since a page's last change by which its next"
                  + " visit comes earlier.")
          .between(0f, 1f);

  /** For the service loader. */
  public ScheduleKeys() {}
}
