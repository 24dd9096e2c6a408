package org.orbweaver.crawler.generate;

import java.time.Duration;
import org.orbweaver.common.cli.OrbException;
import picocli.CommandLine.Option;

/** The options that say which fetch list to make, the same for each command that makes one. */
public final class ListOptions {
  @Option(
      names = "--top-n",
      paramLabel = "N",
      description = "Maximum URLs, highest score first. Default: generate.topN, all.")
  private Long topN;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Number of fetch tasks. Default: orbweaver.generate.parts.")
  private Integer parts;

  @Option(
      names = "--add-days",
      paramLabel = "N",
      defaultValue = "0",
      description = "Treat URLs due within N days as due. Default: 0.")
  private int addDays;

  /**
   * What they ask for.
   *
   * @throws OrbException (usage) for a number out of range
   */
  public GeneratePhase.Options options() {
    if (topN != null && topN <= 0) {
      throw OrbException.usage("--top-n: expected a number of at least 1, got '" + topN + "'");
    }
    if (parts != null && parts <= 0) {
      throw OrbException.usage("--parts: expected a number of at least 1, got '" + parts + "'");
    }
    if (addDays < 0) {
      throw OrbException.usage(
          "--add-days: expected a number of at least 0, got '" + addDays + "'");
    }
    return new GeneratePhase.Options(
        topN == null ? 0 : topN, parts == null ? 0 : parts, Duration.ofDays(addDays));
  }
}
