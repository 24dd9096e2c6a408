package org.orbweaver.crawler.fetch;

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
      console().line(new FetchPhase().run(session, new FetchPhase.Options(segment)).summary());
    }
    return ExitCode.OK.code();
  }
}
