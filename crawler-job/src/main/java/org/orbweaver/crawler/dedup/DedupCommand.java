package org.orbweaver.crawler.dedup;

import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dedup DIR}. */
@Command(
    name = "dedup",
    description =
        "Mark pages whose content another page has: of equal ones the one with the highest score is"
            + " kept, then the one with the shortest URL, then the first by URL. Unlike in Nutch the"
            + " time of fetch has no say: the same crawl gives the same index wherever it runs.",
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
        console().linef("marked %,d duplicates", result.marked());
      }
    }
    return ExitCode.OK.code();
  }
}
