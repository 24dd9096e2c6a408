package org.orbweaver.crawler.inject;

import java.util.List;
import java.util.Optional;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.UrlRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code inject SEEDS... DIR}. */
@Command(
    name = "inject",
    description = "Add seed URLs to a crawl; creates the crawl directory if needed.",
    footer = {
      "  orb inject seeds.txt crawl                one URL per line, # for comments, tab key=value",
      "  orb inject https://example.org/ crawl     one URL",
      "  orb inject seeds/ more.txt.gz crawl       all files of a folder, and one more",
      "  orb inject -D db.injector.update=true seeds.txt crawl   new metadata for known URLs",
      "  orb inject crawl --sitemap https://example.org/sitemap.xml   the URLs of a sitemap"
    })
public final class InjectCommand extends OrbCommand {

  @Mixin private SeedArguments arguments;

  @Override
  protected Optional<String> crawl() {
    return arguments.crawl();
  }

  @Override
  protected List<String> settingFaults() {
    return UrlRules.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    arguments.check(conf());
    try (Session session = Session.create(conf(), arguments.dir(), console(), "inject")) {
      InjectPhase.Result result = new InjectPhase().run(session, arguments.options());
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
