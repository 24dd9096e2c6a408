package org.orbweaver.orb.report;

import java.nio.file.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orb report DIR}: the state of a crawl, on one page. */
@Command(
    name = "report",
    description = {
      "Report how a crawl stands: growth, errors, politeness, freshness, traps, graph, top pages.",
      "Prints one HTML page that needs nothing else, for a browser or for paper; or the same as"
          + " JSON, or as metrics for Prometheus. Reads the crawl's stores and changes nothing; it"
          + " may run beside a crawl. A section that cannot be made says so in its place, and the"
          + " exit status is 1."
    },
    footer = {
      "  orb report crawl --out report.html",
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
    if (out != null) {
      OutputFile.check(out, overwrite);
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    CrawlReport report = new ReportReader(conf(), crawl, console(), WallClock.clock()).read();
    String text = text(report);
    if (out == null) {
      console().line(text.stripTrailing());
    } else {
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

  private String text(CrawlReport report) {
    if (format != null && format.json) {
      return Json.pretty(report);
    }
    boolean metrics = format != null && format.prometheus;
    return metrics ? ReportMetrics.text(report) : new ReportPage().file(report);
  }

  @Override
  protected String stoppedNotice() {
    return "stopped; nothing was written";
  }
}
