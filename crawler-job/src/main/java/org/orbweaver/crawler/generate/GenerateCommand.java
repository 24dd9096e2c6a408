package org.orbweaver.crawler.generate;

import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code generate DIR}. */
@Command(
    name = "generate",
    description = "Make a new segment with the list of URLs to fetch: those due, the best first.",
    footer = {
      "  orb generate crawl                  all URLs that are due",
      "  orb generate crawl --top-n 1000     the best thousand",
      "  orb generate crawl --parts 4        for four fetch tasks, no host in two of them",
      "  orb generate crawl -D generate.max.count=50   at most fifty URLs a host"
    })
public final class GenerateCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--top-n",
      paramLabel = "N",
      description = "At most so many URLs. Default: generate.topN, all.")
  private Long topN;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Fetch tasks. Default: orbweaver.generate.parts.")
  private Integer parts;

  @Override
  protected int run() throws Exception {
    if (topN != null && topN <= 0) {
      throw OrbException.usage("--top-n " + topN + ": a number above zero is wanted");
    }
    if (parts != null && parts <= 0) {
      throw OrbException.usage("--parts " + parts + ": a number above zero is wanted");
    }
    var options = new GeneratePhase.Options(topN == null ? 0 : topN, parts == null ? 0 : parts);
    try (Session session = Session.open(conf(), dir, console(), "generate")) {
      GeneratePhase.Result result = new GeneratePhase().run(session, options);
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
