package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code recrawl DIR}. */
@Command(
    name = "recrawl",
    description = {
      "Bring a crawl up to date, as one run of a cron or systemd schedule.",
      "Finishes an interrupted run, fetches what is due, follows new links within the limits,"
          + " updates links, rankings and index if a page changed, and removes what newer"
          + " versions have replaced. Exit status: 0 done, 1 failed (also if no host"
          + " responded), 3 nothing due, 4 crawl in use by another run."
    },
    footer = {
      "  orb recrawl crawl",
      "  orb recrawl crawl --max-minutes 120 --max-pages 50000",
      "  orb recrawl crawl --json",
      "  scripts/recrawl crawl         for cron: finds Java, keeps a log"
    })
public final class RecrawlCommand extends CrawlDirCommand {
  @Option(
      names = "--max-rounds",
      paramLabel = "N",
      description = "Maximum rounds; 0 for no limit. Default: orbweaver.recrawl.rounds.max, 3.")
  @Range(from = 0)
  private Integer rounds;

  @Option(
      names = "--max-minutes",
      paramLabel = "N",
      description =
          "Stop fetching after N minutes. Default: orbweaver.recrawl.minutes.max, no limit.")
  @Range(from = 0)
  private Integer minutes;

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description =
          "Maximum URLs to fetch, highest score first. Default: orbweaver.recrawl.pages.max, no"
              + " limit.")
  @Range(from = 0)
  private Long pages;

  @Option(
      names = "--max-bytes",
      paramLabel = "N",
      description =
          "Maximum bytes to download, approximately. Default: orbweaver.recrawl.bytes.max, no"
              + " limit.")
  @Range(from = 0)
  private Long bytes;

  @Option(
      names = "--json",
      description = "Print what the run did, or why it ended, as one line of JSON.")
  private boolean json;

  @Override
  protected List<String> settingFaults() {
    return CrawlDriver.settingFaults(conf());
  }

  @Override
  protected int run() throws Exception {
    // Options limit this run only, settings limit all runs.
    int maxRounds = limit(rounds, RecrawlKeys.MAX_ROUNDS);
    FetchLimits.Limits limits =
        new FetchLimits.Limits(
            limit(minutes, RecrawlKeys.MAX_MINUTES),
            limit(pages, RecrawlKeys.MAX_PAGES),
            limit(bytes, RecrawlKeys.MAX_BYTES));
    Instant start = WallClock.clock().instant();
    try (Session session = Session.open(conf(), dir, console(), "orb recrawl")) {
      Outputs outputs = Outputs.of(conf());
      // An earlier run may have ended before it wrote them.
      outputs.write(session);
      Recrawl.Result result = new Recrawl(session, maxRounds, limits).run();
      outputs.write(session);
      if (!json) {
        console().line(result.summary());
        return ExitCode.OK.code();
      }
      Fields fields = report(start, ExitCode.OK);
      fields.putAll(result.counts());
      fields.put("fresh", result.fresh());
      fields.put("expectedFreshness", result.expectedFreshness());
      fields.put("index", result.index().name().toLowerCase(Locale.ROOT));
      console().line(Json.line(fields));
      return ExitCode.OK.code();
    } catch (IOException | RuntimeException e) {
      if (json) {
        Failure failure = Failure.of(e);
        Fields fields = report(start, failure.exitCode());
        fields.put("message", failure.message());
        console().line(Json.line(fields));
      }
      throw e;
    }
  }

  /** Writes the report of a run for monitoring. */
  private Fields report(Instant start, ExitCode status) {
    return new Fields()
        .with("crawl", dir)
        .with("start", start.truncatedTo(ChronoUnit.SECONDS))
        .with("seconds", Duration.between(start, WallClock.clock().instant()).toSeconds())
        .with("exitStatus", status.code());
  }

  private <T extends Number> T limit(T given, Key<T> key) {
    return given != null ? given : key.get(conf());
  }
}
