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
    description = "Parse fetched segments: text, title, metadata and links of each page.",
    footer = {
      "  orb parse crawl                            all segments that wait for it",
      "  orb parse crawl --segment 20260401120000   this one",
      "  orb parse crawl -D parser.timeout=10       give up a document after 10 s"
    })
public final class ParseCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--segment",
      paramLabel = "S",
      description = "Name of a segment; may be repeated. Default: all that are not parsed.")
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
