package org.orbweaver.crawler.generate;

import java.time.Duration;
import java.util.List;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
  protected List<String> settingFaults() {
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

  /** The options that say which fetch list to make, the same for each command that makes one. */
  public static final class ListOptions {
    @Option(
        names = "--top-n",
        paramLabel = "N",
        description = "Maximum URLs, highest score first. Default: generate.topN, all.")
    @Range(from = 1)
    private Long topN;

    @Option(
        names = "--parts",
        paramLabel = "N",
        description = "Number of fetch tasks. Default: orbweaver.generate.parts.")
    @Range(from = 1)
    private Integer parts;

    @Option(
        names = "--add-days",
        paramLabel = "N",
        defaultValue = "0",
        description = "Treat URLs due within N days as due. Default: 0.")
    @Range(from = 0)
    private int addDays;

    /** What they ask for. */
    public GeneratePhase.Options options() {
      return new GeneratePhase.Options(
          topN == null ? 0 : topN, parts == null ? 0 : parts, Duration.ofDays(addDays));
    }
  }
}
