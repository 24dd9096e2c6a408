package org.orbweaver.crawler.fetch;

import java.util.List;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code fetch DIR}. */
@Command(
    name = "fetch",
    description = "Fetch the URLs of a segment's fetch list, politely.",
    footer = {
      "  orb fetch mycrawl -D http.agent.name=mybot",
      "  orb fetch mycrawl --segment 20260131093015 --threads 100"
    })
public final class FetchCommand extends CrawlDirCommand {
  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Segment to fetch. Default: the oldest that is not fetched yet.")
  private String segment;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads per task. Default: fetcher.threads.fetch.")
  private Integer threads;

  @Override
  protected void useOptions() {
    if (threads != null) {
      FetchKeys.FETCH_THREADS.set(conf(), threads, "--threads");
    }
  }

  @Override
  protected List<String> settingFaults() {
    return FetchSettings.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "fetch")) {
      FetchPhase.FetchResult result = new FetchPhase().run(session, segment);
      console().line(result.summary());
      FetchTotals totals = FetchTotals.of(session.steps().history(), List.of(result.segment()));
      if (totals.pages() + totals.get(FetchCounter.REDIRECTED) > 0) {
        return ExitCode.OK.code();
      }
      for (Unavailable cause :
          Unavailable.in(conf(), session.dir(), List.of(result.segment()), totals)) {
        cause.lines(true).forEach(console()::line);
      }
      throw OrbException.failed(
          "nothing fetched, for the reasons above; 'orb parse' and 'orb update' record them");
    }
  }
}
