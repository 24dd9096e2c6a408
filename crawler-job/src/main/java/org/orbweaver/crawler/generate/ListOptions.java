package org.orbweaver.crawler.generate;

import java.time.Duration;
import org.orbweaver.common.cli.Range;
import picocli.CommandLine.Option;

/** The options of a fetch list, the same for each command that makes one. */
public final class ListOptions {
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
      description = "Treat URLs due within N days as due. Default: 0.")
  @Range(from = 0)
  private int addDays;

  /** The options as generate takes them. */
  public GeneratePhase.GenerateOptions options() {
    return new GeneratePhase.GenerateOptions(
        topN == null ? 0 : topN, parts == null ? 0 : parts, Duration.ofDays(addDays));
  }
}
