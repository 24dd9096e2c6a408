package org.orbweaver.crawler.fetch;

import java.time.Clock;
import java.util.function.LongSupplier;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * What a fetch task works with.
 *
 * @param filters of redirects' targets and sitemaps, as of any link
 * @param addresses the groups of hosts
 * @param hosts what is known about hosts
 * @param permit asked before each request
 * @param wallClock for what is recorded
 * @param clock for delays: monotonic, in nanoseconds
 */
record FetchTools(
    Fetcher fetcher,
    RobotsCache robots,
    UrlFilters filters,
    LinkPolicy links,
    HostAddresses addresses,
    HostTable hosts,
    FetchSink sink,
    Permit permit,
    Clock wallClock,
    LongSupplier clock) {}
