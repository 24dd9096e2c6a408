package org.orbweaver.crawler.inject;

import java.util.List;
import java.util.Optional;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.conf.SettingFault;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.url.UrlFilters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code inject SEEDS… DIR}. */
@Command(
    name = "inject",
    description = "Put seed URLs into a crawl; makes the crawl directory where there is none.",
    footer = {
      "  orb inject seeds.txt crawl                a URL a line, # for comments, tab key=value",
      "  orb inject https://example.org/ crawl     one URL",
      "  orb inject seeds/ more.txt.gz crawl       all files of a folder, and another",
      "  orb inject -D db.injector.update=true seeds.txt crawl   new metadata for known URLs",
      "  orb inject crawl --sitemap https://example.org/sitemap.xml   what a sitemap lists"
    })
public final class InjectCommand extends OrbCommand {

  @Mixin private SeedArguments arguments;

  @Override
  protected Optional<String> crawl() {
    return arguments.crawl();
  }

  @Override
  protected List<SettingFault> settingFaults() {
    return UrlFilters.faults(conf());
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
