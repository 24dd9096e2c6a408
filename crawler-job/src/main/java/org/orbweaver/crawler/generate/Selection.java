package org.orbweaver.crawler.generate;

import java.util.function.Consumer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.HostAddresses;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * Selects the best topN of URLs that come best first: what the filters accept, and no more of a
 * group than its budget; of a host with an outage one, as a probe. Filters are asked only about
 * URLs that come to their turn.
 */
final class Selection {
  private final GenerateSettings settings;
  private final UrlFilters filters;
  private final HostAdmission hosts;
  private final Consumer<GenerateCounter> counters;
  private final Exclusions exclusions;
  private final Budget budget;
  private long taken;

  /**
   * Nothing selected yet.
   *
   * @param exclusions gets what is left out, or null
   */
  Selection(
      GenerateSettings settings,
      UrlFilters filters,
      HostAdmission hosts,
      Consumer<GenerateCounter> counters,
      Exclusions exclusions) {
    this.settings = settings;
    this.filters = filters;
    this.hosts = hosts;
    this.counters = counters;
    this.exclusions = exclusions;
    this.budget = new Budget(settings.maxCount());
  }

  /** Whether it takes no more. */
  boolean isFull() {
    return taken >= settings.topN();
  }

  /** Takes the next URL, or leaves it out. */
  boolean take(String url, CrawlDatum datum) {
    boolean sitemap = SitemapMark.isOn(datum);
    if (!(sitemap ? filters.acceptsSitemap(url) : filters.accepts(url))) {
      exclude(GenerateCounter.FILTERED, url);
      return false;
    }
    if (!hosts.take(url)) {
      exclude(GenerateCounter.HOST_PROBED, url);
      return false;
    }
    String group = HostAddresses.groupOf(settings.countBy(), url, datum);
    if (!budget.take(group)) {
      exclude(GenerateCounter.OVER_BUDGET, url);
      if (exclusions != null) {
        exclusions.addOverBudget(group);
      }
      return false;
    }
    taken++;
    counters.accept(GenerateCounter.TAKEN);
    return true;
  }

  private void exclude(GenerateCounter reason, String url) {
    counters.accept(reason);
    if (exclusions != null) {
      exclusions.add(reason, url, 0, "");
    }
  }
}
