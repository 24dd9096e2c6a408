package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.time.Clock;
import java.util.function.LongSupplier;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * What a fetch task works with.
 *
 * @param robots the robots.txt files that are known
 * @param unknownPaths what hosts answer to paths that do not exist
 * @param tdmRep the tdmrep.json files that are known, and which are asked for
 * @param filters of redirects' targets and sitemaps, as of any link
 * @param addresses the groups of hosts
 * @param hosts what is known about hosts
 * @param permit asked before each request
 * @param wallClock for what is recorded
 * @param clock for delays: monotonic, in nanoseconds
 */
public record FetchTools(
    Fetcher fetcher,
    RobotsCache robots,
    UrlNormalizer normalizer,
    UnknownPaths unknownPaths,
    TdmRepFiles tdmRep,
    UrlFilters filters,
    LinkPolicy links,
    HostAddresses addresses,
    HostTable hosts,
    Sink sink,
    Permit permit,
    Clock wallClock,
    LongSupplier clock) {

  /** Where a fetch task's records go. Safe for use by many threads. */
  public interface Sink {
    /**
     * Takes the record of a URL, and counts it; the objects are the sink's from now on.
     *
     * @param content null where there is none
     * @param counter what came of the URL
     */
    void add(String url, CrawlDatum datum, Content content, FetchCounter counter)
        throws IOException;

    /** Counts something besides. */
    void count(FetchCounter counter, long n) throws IOException;

    /** Takes the line of a request. */
    void log(RequestLine line) throws IOException;
  }

  /** Whether the task may go on contacting hosts. */
  @FunctionalInterface
  public interface Permit {
    /** Always. */
    Permit GRANTED = () -> {};

    /**
     * Returns when it may.
     *
     * @throws IOException when it may no longer: another attempt may be at work on the same list
     */
    void check() throws IOException;
  }
}
