package org.orbweaver.orb.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.read.FetchLogSurvey;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Degrees;

/**
 * All that a report tells of a crawl, for its writers: {@link ReportPage} makes HTML of it, {@link
 * ReportMetrics} Prometheus' text, and {@link org.orbweaver.common.text.Json} JSON with these
 * names. A store that the crawl does not have is an empty optional or list. Its size does not grow
 * with the crawl's, but for the rounds and requests by answer.
 *
 * @param crawl name of its directory
 * @param time when the report was made
 * @param running what is being done to the crawl
 * @param rounds those that the log of steps still has, the first first
 * @param unavailable URLs of these rounds that brought no page, by cause, most first
 * @param requests by the fetch logs
 * @param crawldb by the crawldb
 * @param next what the next fetch list would leave out, and why
 * @param hosts by the store of hosts
 * @param index by the newest index
 * @param rankings how the newest rankings converged
 * @param top the pages with the highest scores, by ranking
 * @param graph the newest web graph
 * @param failed why a section could not be made, by its name here; it is empty then
 */
public record CrawlReport(
    String crawl,
    Instant time,
    Optional<Running> running,
    List<Round> rounds,
    List<Cause> unavailable,
    Optional<FetchLogSurvey> requests,
    Optional<CrawlDbSurvey> crawldb,
    Optional<NextList> next,
    Optional<Hosts> hosts,
    Optional<Index> index,
    List<Rankings.Converged> rankings,
    Map<String, List<Scored>> top,
    Optional<Graph> graph,
    Map<String, String> failed) {

  /**
   * What is being done.
   *
   * @param by the process that has the lock
   * @param step in the making, by the name of its staging folder; empty between two steps
   * @param since when the last step was finished
   * @param progress as the run last said, at most a minute ago; empty if it has not yet
   */
  public record Running(String by, String step, Optional<Instant> since, String progress) {}

  /**
   * A round: a fetch list and what became of it.
   *
   * @param number of the round, 0 where the log does not say
   * @param finished when its results entered the crawldb; empty if they have not
   * @param listed URLs on the list
   * @param ok pages fetched
   * @param failed without a usable answer
   * @param skipped not requested
   * @param bytes of bodies, decoded
   * @param seconds from the first request to the end of the last; 0 where it is not known
   * @param parsed documents with text
   * @param urls in the crawldb after it
   * @param pages in the crawldb after it, duplicates left out
   * @param unreached parsed documents with more behind a {@code form}, a {@code login} or a {@code
   *     script}; empty where they were parsed before that was counted
   * @param changes pages that are new, changed, the same, gone and moved, by these names
   */
  public record Round(
      long number,
      String segment,
      Optional<Instant> finished,
      long listed,
      long ok,
      long notModified,
      long redirected,
      long gone,
      long failed,
      long skipped,
      long bytes,
      double seconds,
      long parsed,
      long urls,
      long pages,
      Map<String, Long> unreached,
      Map<String, Long> changes) {
    /** Pages fetched, or found not modified, in a second. */
    double pagesPerSecond() {
      return seconds > 0 ? (ok + notModified) / seconds : Double.NaN;
    }
  }

  /**
   * Why URLs brought no page.
   *
   * @param cause a short name that stays the same
   * @param remedy what to do, or empty
   */
  public record Cause(String cause, String description, long urls, String remedy) {}

  /**
   * The next fetch list.
   *
   * @param urls on it
   * @param leftOut URLs by reason, a name that stays the same, with words for it
   */
  public record NextList(long urls, long due, List<Cause> leftOut) {}

  /**
   * Hosts, as politeness counts them.
   *
   * @param contacted that were
   * @param failing whose last requests failed
   * @param outages that serve nothing
   * @param withCrawlDelay whose robots.txt sets a Crawl-delay
   * @param robots answers to requests for robots.txt, by kind
   * @param trapped hosts with URL templates whose last pages brought nothing new, most first
   */
  public record Hosts(
      long contacted,
      long failing,
      long outages,
      long withCrawlDelay,
      Map<String, Long> robots,
      List<Trapped> trapped) {}

  /** A host's URL templates that are remembered, and those whose last pages brought nothing new. */
  public record Trapped(String host, long templates, long withoutNewPages) {}

  /** The pages of the index, and how many have each preference on their use: "ai-train:n". */
  public record Index(String build, String created, long pages, Map<String, Long> usage) {}

  /** A page and its score. */
  public record Scored(String url, double score) {}

  /**
   * The web graph.
   *
   * @param in k and the share of nodes with at least k in-links, among those with any
   * @param bowTie pages by where they stand, all zero where it was not measured
   * @param strongComponents number of strongly connected components
   * @param notMeasured why degrees and bow tie are missing; empty where they are not
   */
  public record Graph(
      String build,
      long nodes,
      long links,
      long withoutLinks,
      List<Degrees.Point> in,
      List<Degrees.Point> out,
      Map<String, Integer> bowTie,
      long strongComponents,
      String notMeasured) {}
}
