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
    description = "Create a segment with a fetch list: due URLs, highest score first.",
    footer = {
      "  orb generate crawl                  all URLs due",
      "  orb generate crawl --top-n 1000     the 1000 with the highest scores",
      "  orb generate crawl --parts 4        four fetch tasks; a host is in one of them",
      "  orb generate crawl --add-days 7     also URLs due within a week",
      "  orb generate crawl -D generate.max.count=50   at most 50 URLs per host"
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
