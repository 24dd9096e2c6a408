package org.orbweaver.crawler.why;

import java.time.Clock;
import java.util.List;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.fetch.FetchPhase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb try URL}: what a crawl would do with a page. */
@Command(
    name = "try",
    description = {
      "Show step by step what a crawl would do with a page.",
      "The steps: normal form, filters, addresses, robots.txt, requests and redirects, title, text,"
          + " robots directives, and each link with its fate.",
      "Needs no crawl directory and leaves nothing on disk. robots.txt, politeness delays and the"
          + " address guard apply as in a crawl: what they forbid is not requested.",
      "Exits with 0 if a crawl would fetch and index the page, with 1 if not."
    },
    footer = {
      "  orb try https://example.org/",
      "  orb try https://example.org/report.pdf --json",
      "  orb try https://example.org/ -D db.ignore.external.links=true"
    })
public final class TryCommand extends OrbCommand {
  @Parameters(paramLabel = "URL", description = "The page.")
  private String url;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  protected List<String> settingFaults() {
    return FetchPhase.settingFaults(conf());
  }

  @Override
  protected int run() throws Exception {
    UrlHistory history = new UrlHistory(conf(), null, url, Clock.systemUTC().millis());
    new Trial(history).run(next -> console().info("requesting " + Console.safe(next)));
    if (json) {
      console().line(Json.line(history.view()));
    } else {
      history.print(console());
    }
    boolean taken =
        history.fate().map(Fate::standing).filter(s -> s == Fate.Standing.PAGE).isPresent();
    return taken ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }
}
