package org.orbweaver.orb.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.index.serve.CrawlPages;
import org.orbweaver.webgraph.GraphFigures;
import org.orbweaver.webgraph.structure.StructureHtml;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages of {@code orb serve} about a crawl: the report as a page, JSON and metrics, and the
 * explanation of a URL. The report is made in the background, one at a time; it is renewed on a
 * request after a step of the crawl has finished, but not within a minute, nor within ten times the
 * time that it took. The running step is looked up for each request; explanations of URLs are
 * cached until the next step, for a minute at most.
 */
public final class LiveReport implements CrawlPages {
  private static final Logger LOG = LoggerFactory.getLogger(LiveReport.class);
  private static final Duration LEAST_AGE = Duration.ofMinutes(1);
  private static final int LEAST_AGE_FACTOR = 10;
  private static final int MAX_WHYS = 100;

  /** Until a page without a report is asked for again, before and after a failure. */
  private static final int SOON_SECONDS = 3;

  private static final int LATER_SECONDS = 60;
  private static final String HTML = "text/html; charset=utf-8";
  private static final String GRAPH = ROOT + "/graph";
  private static final String PLAIN = "text/plain; charset=utf-8";

  private final Configuration conf;
  private final CrawlDir dir;
  private final List<WhySource> sources;
  private final Clock clock;
  private final ReportPage page = new ReportPage();
  private final ExecutorService maker =
      Executors.newSingleThreadExecutor(UserThreads.named("report"));

  private volatile CrawlReport report;

  /** The error of the last report; null if there was none. */
  private volatile String failure;

  private final Cache<String, Explanation> whys =
      Caffeine.newBuilder().maximumSize(MAX_WHYS).build();

  // Guarded by this.
  private boolean making;
  private long lastStep = -1;
  private Instant notBefore = Instant.MIN;
  private String graphBuild;
  private CrawlPage graphPage;

  /** The explanation of a URL, as of a step of the crawl; it expires. */
  private record Explanation(long lastStep, Instant until, CrawlPage page) {}

  /**
   * Reports on a crawl.
   *
   * @param sources the sources of {@code why}
   */
  public LiveReport(Configuration conf, CrawlDir dir, List<WhySource> sources, Clock clock) {
    this.conf = new Configuration(conf);
    this.dir = dir;
    this.sources = sources;
    this.clock = clock;
  }

  @Override
  public Optional<CrawlPage> page(String path, Map<String, String> parameters) throws IOException {
    return switch (path) {
      case ROOT -> Optional.of(html());
      case ROOT + "/style.css" ->
          Optional.of(new CrawlPage(200, "text/css; charset=utf-8", page.style()));
      case ROOT + "/script.js" ->
          Optional.of(new CrawlPage(200, "text/javascript; charset=utf-8", page.script()));
      case ROOT + "/why" -> Optional.of(why(parameters.getOrDefault("url", "").strip()));
      case ROOT + "/json" ->
          Optional.of(
              made("application/json; charset=utf-8", Json::pretty)
                  .orElseGet(
                      () ->
                          new CrawlPage(
                              503, "application/json", Json.line(Map.of("error", notMade())))));
      case ROOT + "/metrics" ->
          Optional.of(
              made("text/plain; version=0.0.4; charset=utf-8", ReportMetrics::text)
                  .orElseGet(() -> new CrawlPage(503, PLAIN, notMade() + "\n")));
      case GRAPH -> graph();
      case GRAPH + ".css" ->
          Optional.of(new CrawlPage(200, "text/css; charset=utf-8", StructureHtml.style()));
      case GRAPH + ".js" ->
          Optional.of(new CrawlPage(200, "text/javascript; charset=utf-8", StructureHtml.script()));
      default -> path.endsWith(".csv") ? csv(path.substring(ROOT.length() + 1)) : Optional.empty();
    };
  }

  /**
   * The pictures of the newest web graph; empty if there is no graph. They are made in the
   * background, once for each build.
   */
  private synchronized Optional<CrawlPage> graph() throws IOException {
    Optional<Path> build = dir.latest(dir.graphs());
    if (build.isEmpty()) {
      return Optional.empty();
    }
    String name = build.get().getName();
    if (!name.equals(graphBuild)) {
      graphBuild = name;
      graphPage = wait("The pictures are being made; this page shows them in a moment.", true);
      maker.execute(() -> draw(build.get()));
    }
    return Optional.of(graphPage);
  }

