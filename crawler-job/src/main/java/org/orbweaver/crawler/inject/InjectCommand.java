package org.orbweaver.crawler.inject;

import java.util.List;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inject SEEDS… DIR}. */
@Command(
    name = "inject",
    description = "Put seed URLs into a crawl; makes the crawl directory where there is none.",
    footer = {
      "  orb inject seeds.txt crawl                a URL a line, # for comments, tab key=value",
      "  orb inject https://example.org/ crawl     one URL",
      "  orb inject seeds/ more.txt.gz crawl       all files of a folder, and another",
      "  orb inject -D db.injector.update=true seeds.txt crawl   new metadata for known URLs"
    })
public final class InjectCommand extends OrbCommand {

  @Parameters(
      arity = "2..*",
      paramLabel = "SEEDS… DIR",
      hideParamSyntax = true,
      description = "Seed lists, folders of them or URLs, and last the crawl directory.")
  private List<String> words;

  @Override
  protected int run() throws Exception {
    List<String> seeds = words.subList(0, words.size() - 1);
    String dir = words.get(words.size() - 1);
    if (dir.startsWith("http://") || dir.startsWith("https://")) {
      throw OrbException.usage("the crawl directory comes last; " + dir + " is a URL");
    }
    // Before the directory is made.
    Seeds.find(conf(), seeds);
    try (Session session = Session.create(conf(), dir, console(), "inject")) {
      InjectPhase.Result result =
          new InjectPhase().run(session, new InjectPhase.Options(List.copyOf(seeds)));
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
