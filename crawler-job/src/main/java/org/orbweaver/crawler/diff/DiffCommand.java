package org.orbweaver.crawler.diff;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code diff DIR A B} and {@code diff DIR1 DIR2}. */
@Command(
    name = "diff",
    description = {
      "Show what changed between two rounds of a crawl, or two crawls.",
      "Lists pages that are new, gone, changed or moved, and pages with a new status or title. A"
          + " round is its number, counted from the start of the crawl (0: before the first), or"
          + " the name of its segment. A page that the later rounds did not fetch counts as"
          + " unchanged. Exits with 0 whether there are differences or not."
    },
    footer = {
      "  orb diff crawl 1 2                  what round 2 changed",
      "  orb diff crawl 1 5 --json           the URLs, sorted, one JSON object per line",
      "  orb diff crawl 20261101030000 20261102030000 --csv > changes.csv",
      "  orb diff crawl-monday crawl-friday  the crawldbs of two crawls"
    })
public final class DiffCommand extends OrbCommand {
  private static final int EXAMPLES = 5;

  @Parameters(
      arity = "2..3",
      paramLabel = "DIR",
      description = "A crawl directory and two of its rounds, or two crawl directories.")
  private List<String> what;

  @ArgGroup private Form form;

  private static final class Form {
    @Option(names = "--json", description = "Print JSON, one object per URL.")
    private boolean json;

    @Option(
        names = "--csv",
        description =
            "Print CSV (RFC 4180). An apostrophe is put before cells that a spreadsheet would take"
                + " for a formula.")
    private boolean csv;

    @Option(
        names = "--examples",
        paramLabel = "N",
        description = "Number of URLs to show per kind of change. Default: 5.")
    @Range(from = 0)
    private Integer examples;
  }

  @Override
  protected int run() throws IOException {
    if (what.size() == 3) {
      rounds(what.get(0), what.get(1), what.get(2));
    } else {
      crawls(what.get(0), what.get(1));
    }
    return ExitCode.OK.code();
  }

  private DiffReport report() {
    if (form == null) {
      return new DiffReport(console(), DiffReport.Form.TEXT, EXAMPLES);
    }
    if (form.json) {
      return new DiffReport(console(), DiffReport.Form.JSON, 0);
    }
    return form.csv
        ? new DiffReport(console(), DiffReport.Form.CSV, 0)
        : new DiffReport(console(), DiffReport.Form.TEXT, form.examples);
  }

  private void rounds(String dir, String before, String after) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Rounds rounds = Rounds.of(crawl);
    int first = rounds.number(before);
    int last = rounds.number(after);
    if (first >= last) {
      throw OrbException.usage(
          "expected an earlier and a later round, got '" + before + "' and '" + after + "'");
    }
    List<Path> segments = rounds.upTo(last);
    DiffReport report = report();
    long looked =
        new RoundComparison(conf(), segments, rounds.keptUpTo(first)).forEach(report::take);
    report.end(rounds.title(first), rounds.title(last), looked);
  }

  private void crawls(String before, String after) throws IOException {
    CrawlDir one = CrawlDir.open(conf(), before);
    Path second = new Path(after);
    if (after.matches("\\d+") && !second.getFileSystem(conf()).exists(second)) {
      throw OrbException.usage("expected DIR ROUND ROUND or DIR1 DIR2, got only one round");
    }
    CrawlDir two = CrawlDir.open(conf(), after);
    DiffReport report = report();
    long looked = new CrawlComparison(conf(), one, two).forEach(report::take);
    report.end(before, after, looked);
  }
}
