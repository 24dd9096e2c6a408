package org.orbweaver.orb.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.FindingTable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orb report DIR}: the state of a crawl, on one page. */
@Command(
    name = "report",
    description = {
      "Report how a crawl stands: growth, errors, politeness, freshness, traps, graph, top pages.",
      "Tables name what to mend: URLs that failed and the pages that link to them, redirects, slow"
          + " hosts, large pages, duplicates, titles, depth. Each keeps its first 1,000 rows.",
      "Prints one HTML page that needs nothing else, for a browser or for paper; or the same as"
          + " JSON, or as metrics for Prometheus. Reads the crawl's stores and changes nothing; it"
          + " may run beside a crawl. A section that cannot be made says so in its place, and the"
          + " exit status is 1."
    },
    footer = {
      "  orb report crawl --out report.html",
      "  orb report crawl --out report.html --csv",
      "  orb report crawl --json | jq .crawldb.status",
      "  orb report crawl --prometheus --out crawl.prom --overwrite"
    })
public final class ReportCommand extends CrawlDirCommand {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write into FILE, whole or not at all. Default: standard output.")
  private Path out;

  @Option(names = "--overwrite", description = "With --out: replace a file that exists.")
  private boolean overwrite;

  @Option(
      names = "--csv",
      description = {
        "With --out: write each table of URLs and hosts into a CSV file beside FILE, such as"
            + " report-failures.csv for report.html, and link to it from the page."
      })
  private boolean csv;

  @ArgGroup private Format format;

  private static final class Format {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--prometheus", description = "Print metrics in the text format of Prometheus.")
    private boolean prometheus;
  }

  @Override
  protected int run() throws Exception {
    if (overwrite && out == null) {
      throw OrbException.usage("--overwrite requires --out");
    }
    if (csv && (out == null || format != null)) {
      throw OrbException.usage("--csv requires --out, and a page (not --json or --prometheus)");
    }
    if (out != null) {
      OutputFile.check(out, overwrite);
    }
    for (Finding finding : csv ? Finding.values() : new Finding[0]) {
      OutputFile.check(beside(finding.slug() + ".csv"), overwrite);
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    CrawlReport report = new ReportReader(conf(), crawl, console(), WallClock.clock()).read();
    String text = text(report);
    if (out == null) {
      console().line(text.stripTrailing());
    } else {
      Map<String, FindingTable> tables = csv ? ReportTables.byFile(report) : Map.of();
      for (Map.Entry<String, FindingTable> table : tables.entrySet()) {
        Path file = beside(table.getKey());
        OutputFile.write(file, ReportTables.csv(table.getValue()), overwrite);
        console().infof("wrote %s", file);
      }
      OutputFile.write(out, text, overwrite);
      console().infof("wrote %s", out);
    }
    report
        .failed()
        .forEach(
            (section, why) ->
                console()
                    .info(
                        "warning: the section "
                            + section
                            + " could not be made: "
                            + Console.safe(why)));
    if (!report.failed().isEmpty()) {
      throw OrbException.failed(
          Count.of(report.failed().size(), "section")
              + " could not be made, for the reasons above");
    }
    return ExitCode.OK.code();
  }

  /** The file of a table, beside the page and named after it. */
  private Path beside(String file) {
    String page = out.getFileName().toString();
    int dot = page.lastIndexOf('.');
    return out.resolveSibling((dot > 0 ? page.substring(0, dot) : page) + "-" + file);
  }

  private Optional<String> link(Finding finding) {
    // A name of the user's may hold any character: the link must not become one with a scheme.
    return csv
        ? Optional.of(
            "./"
                + URLEncoder.encode(beside(finding.slug() + ".csv").getFileName().toString(), UTF_8)
                    .replace("+", "%20"))
        : Optional.empty();
  }

  private String text(CrawlReport report) {
    if (format != null && format.json) {
      return Json.pretty(report);
    }
    boolean metrics = format != null && format.prometheus;
    return metrics ? ReportMetrics.text(report) : new ReportPage().file(report, this::link);
  }

  @Override
  protected String stoppedNotice() {
    return "stopped; nothing was written";
  }
}
