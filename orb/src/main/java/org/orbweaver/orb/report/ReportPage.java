package org.orbweaver.orb.report;

import com.samskivert.mustache.Mustache;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.usage.Use;
import org.orbweaver.index.serve.Template;
import org.orbweaver.orb.report.CrawlReport.Round;
import org.orbweaver.orb.report.CrawlReport.Running;
import org.orbweaver.webgraph.structure.Degrees;

/**
 * A report as an HTML page: {@code report.html} says what is shown of a {@link ReportTree}, and
 * {@link Template} escapes all of it. The page needs no script, and nothing from elsewhere.
 */
public final class ReportPage {
  private static final int ROUNDS_SHOWN = 30;

  /** What templates write of numbers: {@code {{#mb}}{{bytes}}{{/mb}}}. */
  private static final Map<String, UnaryOperator<String>> FUNCTIONS =
      Map.of(
          "span", text -> number(text) == 0 ? "–" : span((long) Math.ceil(number(text))),
          "mb", text -> String.format(Locale.ROOT, "%,.1f MB", number(text) / 1e6),
          "ms", text -> String.format(Locale.ROOT, "%,.3f", number(text) / 1e3),
          "percent", ReportPage::percent,
          "date", text -> text.isEmpty() ? "–" : date(Instant.parse(text)));

  private final String style = resource("report.css");
  private final Template file = template("<style>" + style + "</style>");
  private final Template served = template("<link rel=\"stylesheet\" href=\"/report/style.css\">");

  private Template template(String styling) {
    String policy =
        "default-src 'none'; style-src 'self' '" + hash(style) + "'; form-action 'self'";
    return new Template(
        resource("report.html").replace("@POLICY@", policy).replace("@STYLE@", styling),
        ReportPage::format,
        part -> resource(part + ".html"));
  }

  private static String resource(String file) {
    return Template.resource(ReportPage.class, file);
  }

  /** The page as a file of its own. */
  public String file(CrawlReport report) {
    return file.render(page(report));
  }

  /**
   * The page as a server shows it, with a box that asks why.
   *
   * @param running what is being done at this moment
   */
  String served(CrawlReport report, Optional<Running> running) {
    Map<String, Object> page = page(report);
    page.put("isServed", true);
    page.put("running", running.map(ReportTree::fields).orElse(null));
    return served.render(page);
  }

  /**
   * A server's page without a report.
   *
   * @param fields {@code crawl}; and a {@code message}, or the answer to a {@code why}
   */
  String other(Fields fields) {
    fields.putAll(functions());
    return served.render(fields.with("isServed", true));
  }

  /** The style sheet of a server's pages. */
  String style() {
    return style;
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
      page.put(
          "growth",
          List.of(
              new Plot(
                      "URLs and pages in the crawldb after each round",
                      "round in the log",
                      false,
                      false)
                  .fields(
                      List.of(
                          curve(
                              "URLs",
                              rounds,
                              r -> r.finished().isPresent() ? r.urls() : Double.NaN),
                          curve(
                              "pages, without duplicates",
                              rounds,
                              r -> r.finished().isPresent() ? r.pages() : Double.NaN))),
              new Plot(
                      "Pages per second, from the first request of a round to the last",
                      "round in the log",
                      false,
                      false)
                  .fields(List.of(curve("pages/s", rounds, Round::pagesPerSecond)))));
    }
    report
        .crawldb()
        .ifPresent(
            db ->
                page.put("failingHosts", db.failing().stream().map(ReportPage::failing).toList()));
    report.index().ifPresent(index -> page.put("uses", uses(index)));
    page.put(
        "runs",
        report.rankings().stream()
            .map(
                run ->
                    new Fields()
                        .with("ranking", run.ranking())
                        .with("run", run.run())
                        .with("build", run.build())
                        .with("outcome", run.outcome())
                        .with("iterations", run.changes().size())
                        .with("stop", run.tolerance().map(Object::toString).orElse("")))
            .toList());
    if (!report.rankings().isEmpty()) {
      page.put(
          "convergence",
          List.of(
              new Plot(
                      "Convergence: change of the scores in each iteration",
                      "iteration",
                      false,
                      true)
                  .fields(
                      report.rankings().stream()
                          .map(r -> curve(r.ranking(), r.changes()))
                          .toList())));
    }
    List<Fields> top = new ArrayList<>();
    report
        .top()
        .forEach(
            (ranking, pages) -> top.add(new Fields().with("ranking", ranking).with("list", pages)));
    page.put("topLists", top);
    report
        .graph()
        .filter(graph -> graph.notMeasured().isEmpty())
        .ifPresent(
            graph ->
                page.put(
                    "degrees",
                    List.of(
                        new Plot(
                                "Degrees: share of the pages with such links that have at least so"
                                    + " many",
                                "links",
                                true,
                                true)
                            .fields(
                                List.of(
                                    points("links to a page", graph.in()),
                                    points("links on a page", graph.out()))))));
    page.put("hasRounds", !rounds.isEmpty());
    page.put("hasRankings", !report.rankings().isEmpty());
    page.put("hasUnavailable", !report.unavailable().isEmpty());
    page.put("hasFailing", report.crawldb().filter(db -> !db.failing().isEmpty()).isPresent());
    page.put(
        "hasNonContent", report.crawldb().filter(db -> !db.nonContent().isEmpty()).isPresent());
    page.put("hasChanges", report.crawldb().filter(db -> !db.changeSpans().isEmpty()).isPresent());
    page.put("hasTrapped", report.hosts().filter(h -> !h.trapped().isEmpty()).isPresent());
    page.put("hasUses", report.index().filter(i -> !i.usage().isEmpty()).isPresent());
    return page;
  }

  private static Plot.Curve curve(String name, List<Round> rounds, ToDoubleFunction<Round> value) {
    return curve(name, rounds.stream().map(value::applyAsDouble).toList());
  }

  /** A curve over 1, 2, 3 and so on. */
  private static Plot.Curve curve(String name, List<Double> values) {
    return new Plot.Curve(
        name,
        IntStream.range(0, values.size())
            .mapToObj(i -> new double[] {i + 1, values.get(i)})
            .toList());
  }

  private static Plot.Curve points(String name, List<Degrees.Point> points) {
    return new Plot.Curve(name, points.stream().map(p -> new double[] {p.x(), p.share()}).toList());
  }

  private static Fields failing(CrawlDbSurvey.Host host) {
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

  /** Of two numbers with a blank between, the first as a share of the second. */
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

  private static String hash(String style) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
