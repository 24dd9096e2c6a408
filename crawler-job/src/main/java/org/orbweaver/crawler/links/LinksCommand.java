package org.orbweaver.crawler.links;

import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code links DIR}. */
@Command(
    name = "links",
    description = "Update the linkdb: the inlinks of each URL with their anchor text.",
    footer = {
      "  orb links crawl             add the segments parsed since the last update",
      "  orb links crawl --rebuild   rebuild it from all segments"
    })
public final class LinksCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(names = "--rebuild", description = "Rebuild the linkdb from all segments.")
  private boolean rebuild;

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "links")) {
      LinksPhase.Result result = new LinksPhase().run(session, new LinksPhase.Options(rebuild));
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
