package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.function.Consumer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.trap.UrlTemplate;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * Selects the best topN of URLs that come best first. It takes only URLs that the filters accept,
 * and no more of a group than its budget; of a host with an outage it takes one, as a probe, and of
 * a URL template without new pages a few ({@link PageBudgets}). Filters are asked only about URLs
 * whose turn comes.
 */
final class Selection {
  private final GenerateSettings settings;
  private final UrlFilters filters;
  private final HostAdmission hosts;
  private final Consumer<GenerateCounter> counters;
  private final Exclusions exclusions;
  private final GroupLimit budget;
  private final PageBudgets pageBudgets;
  private final GroupLimit hostQuota;
  private long taken;
  private long visits;
  private float price;

  /**
   * An empty selection.
   *
   * @param exclusions records the URLs left out, or null
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
    this.budget = new GroupLimit(settings.maxCount());
    this.hostQuota = new GroupLimit(settings.quota().ofHost());
  }

  /** Whether the list is full. */
  boolean isFull() {
    return taken >= settings.topN();
  }

  /** Whether the list has all its pages to visit again. */
  boolean hasAllVisits() {
    return isFull() || visits >= settings.quota().visits();
  }

  /** The rank of the last page to visit again, if there was no place for more; else 0. */
  float price() {
    return hasAllVisits() && Float.isFinite(price) ? price : 0;
  }

  /**
   * Takes the next URL, or leaves it out.
   *
   * @param revisit whether it is a page to visit again; these come after all others
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
    if (!pageBudgets.takeFromMaze(url)) {
      exclude(GenerateCounter.MAZE, url);
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
   * Counts the URLs of each host (or domain, or address) in a list against a limit. Groups are kept
   * as fingerprints: 16 to 32 bytes each, and none if there is no limit.
   */
  static final class GroupLimit {
    private final int max;
    private final Long2IntOpenHashMap taken = new Long2IntOpenHashMap();

    /** A budget of {@code max} for each group, −1 for no limit. */
    GroupLimit(int max) {
      this.max = max;
    }

    /** Takes one from the group's budget, if any is left. */
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
}
