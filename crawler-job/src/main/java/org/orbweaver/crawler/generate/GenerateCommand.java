package org.orbweaver.crawler.generate;

import java.util.List;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.conf.SettingFault;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code generate DIR}. */
@Command(
    name = "generate",
    description = "Make a new segment with the list of URLs to fetch: those due, the best first.",
    footer = {
      "  orb generate crawl                  all URLs that are due",
      "  orb generate crawl --top-n 1000     the best thousand",
      "  orb generate crawl --parts 4        for four fetch tasks, no host in two of them",
      "  orb generate crawl --add-days 7     also what is due within a week",
      "  orb generate crawl -D generate.max.count=50   at most fifty URLs a host"
    })
public final class GenerateCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Mixin private ListOptions list;

  @Override
  protected List<SettingFault> settingFaults() {
    return GeneratePhase.settingFaults(conf());
  }

  @Override
  protected int run() throws Exception {
    GeneratePhase.Options options = list.options();
    try (Session session = Session.open(conf(), dir, console(), "generate")) {
      GeneratePhase.Result result = new GeneratePhase().run(session, options);
      console().line(result.summary());
    }
    return ExitCode.OK.code();
  }
}
