package org.orbweaver.orb.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.audit.AuditJob;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import org.orbweaver.crawler.read.CrawlDbSurvey;
import org.orbweaver.crawler.read.FetchLogSurvey;
import org.orbweaver.crawler.read.TightestGap;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.structure.Degrees;

/** The writers on reports made by hand: empty ones, and hostile text. */
class ReportPageTest {
  @TempDir private Path folder;

  private static final String HOSTILE =
      "\"'></td><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\u001b{{crawl}}\\\n";

  private static CrawlReport empty() {
    return new CrawlReport(
        "new",
        Instant.EPOCH,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  private static FindingTable table(Finding finding) {
    List<String> cells =
        finding.columns().stream()
            .map(c -> c.kind() == Finding.Kind.NUMBER ? "7" : HOSTILE)
            .toList();
    return new FindingTable(finding, 1234, List.of(new FindingTable.Row(1, cells)));
  }

  private static AuditJob.Audit audit() {
    List<FindingTable> tables =
        Stream.of(Finding.values())
            .filter(
                f ->
                    !Set.of(Finding.SLOW_HOSTS, Finding.REFUSALS, Finding.LARGEST, Finding.DEPTH)
                        .contains(f))
            .map(ReportPageTest::table)
            .toList();
    return new AuditJob.Audit(true, tables, List.of(HOSTILE), 1);
  }

  private static String file(CrawlReport report) {
    return new ReportPage().file(report, finding -> Optional.empty());
  }

  private static CrawlReport hostile() {
    Map<String, Long> counts = Map.of(HOSTILE, 3L);
    List<CrawlDbSurvey.HostEntries> hosts =
        List.of(new CrawlDbSurvey.HostEntries(HOSTILE, 3, 1, Map.of("FAILED_DNS", 2L)));
    return new CrawlReport(
        HOSTILE,
        Instant.EPOCH,
        Optional.of(
            new CrawlReport.Running(HOSTILE, HOSTILE, Optional.empty(), HOSTILE, Optional.empty())),
        List.of(),
        List.of(new CrawlReport.Cause("gone", HOSTILE, 1, HOSTILE)),
        Optional.of(
            new FetchLogSurvey(
                1,
                2,
                3,
                4,
                5,
                0,
                1,
                counts,
                List.of(new TightestGap(HOSTILE, 2, 3000, 2000)),
                Map.of(),
                table(Finding.SLOW_HOSTS),
                table(Finding.REFUSALS),
                table(Finding.LARGEST))),
        Optional.of(
            new CrawlDbSurvey(
                Map.of("urls", 3L, "pages", 3L, "spamSuspects", 1L),
                counts,
                counts,
                counts,
                counts,
                Map.of("3600", 2L, "+Inf", 1L),
                Map.of("86400", 3L),
                Map.of("86400", 1L),
                Optional.empty(),
                List.of(new CrawlDbSurvey.Suspect(HOSTILE, HOSTILE)),
                hosts,
                hosts)),
        Optional.of(
            new CrawlReport.NextList(
                1, 2, List.of(new CrawlReport.Cause("due", HOSTILE, 1, HOSTILE)))),
        Optional.of(
            new CrawlReport.Hosts(
                1, 0, 0, 0, counts, List.of(new CrawlReport.Trapped(HOSTILE, 2, 1)))),
        Optional.of(new CrawlReport.Index(HOSTILE, HOSTILE, 3, Map.of("ai-train:n", 2L))),
        List.of(
            new Rankings.ConvergedRun(
                "pagerank", HOSTILE, HOSTILE, HOSTILE, Optional.of(1e-9), List.of(.5, .1, 1e-10))),
        Map.of("pagerank", List.of(new CrawlReport.Scored(HOSTILE, .25))),
        Optional.of(
            new CrawlReport.Graph(
                HOSTILE,
                3,
                4,
                1,
                List.of(new Degrees.Point(1, 1), new Degrees.Point(10, .1)),
                List.of(new Degrees.Point(1, 1)),
                Map.of(
                    "core",
                    2,
                    "in",
                    0,
                    "out",
                    1,
                    "tubes",
                    0,
                    "tendrils_from_in",
                    0,
                    "tendrils_to_out",
                    0,
                    "other",
                    0,
                    "disconnected",
                    0),
                2,
                Optional.of(table(Finding.DEPTH)),
                Map.of("0", 1L, "2", 3L),
                5,
                "")),
        Optional.of(audit()),
        Map.of());
  }

  @Test
  void sectionThatFailsSaysSoInItsPlace() throws Exception {
    Path part = Files.createDirectories(folder.resolve("crawldb/current/part-r-00000"));
    Files.writeString(part.resolve("data"), "damaged");
    Files.writeString(part.resolve("index"), "damaged");
    Files.createDirectories(folder.resolve("graph/20260101000000"));
    Files.createDirectories(folder.resolve("segments"));
    Configuration conf = new Configuration();
    CrawlDir dir = CrawlDir.open(conf, folder.toString());
    CrawlReport report = new ReportReader(conf, dir, Console.silent(), Clock.systemUTC()).read();
    assertEquals(Set.of("audit", "crawldb", "next", "graph"), report.failed().keySet());
    assertTrue(report.crawldb().isEmpty() && report.graph().isEmpty());
    Document page = Jsoup.parse(file(report));
    for (String id : List.of("urls", "audit", "duplicates", "traps", "graph")) {
      String said = page.select("#" + id).text();
      assertTrue(said.contains("could not be made: "), said);
      assertFalse(said.contains("There is no crawldb"), said);
      assertFalse(said.contains("No web graph"), said);
    }
    assertTrue(page.select("#politeness").text().contains("No segment has a fetch log"));
    Map<String, Object> json = Json.parse(Json.pretty(report));
    assertEquals(report.failed(), json.get("failed"));
  }

  @Test
  void eachSectionSaysThatItHasNoData() {
    Document page = Jsoup.parse(file(empty()));
    assertEquals(14, page.select("section").size());
    for (Element section : page.select("section")) {
      assertFalse(section.select("p").isEmpty(), section.id());
      assertTrue(section.select("td, figure").isEmpty(), section.id());
    }
    assertTrue(ReportMetrics.text(empty()).contains("orbweaver_crawl_rounds{crawl=\"new\"} 0\n"));
  }

  @Test
  void textFromTheWebStaysText() {
    String html = file(hostile());
    Document page = Jsoup.parse(html);
    assertEquals(
        List.of(new ReportPage().script()),
        page.select("script").stream().map(Element::data).toList());
    assertTrue(page.select("img, [onerror], [style], iframe, base").isEmpty());
    assertFalse(html.contains("\u202e"), "turns the direction of text");
    assertFalse(html.contains("\u001b"));
    String shown = HOSTILE.replace("\u202e", "").replace("\u001b", "").replace("\n", "");
    assertEquals(shown, page.select("#spam td").first().text());
    assertTrue(page.select("h1").text().contains(shown));
    for (Element line : page.select("polyline")) {
      assertTrue(line.attr("points").matches("([-\\d.]+,[-\\d.]+ ?)+"), line.attr("points"));
    }
    assertEquals("33.3 %", page.select("#graph path.lobe ~ text").eachText().get(5));
  }

  @Test
  void pageNeedsNothingFromElsewhere() {
    Document page = Jsoup.parse(file(hostile()));
    String policy = page.select("meta[http-equiv=Content-Security-Policy]").attr("content");
    assertTrue(policy.startsWith("default-src 'none'; style-src 'self' 'sha256-"), policy);
    assertTrue(
        policy.contains("script-src 'self' '" + Digests.cspSource(new ReportPage().script()) + "'"),
        policy);
    assertTrue(page.select("link, [src]").isEmpty());
    assertTrue(page.select("a[href]").stream().allMatch(a -> a.attr("href").startsWith("#")));
    assertTrue(page.select("figure > svg:not([aria-label])").isEmpty());
  }

  @Test
  void tableSaysWhatItLeavesOut() {
    List<FindingTable.Row> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(new FindingTable.Row(1000 - i, List.of("=cmd|'a'!A0 " + i, "" + i)));
    }
    FindingTable deep = new FindingTable(Finding.DEPTH, 12_345, rows);
    String csv = ReportTables.csv(deep);
    assertTrue(csv.startsWith("URL,depth\r\n'=cmd|'a'!A0 0,0\r\n"), csv.substring(0, 80));
    assertTrue(csv.endsWith("\r\n(11345 more rows are left out),\r\n"), csv);
    assertEquals(1002, csv.split("\r\n").length);
    CrawlReport report = hostile();
    CrawlReport.Graph graph = report.graph().orElseThrow();
    Document page = Jsoup.parse(file(report));
    assertEquals(
        "the first 1 of 1,234 rows, most linking pages first",
        page.select("h3#failures + p").text());
    assertEquals(1, page.select("#failures ~ div tbody").first().select("tr").size());
    assertEquals(1234L, graph.depth().orElseThrow().total());
  }

  @Test
  void urlsOfAServedPageLinkToWhy() {
    Document page = Jsoup.parse(new ReportPage().served(hostile(), Optional.empty(), false));
    String link = page.select("#audit td a").first().attr("href");
    assertTrue(link.startsWith("/report/why?url=%22%27"), link);
    assertTrue(page.select("#state").text().contains("search comes with the first"));
    assertEquals("/report/failures.csv", page.select("a[download]").first().attr("href"));
    assertTrue(page.select("meta[http-equiv=refresh]").isEmpty(), "nothing runs");
    Document running = Jsoup.parse(new ReportPage().served(hostile(), hostile().running(), true));
    assertEquals("30", running.select("body").attr("data-refresh"));
    assertTrue(running.select("head noscript").html().contains("content=\"30\""));
    assertFalse(running.select("#state").text().contains("search comes"));
  }

  @Test
  void metricsAreInTheFormatOfPrometheus() throws Exception {
    Pattern sample =
        Pattern.compile(
            "orbweaver_[a-z_]+\\{[a-z]+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\""
                + "(,[a-z]+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\")?} -?\\d+(\\.\\d+)?");
    String name = "";
    for (String line : ReportMetrics.text(hostile()).split("\n")) {
      if (line.startsWith("# HELP ")) {
        name = line.split(" ")[2];
      } else if (line.startsWith("# TYPE ")) {
        assertTrue(line.matches("# TYPE " + name + " (gauge|histogram)"), line);
      } else {
        assertTrue(sample.matcher(line).matches(), line);
        assertTrue(line.startsWith(name), line);
      }
    }
    String text = ReportMetrics.text(hostile());
    assertTrue(text.contains("le=\"3600\"} 2\n"), text);
    assertTrue(text.contains("le=\"31536000\"} 2\n"), text);
    assertTrue(text.contains("le=\"+Inf\"} 3\n"), text);
    Map<String, Object> json = Json.parse(Json.pretty(hostile()));
    assertEquals(HOSTILE, json.get("crawl"));
  }
}
