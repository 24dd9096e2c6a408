package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.time.Clock;
import java.util.function.LongSupplier;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostTurns;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.site.SiteSessions;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The collaborators of a fetch task.
 *
 * @param sessions the sites, and their cookies and logins
 * @param files the files of hosts that decide on their pages
 * @param linkRules for redirects' targets and sitemaps, as for any link
 * @param addresses the groups of hosts
 * @param hosts the records of hosts
 * @param permit asked before each request; throws if the task may not contact hosts any more
 * @param turns at hosts that other tasks contact, too
 * @param wallClock for recorded times
 * @param clock for delays: monotonic, in nanoseconds
 */
public record FetchTools(
    Fetcher fetcher,
    SiteSessions sessions,
    HostFiles files,
    LinkRules linkRules,
    HostAddresses addresses,
    HostTable hosts,
    Sink sink,
    InvocationRaisingIOE permit,
    HostTurns turns,
    Clock wallClock,
    LongSupplier clock) {

  /**
   * The files of hosts that decide on their pages.
   *
   * @param robots the known robots.txt files
   * @param unknownPaths the answers of hosts to paths that do not exist
   * @param tdmRep the known tdmrep.json files, and those to request
   */
  public record HostFiles(RobotsCache robots, UnknownPaths unknownPaths, TdmRepFiles tdmRep) {}

  /** The rules for links. */
  public record LinkRules(UrlNormalizer normalizer, UrlFilters filters, LinkPolicy links) {}

  /** Takes a fetch task's records. Safe for use by many threads. */
  public interface Sink {
    /**
     * Takes the record of a URL, and counts it; the objects belong to the sink from now on.
     *
     * @param content null if there is none
     * @param counter the outcome of the URL
     */
    void add(String url, CrawlDatum datum, Content content, FetchCounter counter)
        throws IOException;

    /** Adds to another counter. */
    void count(FetchCounter counter, long n) throws IOException;

    /** Takes the log line of a request. */
    void log(RequestLine line) throws IOException;

    /** Takes the heads of a request for a page and of its answer; a trial keeps none. */
    default void keep(String url, RecordedHeads heads) throws IOException {}
  }
}
