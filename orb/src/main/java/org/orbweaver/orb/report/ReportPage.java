package org.orbweaver.orb.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.samskivert.mustache.Mustache;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.usage.Use;
import org.orbweaver.index.serve.Template;
import org.orbweaver.orb.report.CrawlReport.Round;
import org.orbweaver.orb.report.CrawlReport.Running;
import org.orbweaver.orb.report.Plot.Curve;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Degrees;

/**
 * A report as an HTML page: {@code report.html} selects the parts of a {@link ReportTree} to show,
 * and {@link Template} escapes all of them. The page needs no external resources; its script sorts,
 * filters and refreshes, and all can be read without it.
 */
public final class ReportPage {
  private static final int ROUNDS_SHOWN = 30;
  private static final int REFRESH_SECONDS = 30;
  private static final String ROUND = "round in the log";

  /** Functions that format numbers in templates: {@code {{#mb}}{{bytes}}{{/mb}}}. */
  private static final Map<String, UnaryOperator<String>> FUNCTIONS =
      Map.of(
          "span", text -> number(text) == 0 ? "–" : span((long) Math.ceil(number(text))),
          "mb", text -> String.format(Locale.ROOT, "%,.1f MB", number(text) / 1e6),
          "ms", text -> String.format(Locale.ROOT, "%,.3f", number(text) / 1e3),
          "percent", ReportPage::percent,
          "date", text -> text.isEmpty() ? "–" : date(Instant.parse(text)));

  private final String style = resource("report.css");
  private final String script = resource("report.js");
  private final Template file =
      template("<style>" + style + "</style>", "<script>" + script + "</script>");
  private final Template served =
      template(
          "<link rel=\"stylesheet\" href=\"/report/style.css\">",
          "<script src=\"/report/script.js\"></script>");

  private Template template(String styling, String scripting) {
    String policy =
        "default-src 'none'; style-src 'self' '"
            + Digests.cspSource(style)
            + "'; script-src 'self' '"
            + Digests.cspSource(script)
            + "'; connect-src 'self'; form-action 'self'";
    return new Template(
        resource("report.html")
            .replace("@POLICY@", policy)
            .replace("@STYLE@", styling)
            .replace("@SCRIPT@", scripting),
        ReportPage::format,
        part -> resource(part + ".html"));
  }

  private static String resource(String file) {
    return Template.resource(ReportPage.class, file);
  }

  /**
   * The page as a complete file.
   *
   * @param csv the file of a table's CSV, relative to the page; empty for none
   */
  public String file(CrawlReport report, Function<Finding, Optional<String>> csv) {
    Map<String, Object> page = page(report);
    page.put("tables", ReportTables.of(report, csv, false));
    return file.render(page);
  }

  /**
   * The page on a server, with a form that explains a URL.
   *
   * @param running the running step, if any
   * @param hasIndex whether there is something to search
   */
  String served(CrawlReport report, Optional<Running> running, boolean hasIndex) {
    Map<String, Object> page = page(report);
    page.put(
        "tables", ReportTables.of(report, f -> Optional.of("/report/" + f.slug() + ".csv"), true));
    page.put("isServed", true);
    page.put("lacksIndex", !hasIndex);
    if (running.isPresent()) {
      page.put("refresh", REFRESH_SECONDS);
    }
    page.put("running", running.map(ReportTree::fields).orElse(null));
    return served.render(page);
  }

  /**
   * A page of a server without a report.
   *
   * @param fields {@code crawl}; and a {@code message}, or the result of a {@code why}; {@code
   *     refresh}, the seconds after which the page is to be asked for again, if at all
   */
  String other(Fields fields) {
    fields.putAll(functions());
    return served.render(fields.with("isServed", true));
  }

  /** The style sheet of a server's pages. */
  String style() {
    return style;
  }

  /** The script of a server's pages. */
  String script() {
    return script;
  }

  private static Map<String, Object> functions() {
    Fields functions = new Fields();
    FUNCTIONS.forEach(
        (name, function) ->
            functions.with(
                name, (Mustache.Lambda) (part, out) -> out.write(function.apply(part.execute()))));
    return functions;
  }

