package org.orbweaver.crawler.parse;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parse DIR}. */
@Command(
    name = "parse",
    description = "Parse fetched pages: text, title, metadata and links.",
    footer = {
      "  orb parse crawl                            all fetched segments",
      "  orb parse crawl --segment 20260401120000   this segment",
      "  orb parse crawl -D parser.timeout=10       at most 10 s per document"
    })
public final class ParseCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Segment to parse; repeatable. Default: all that are not parsed yet.")
  private List<String> segments = new ArrayList<>();

  @Override
  protected int run() throws Exception {
    try (Session session = Session.open(conf(), dir, console(), "parse")) {
      ParsePhase.Result result =
          new ParsePhase().run(session, new ParsePhase.Options(List.copyOf(segments)));
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
