package org.orbweaver.crawler.update;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code update DIR}. */
@Command(
    name = "update",
    description = "Update the crawldb from segments: states, schedules, new URLs.",
    footer = {
      "  orb update crawl                            all parsed segments that are not in it yet",
      "  orb update crawl --segment 20260401120000   this segment",
      "  orb update crawl -D db.update.additions.allowed=false   no new URLs"
    })
public final class UpdateCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--segment",
      paramLabel = "S",
      description =
          "Segment to update from; repeatable. Default: all that are parsed and not in it yet.")
  private List<String> segments = new ArrayList<>();

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "update")) {
      var options = new UpdatePhase.Options(List.copyOf(segments), false);
      UpdatePhase.Result result = new UpdatePhase().run(session, options);
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
