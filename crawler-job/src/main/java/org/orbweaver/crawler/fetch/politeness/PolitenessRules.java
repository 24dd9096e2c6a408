package org.orbweaver.crawler.fetch.politeness;

import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.SourceRoots;

/**
 * The rules by which a fetch task contacts hosts.
 *
 * @param groupBy the groups that one thread at a time contacts, with a delay in between
 * @param delay from the end of a request to the start of the next to the same host; see {@link
 *     #delay(String)}
 * @param maxWaitMs a host that is to be left alone for longer waits for the next round
 * @param maxFailures consecutive failures that end a host's round; negative: no limit
 * @param timeLimitMs from the task's start; later no URL is requested; negative: no limit
 * @param contactedUntil the time until which killed attempts may have contacted hosts without a
 *     record of it, milliseconds since 1970: each host is left alone for its delay from then on; 0:
 *     there were none
 * @param backOff of hosts that serve nothing
 * @param sites that may have delays of their own
 * @param sources the file systems, which have no delays, and the schemes of plugins
 */
public record PolitenessRules(
    HostMode groupBy,
    PolitenessDelay delay,
    long maxWaitMs,
    int maxFailures,
    long timeLimitMs,
    long contactedUntil,
    HostBackOff backOff,
    Sites sites,
    SourceRoots sources) {
  /** The group of a URL of a list; empty for a URL that cannot be requested. */
  public String groupOf(String url, CrawlDatum datum) {
    return sources.isFile(url) ? sources.group(url) : HostAddresses.groupOf(groupBy, url, datum);
  }

  /** The delay of a group: that of its site, as {@link Sites#delayMs} tells. */
  public PolitenessDelay delay(String group) {
    return SourceRoots.isGroup(group)
        ? delay.with(0)
        : delay.with(sites.delayMs(groupBy, group, delay.delayMs()));
  }
}