  private void draw(Path build) {
    CrawlPage made;
    try {
      made = new CrawlPage(200, HTML, GraphFigures.served(conf, dir, build, GRAPH, ROOT));
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot draw the graph {}", build, e);
      made = wait("The pictures cannot be made: " + Failure.reason(e), false);
    }
    synchronized (this) {
      graphPage = made;
    }
  }

  /** A page in the place of one that is not there. */
  private CrawlPage wait(String message, boolean isSoon) {
    return new CrawlPage(
        503,
        HTML,
        page.other(
            new Fields()
                .with("crawl", name())
                .with("message", message)
                .with("refresh", isSoon ? SOON_SECONDS : LATER_SECONDS)));
  }

  /** A table as CSV; empty if there is none of the name. */
  private Optional<CrawlPage> csv(String file) throws IOException {
    if (Stream.of(Finding.values()).noneMatch(f -> file.equals(f.slug() + ".csv"))) {
      return Optional.empty();
    }
    renew(ReportReader.history(dir));
    CrawlReport made = report;
    if (made == null) {
      return Optional.of(new CrawlPage(503, PLAIN, notMade() + "\n"));
    }
    FindingTable table = ReportTables.byFile(made).get(file);
    return Optional.of(
        table == null
            ? new CrawlPage(503, PLAIN, "This table could not be made; the report says why.\n")
            : new CrawlPage(
                200, "text/csv; charset=utf-8; header=present", ReportTables.csv(table)));
  }

  /** The report in a format of programs; empty if there is none yet. */
  private Optional<CrawlPage> made(String type, Function<CrawlReport, String> format)
      throws IOException {
    renew(ReportReader.history(dir));
    return Optional.ofNullable(report).map(made -> new CrawlPage(200, type, format.apply(made)));
  }

  private String name() {
    return dir.root().getName();
  }

  private String notMade() {
    String why = failure;
    return why == null
        ? "The report is being made; ask again in a moment."
        : "The report cannot be made: " + why;
  }

  private CrawlPage html() throws IOException {
    List<StepRecord> history = ReportReader.history(dir);
    renew(history);
    CrawlReport made = report;
    return made == null
        ? wait(notMade(), failure == null)
        : new CrawlPage(
            200,
            HTML,
            page.served(
                made,
                ReportReader.running(dir, history, clock.instant()),
                dir.latest(dir.indexes()).isPresent()));
  }

  /** Starts a new report if one is due. */
  private synchronized void renew(List<StepRecord> history) {
    long last = ReportReader.lastOf(history);
    if (making || last == lastStep || clock.instant().isBefore(notBefore)) {
      return;
    }
    making = true;
    maker.execute(() -> make(last));
  }

  private void make(long last) {
    Instant begin = clock.instant();
    boolean isWhole = false;
    try {
      report = new ReportReader(conf, dir, Console.silent(), clock).read();
      isWhole = report.failed().isEmpty();
      failure = null;
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot make the report of {}", dir, e);
      failure = String.valueOf(e.getMessage());
    }
    synchronized (this) {
      making = false;
      Instant end = clock.instant();
      Duration pause = Duration.between(begin, end).multipliedBy(LEAST_AGE_FACTOR);
      notBefore = end.plus(pause.compareTo(LEAST_AGE) > 0 ? pause : LEAST_AGE);
      lastStep = isWhole ? last : -1;
    }
  }

  private CrawlPage why(String url) throws IOException {
    if (url.isEmpty()) {
      throw OrbException.usage("expected a URL, got nothing");
    }
    if (url.length() > UrlNormalizer.MAX_LENGTH) {
      throw OrbException.usage(
          "the URL has "
              + url.length()
              + " characters; a crawl keeps none of more than "
              + UrlNormalizer.MAX_LENGTH);
    }
    long last = ReportReader.lastOf(ReportReader.history(dir));
    Instant now = clock.instant();
    Explanation known = whys.getIfPresent(url);
    if (known == null || known.lastStep() != last || now.isAfter(known.until())) {
      known = new Explanation(last, now.plus(LEAST_AGE), explained(url));
      whys.put(url, known);
    }
    return known.page();
  }

  private CrawlPage explained(String url) throws IOException {
    UrlHistory history = new UrlHistory(conf, dir, url, clock.millis());
    for (WhySource source : sources) {
      source.explain(history);
    }
    // With the field names of 'orb why --json'.
    return new CrawlPage(
        200, HTML, page.other(new Fields().with("crawl", name()).with("why", history.view())));
  }

  @Override
  public void close() {
    maker.shutdownNow();
  }
}
