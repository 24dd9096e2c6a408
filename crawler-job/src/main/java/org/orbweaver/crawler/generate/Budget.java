package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.fetch.HostAddresses;
import org.orbweaver.crawler.url.HostMode;

/**
 * How many URLs of each host (or domain, or address) are in a list, and whether one more may come
 * in.
 */
final class Budget {
  private final HostMode mode;
  private final int max;
  private final Object2IntOpenHashMap<String> taken = new Object2IntOpenHashMap<>();

  /** A budget of {@code max} for each group, −1 for no limit. */
  Budget(HostMode mode, int max) {
    this.mode = mode;
    this.max = max;
  }

  /** Takes one of the group's budget, if there is any left. */
  boolean take(String url, CrawlDatum datum) {
    String group = group(url, datum);
    if (max >= 0 && taken.getInt(group) >= max) {
      return false;
    }
    taken.addTo(group, 1);
    return true;
  }

  /** The host (or domain, or address) whose budget a URL takes from. */
  String group(String url, CrawlDatum datum) {
    return HostAddresses.groupOf(mode, url, datum);
  }

  /** Groups that something was taken for. */
  int groups() {
    return taken.size();
  }
}
