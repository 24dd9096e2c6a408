package org.orbweaver.crawler.fetch;

import java.util.Map;
import org.orbweaver.crawler.schedule.HostBackOff;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.HostMode;

/**
 * How a fetch task behaves.
 *
 * @param segment name of the segment, for the contents' metadata
 * @param threads threads that fetch
 * @param groupBy what is contacted by one thread at a time, with a politeness delay between
 * @param delay that delay
 * @param maxWaitMs a host that is to be left alone for longer waits for the next round
 * @param maxFailures consecutive failures that end a host's round; negative: none do
 * @param maxRedirects redirects followed from a URL
 * @param contactedUntil until when killed attempts may have contacted hosts without a record of it,
 *     milliseconds since 1970: each host is left alone for its delay from then on; 0: there are
 *     none
 * @param conditional whether pages seen before are requested by If-Modified-Since
 * @param sitemapSeconds interval of the sitemaps that robots.txt names; negative: they are not
 *     wanted
 * @param headFirst what is requested by HEAD first
 * @param timeLimitMs from the task's start; what is left then is not requested; negative: none
 * @param bytesPerSecond the task's bandwidth; 0: as much as there is
 * @param fingerprints of the settings that refuse URLs
 * @param backOff of hosts that serve nothing
 */
record FetchPolicy(
    String segment,
    int threads,
    HostMode groupBy,
    PolitenessDelay delay,
    long maxWaitMs,
    int maxFailures,
    int maxRedirects,
    long contactedUntil,
    boolean conditional,
    int sitemapSeconds,
    HeadFirst headFirst,
    long timeLimitMs,
    long bytesPerSecond,
    Map<Refusal.Cause, String> fingerprints,
    HostBackOff backOff) {}
