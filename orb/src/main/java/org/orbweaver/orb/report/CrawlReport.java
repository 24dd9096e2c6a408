package org.orbweaver.orb.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.audit.AuditJob;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.read.FetchLogSurvey;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Degrees;

/**
 * The data of a report on a crawl, for its writers: {@link ReportPage} makes HTML of it, {@link
 * ReportMetrics} Prometheus' text, and {@link org.orbweaver.common.text.Json} JSON with these
 * names. A store that the crawl does not have is an empty optional or list. Except for the rounds
 * and the requests by answer, its size does not grow with the crawl.
 *
 * @param crawl name of its directory
 * @param time of the report
 * @param running the step that is running on the crawl, if any
 * @param rounds in the log of steps, oldest first
 * @param unavailable URLs of these rounds that brought no page, by cause, most first
 * @param requests by the fetch logs
 * @param crawldb by the crawldb
 * @param next URLs that the next fetch list would leave out, with reasons
 * @param hosts by the store of hosts
 * @param index by the newest index
 * @param rankings convergence of the newest rankings
 * @param top the pages with the highest scores, by ranking
 * @param graph the newest web graph
 * @param audit tables of single URLs, by the crawldb, the linkdb and the parses
 * @param failed reasons why sections are missing, by their names here; such a section is empty
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
    List<Rankings.ConvergedRun> rankings,
    Map<String, List<Scored>> top,
    Optional<Graph> graph,
    Optional<AuditJob.Audit> audit,
    Map<String, String> failed) {

  /** A table of single URLs or hosts, maybe without rows; empty if it could not be made. */
  Optional<FindingTable> table(Finding finding) {
    return switch (finding) {
      case SLOW_HOSTS -> requests.map(FetchLogSurvey::slowHosts);
      case REFUSALS -> requests.map(FetchLogSurvey::refusals);
      case LARGEST -> requests.map(FetchLogSurvey::largest);
      case DEPTH -> graph.flatMap(Graph::depth);
      default ->
          audit.map(
              made ->
                  made.tables().stream()
                      .filter(table -> table.finding() == finding)
                      .findAny()
                      .orElse(new FindingTable(finding, 0, List.of())));
    };
  }

  /**
   * The running step.
   *
   * @param by the process that has the lock
   * @param step its name, from its staging folder; empty between two steps
   * @param since when the last step was finished
   * @param progress as last reported by the run, at most a minute ago; empty if not yet reported
   * @param eta of the round, if it can be told
   */
  public record Running(
      String by, String step, Optional<Instant> since, String progress, Optional<RoundEta> eta) {}

  /**
   * A round: a fetch list and its results.
   *
   * @param number of the round, 0 if not in the log
   * @param finished when its results entered the crawldb; empty if they have not
   * @param listed URLs on the list
   * @param ok pages fetched
   * @param failed without a usable answer
   * @param skipped not requested
   * @param bytes of bodies, decoded
   * @param seconds from the first request to the end of the last; 0 if unknown
   * @param medianMs of the times that its requests took; 0 if unknown
   * @param ninetiethMs their 90th percentile
   * @param parsed documents with text
   * @param urls in the crawldb after it
   * @param pages in the crawldb after it, without duplicates
   * @param unreached parsed documents with more behind a {@code form}, a {@code login} or a {@code
   *     script}; empty if they were parsed before this was counted
   * @param prompts parsed documents whose hidden text addresses language models
   * @param rendering pages {@code rendered} in a browser; of these, those that {@code gained},
   *     {@code crashed} it, became {@code too_large}, {@code left} or {@code failed}; their {@code
   *     requests} and the browser's {@code cpu_ms}; empty if none was
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
      double medianMs,
      double ninetiethMs,
      long parsed,
      long urls,
      long pages,
      Map<String, Long> unreached,
      long prompts,
      Map<String, Long> rendering,
      Map<String, Long> changes) {
    /** Pages fetched, or found not modified, a second. */
    double pagesPerSecond() {
      return seconds > 0 ? (ok + notModified) / seconds : Double.NaN;
    }
  }

  /**
   * A reason why URLs brought no page.
   *
   * @param cause a short, stable name
   * @param remedy what to do, or empty
   */
  public record Cause(String cause, String description, long urls, String remedy) {}

  /**
   * The next fetch list.
   *
   * @param urls on it
   * @param leftOut URLs by reason, each with a stable name and a description
   */
  public record NextList(long urls, long due, List<Cause> leftOut) {}

  /**
   * Counts of hosts, from politeness.
   *
   * @param contacted contacted hosts
   * @param failing hosts whose last requests failed
   * @param outages hosts that serve nothing
   * @param withCrawlDelay hosts whose robots.txt sets a Crawl-delay
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

  /**
   * The number of a host's remembered URL templates, and of those whose last pages brought nothing
   * new.
   */
  public record Trapped(String host, long templates, long withoutNewPages) {}

  /** The number of pages in the index, and of those with each usage preference: "ai-train:n". */
  public record Index(String build, String created, long pages, Map<String, Long> usage) {}

  /** A page and its score. */
  public record Scored(String url, double score) {}

  /**
   * The web graph.
   *
   * @param in k and the share of nodes with at least k in-links, among those with any
   * @param bowTie pages by component, all zero if not measured
   * @param strongComponents number of strongly connected components
   * @param depth pages by their links from the nearest seed; empty if not measured
   * @param depths pages by depth
   * @param withoutPath pages to which no path of links leads from a seed
   * @param notMeasured why degrees, bow tie and depth are missing; empty if they are present
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
      Optional<FindingTable> depth,
      Map<String, Long> depths,
      long withoutPath,
      String notMeasured) {}
}