  private static Map<String, Object> page(CrawlReport report) {
    Map<String, Object> page = ReportTree.of(report);
    page.putAll(functions());
    page.put("made", report.time().toString());
    List<Round> rounds = report.rounds();
    List<?> all = (List<?>) page.get("rounds");
    page.put("lastRounds", all.subList(Math.max(0, all.size() - ROUNDS_SHOWN), all.size()));
    if (rounds.size() > 1) {
      Plot size = new Plot("URLs and pages in the crawldb after each round", ROUND, false, false);
      Plot speed =
          new Plot(
              "Pages per second, from the first request of a round to the last",
              ROUND,
              false,
              false);
      Curve urls = curve("URLs", rounds, r -> r.finished().isPresent() ? r.urls() : Double.NaN);
      Curve pages =
          curve(
              "pages, without duplicates",
              rounds,
              r -> r.finished().isPresent() ? r.pages() : Double.NaN);
      Curve rate = curve("pages/s", rounds, Round::pagesPerSecond);
      Plot fetched = perRound("Pages and failures in each round");
      Plot bytes = perRound("Megabytes received in each round, decoded");
      Plot latency = perRound("Milliseconds that requests took");
      page.put(
          "growth",
          List.of(
              size.fields(List.of(urls, pages)),
              fetched.fields(
                  List.of(
                      curve("pages", rounds, r -> r.ok() + r.notModified()),
                      curve("failed or gone", rounds, r -> r.failed() + r.gone()))),
              bytes.fields(List.of(curve("MB", rounds, r -> r.bytes() / 1e6))),
              latency.fields(
                  List.of(
                      curve("median", rounds, r -> known(r.medianMs())),
                      curve("90 % took at most", rounds, r -> known(r.ninetiethMs())))),
              speed.fields(List.of(rate))));
    }
    List<CrawlDbSurvey.HostEntries> failing =
        report.crawldb().map(CrawlDbSurvey::failing).orElse(List.of());
    page.put("failingHosts", failing.stream().map(ReportPage::failing).toList());
    report.index().ifPresent(index -> page.put("uses", uses(index)));
    List<Rankings.ConvergedRun> rankings = report.rankings();
    page.put("runs", rankings.stream().map(ReportPage::run).toList());
    if (!rankings.isEmpty()) {
      Plot changes =
          new Plot("Convergence: change of the scores in each iteration", "iteration", false, true);
      List<Curve> curves = rankings.stream().map(r -> curve(r.ranking(), r.changes())).toList();
      page.put("convergence", List.of(changes.fields(curves)));
    }
    List<Fields> top = new ArrayList<>();
    report
        .top()
        .forEach(
            (ranking, pages) ->
                top.add(
                    new Fields()
                        .with("ranking", ranking)
                        .with("list", pages.stream().map(ReportPage::scored).toList())));
    page.put("topLists", top);
    CrawlReport.Graph graph = report.graph().orElse(null);
    if (graph != null && graph.notMeasured().isEmpty()) {
      Plot degrees =
          new Plot(
              "Degree distribution: share of linked pages with at least this number of links",
              "number of links",
              true,
              true);
      Curve in = points("links to a page", graph.in());
      Curve out = points("links on a page", graph.out());
      page.put("degrees", List.of(degrees.fields(List.of(in, out))));
    }
    List<Fields> failures = new ArrayList<>();
    report
        .failed()
        .forEach((name, why) -> failures.add(new Fields().with("section", name).with("why", why)));
    page.put("failures", failures);
    page.put("hasRounds", !rounds.isEmpty());
    page.put("hasRankings", !rankings.isEmpty());
    page.put("hasUnavailable", !report.unavailable().isEmpty());
    page.put("hasFailing", !failing.isEmpty());
    page.put(
        "hasNonContent", report.crawldb().filter(db -> !db.nonContent().isEmpty()).isPresent());
    page.put("hasChanges", report.crawldb().filter(db -> !db.changeSpans().isEmpty()).isPresent());
    page.put("hasTrapped", report.hosts().filter(h -> !h.trapped().isEmpty()).isPresent());
    page.put("hasUses", report.index().filter(i -> !i.usage().isEmpty()).isPresent());
    return page;
  }

  private static Fields scored(CrawlReport.Scored page) {
    return new Fields()
        .with("url", page.url())
        .with("score", page.score())
        .with("whyOf", URLEncoder.encode(page.url(), UTF_8));
  }

  private static Plot perRound(String title) {
    return new Plot(title, ROUND, false, false);
  }

  private static double known(double ms) {
    return ms > 0 ? ms : Double.NaN;
  }

  private static Fields run(Rankings.ConvergedRun run) {
    return new Fields()
        .with("ranking", run.ranking())
        .with("run", run.run())
        .with("build", run.build())
        .with("outcome", run.outcome())
        .with("iterations", run.changes().size())
        .with("stop", run.tolerance().map(Object::toString).orElse(""));
  }

  private static Curve curve(String name, List<Round> rounds, ToDoubleFunction<Round> value) {
    return curve(name, rounds.stream().map(value::applyAsDouble).toList());
  }

  /** A curve over 1, 2, 3 and so on. */
  private static Curve curve(String name, List<Double> values) {
    return new Curve(
        name,
        IntStream.range(0, values.size())
            .mapToObj(i -> new double[] {i + 1, values.get(i)})
            .toList());
  }

  private static Curve points(String name, List<Degrees.Point> points) {
    return new Curve(name, points.stream().map(p -> new double[] {p.x(), p.share()}).toList());
  }

  private static Fields failing(CrawlDbSurvey.HostEntries host) {
    Map.Entry<String, Long> most =
        host.causes().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return new Fields()
        .with("name", host.name())
        .with("cause", FetchCounter.valueOf(most.getKey()).description())
        .with("ofThese", most.getValue())
        .with("failed", host.failed())
        .with("all", host.urls());
  }

  private static List<Fields> uses(CrawlReport.Index index) {
    List<Fields> uses = new ArrayList<>();
    for (Use use : index.usage().isEmpty() ? new Use[0] : Use.values()) {
      long yes = index.usage().getOrDefault(use.said(true), 0L);
      long no = index.usage().getOrDefault(use.said(false), 0L);
      uses.add(
          new Fields()
              .with("use", use.token())
              .with("allowed", yes)
              .with("disallowed", no)
              .with("notStated", index.pages() - yes - no));
    }
    return uses;
  }

  private static String format(Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, Math.abs(number) < 1 ? "%.3g" : "%,.1f", number);
    }
    return value instanceof Number count
        ? String.format(Locale.ROOT, "%,d", count.longValue())
        : value.toString();
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", "").strip());
  }

  /** Takes two numbers with a blank between; the first as a percentage of the second. */
  private static String percent(String numbers) {
    String[] both = numbers.strip().split(" +");
    double whole = number(both[1]);
    return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * number(both[0]) / whole);
  }

  private static String date(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
  }

  /** A span of time in its largest unit, rounded down. */
  static String span(long seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min";
    }
    return seconds < 86_400 ? Count.of(seconds / 3600, "hour") : Count.of(seconds / 86_400, "day");
  }
}
