package org.orbweaver.crawler.dedup;

import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dedup DIR}. */
@Command(
    name = "dedup",
    description = {
      "Mark pages with duplicate content.",
      "Of pages with the same content, the one with the highest score is kept; ties go to the"
          + " shortest URL, then to the first in alphabetical order. Unlike in Nutch, the fetch"
          + " time does not count, so the same crawl gives the same index wherever it runs."
    },
    footer = {"  orb dedup crawl"})
public final class DedupCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "dedup")) {
      DedupPhase.Result result = new DedupPhase().run(session);
      if (result.marked() == 0) {
        console().line("no new duplicates");
      } else {
        console().line("marked " + Count.of(result.marked(), "duplicate"));
      }
    }
    return ExitCode.OK.code();
  }
}
