package org.orbweaver.crawler.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.CrawlerKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fetch DIR}. */
@Command(
    name = "fetch",
    description = "Fetch the pages of a segment's lists, politely.",
    footer = {
      "  orb fetch mycrawl -D http.agent.name=mybot",
      "  orb fetch mycrawl --segment 20260131093015 --threads 100"
    })
public final class FetchCommand extends OrbCommand {
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "The segment; otherwise the oldest that was not fetched.")
  private String segment;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of a task (fetcher.threads.fetch).")
  private Integer threads;

  @Override
  protected int run() throws Exception {
    if (threads != null) {
      CrawlerKeys.FETCH_THREADS.set(conf(), threads);
    }
    try (Session session = Session.open(conf(), dir, console(), "fetch")) {
      console().line(summary(FetchPhase.run(session, new FetchPhase.Options(segment))));
    }
    return ExitCode.OK.code();
  }

  /** One line that says what came of a fetch. */
  public static String summary(FetchPhase.Result result) {
    List<String> parts = new ArrayList<>();
    for (FetchCounter counter :
        List.of(
            FetchCounter.OK,
            FetchCounter.REDIRECTED,
            FetchCounter.NOT_MODIFIED,
            FetchCounter.GONE,
            FetchCounter.FAILED,
            FetchCounter.SKIPPED)) {
      long value = result.get(counter);
      if (value > 0 || counter == FetchCounter.OK) {
        parts.add(value + " " + counter.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      }
    }
    return String.format(
        Locale.ROOT,
        "segment %s: %d URLs from %d hosts in %.1f s (%.1f/s): %s; %.1f MB",
        result.segment(),
        result.get(FetchCounter.FETCHED),
        result.get(FetchCounter.HOSTS),
        result.seconds(),
        result.get(FetchCounter.FETCHED) / Math.max(0.001, result.seconds()),
        String.join(", ", parts),
        result.get(FetchCounter.BYTES) / 1e6);
  }
}
