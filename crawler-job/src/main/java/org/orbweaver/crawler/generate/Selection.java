package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.schedule.HostBackOff;
import org.orbweaver.crawler.schedule.HostBackOff.Admission;
import org.orbweaver.crawler.schedule.LastFetch;
import org.orbweaver.crawler.trap.UrlTemplate;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * Selects the best topN of URLs that come best first: what the filters accept, and no more of a
 * group than its budget; of a host with an outage one, as a probe, and of a URL template without
 * new pages a few ({@link PageBudgets}). Filters are asked only about URLs that come to their turn.
 */
final class Selection {
  private final GenerateSettings settings;
  private final UrlFilters filters;
  private final HostAdmission hosts;
  private final Consumer<GenerateCounter> counters;
  private final Exclusions exclusions;
  private final Budget budget;
  private final PageBudgets pageBudgets;
  private final Budget hostQuota;
  private long taken;
  private long visits;
  private float price;

  /**
   * Nothing selected yet.
   *
   * @param exclusions gets what is left out, or null
   */
  Selection(
      GenerateSettings settings,
      UrlFilters filters,
      HostAdmission hosts,
      PageBudgets pageBudgets,
      Consumer<GenerateCounter> counters,
      Exclusions exclusions) {
    this.settings = settings;
    this.filters = filters;
    this.hosts = hosts;
    this.pageBudgets = pageBudgets;
    this.counters = counters;
    this.exclusions = exclusions;
    this.budget = new Budget(settings.maxCount());
    this.hostQuota = new Budget(settings.quota().ofHost());
  }

  /** Whether it takes no more. */
  boolean isFull() {
    return taken >= settings.topN();
  }

  /** Whether it takes no more pages to visit again. */
  boolean hasAllVisits() {
    return isFull() || visits >= settings.quota().visits();
  }

  /** The rank of the last page to visit again, where there was no place for more; else 0. */
  float price() {
    return hasAllVisits() && Float.isFinite(price) ? price : 0;
  }

  /**
   * Takes the next URL, or leaves it out.
   *
   * @param revisit whether it is a page to visit again, which come after all others
   */
  boolean take(String url, CrawlDatum datum, boolean revisit, float rank) {
    if (!revisit && taken >= settings.quota().fresh()) {
      return false;
    }
    boolean sitemap = SitemapMark.isOn(datum);
    if (!(sitemap ? filters.acceptsSitemap(url) : filters.accepts(url))) {
      exclude(GenerateCounter.FILTERED, url);
      return false;
    }
    if (!hosts.take(url)) {
      exclude(GenerateCounter.HOST_PROBED, url);
      return false;
    }
    if (!pageBudgets.takeProbe(url, datum)) {
      exclude(GenerateCounter.NOTHING_NEW, url, UrlTemplate.of(url));
      return false;
    }
    String group = HostAddresses.groupOf(settings.countBy(), url, datum);
    if (!budget.take(group)) {
      exclude(GenerateCounter.OVER_BUDGET, url);
      if (exclusions != null) {
        exclusions.addOverBudget(group, 1);
      }
      return false;
    }
    GenerateCounter byBudget = pageBudgets.take(url, datum);
    if (byBudget != GenerateCounter.TAKEN) {
      exclude(byBudget, url);
      return false;
    }
    if (!hostQuota.take(Hosts.host(url))) {
      exclude(GenerateCounter.HOST_QUOTA, url);
      return false;
    }
    taken++;
    counters.accept(GenerateCounter.TAKEN);
    if (revisit) {
      visits++;
      price = rank;
      counters.accept(GenerateCounter.VISITS);
    }
    return true;
  }

  private void exclude(GenerateCounter reason, String url) {
    exclude(reason, url, "");
  }

  private void exclude(GenerateCounter reason, String url, String detail) {
    counters.accept(reason);
    if (exclusions != null) {
      exclusions.add(reason, new Exclusions.Example(url, 0, detail));
    }
  }

  /**
   * How many URLs of each host (or domain, or address) are in a list, and whether one more may come
   * in. Groups are kept as fingerprints: 16 to 32 bytes each, and none where there is no limit.
   */
  static final class Budget {
    private final int max;
    private final Long2IntOpenHashMap taken = new Long2IntOpenHashMap();

    /** A budget of {@code max} for each group, −1 for no limit. */
    Budget(int max) {
      this.max = max;
    }

    /** Takes one of the group's budget, if there is any left. */
    boolean take(String group) {
      if (max < 0) {
        return true;
      }
      long fingerprint = Fingerprint.of(group);
      int count = taken.get(fingerprint);
      if (count >= max) {
        return false;
      }
      taken.put(fingerprint, count + 1);
      return true;
    }
  }

  /**
   * Keeps URLs of hosts with an outage out of the list: all of them until the host may be tried
   * again, and then all but one. Has URLs looked at again that robots.txt forbids, once it has
   * changed. Memory: {@link HostIndex}.
   */
  static final class HostAdmission {
    static final String STORE = "orbweaver.internal.generate.outages";

    private final HostIndex hosts;
    private final HostBackOff backOff;
    private final long dueBy;
    private final LongOpenHashSet probed = new LongOpenHashSet();

    /**
     * Admits by some outages.
     *
     * @param dueBy what is due until then counts as due, milliseconds since 1970
     */
    HostAdmission(HostIndex hosts, HostBackOff backOff, long dueBy) {
      this.hosts = hosts;
      this.backOff = backOff;
      this.dueBy = dueBy;
    }

    /** Sets the store of hosts that a job's tasks read. */
    static void embed(Configuration conf, Path store) {
      conf.set(STORE, store.toString());
    }

    /** In a task: reads what {@link #embed} named; without it all hosts are admitted. */
    static HostAdmission of(Configuration conf, long dueBy) throws IOException {
      String store = conf.get(STORE);
      return new HostAdmission(
          store == null ? HostIndex.EMPTY : HostIndex.read(conf, new Path(store)),
          HostBackOff.of(conf),
          dueBy);
    }

    /**
     * Makes the entry of a URL due that robots.txt forbids, if the file has changed since the URL
     * was looked at.
     */
    void reconsider(String url, CrawlDatum entry, long now) {
      if (entry.getStatus() != CrawlDatum.STATUS_DB_GONE) {
        return;
      }
      long changed = hosts.robotsChanged(url);
      if (changed > LastFetch.of(entry, now)
          && Outcome.causeOf(entry).equals(Optional.of(FetchCounter.SKIPPED_ROBOTS_DENIED))) {
        entry.setFetchTime(Math.min(changed, now));
      }
    }

    /** Whether the host of a URL is not to be tried yet. */
    boolean isBackedOff(String url) {
      return admission(url) == Admission.NONE;
    }

    /**
     * Takes a URL that comes to its turn, if it may be listed.
     *
     * @return false where another URL of its host is the one by which the host is tried
     */
    boolean take(String url) {
      return admission(url) != Admission.PROBE || probed.add(Fingerprint.of(Hosts.host(url)));
    }

    private Admission admission(String url) {
      return backOff.admission(hosts.find(url), dueBy);
    }

    /** When the host of a URL may be tried, milliseconds since 1970; it has an outage. */
    long nextTry(String url) {
      return backOff.nextTry(hosts.find(url));
    }

    /** What is known of the outage of a URL's host. */
    String words(String url) {
      HostOutage outage = hosts.find(url);
      return "its host has failed " + Count.of(outage.failures(), "round") + " in a row";
    }
  }
}
