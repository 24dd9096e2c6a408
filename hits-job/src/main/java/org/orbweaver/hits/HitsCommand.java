package org.orbweaver.hits;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.kernel.RankingRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hits DIR}: hubs and authorities of the newest graph. */
@Command(
    name = "hits",
    description = {
      "Find hubs and authorities of the newest graph by HITS.",
      "",
      "On a whole graph HITS favours the most tightly linked community. A run that does not"
          + " converge is written all the same, exits 0 and says so. A run that was killed goes on"
          + " where it was when the same command is given again."
    },
    footer = {
      "  orb hits crawl",
      "  orb hits crawl --iterations 20",
      "  orb read hits crawl --top 20"
    })
public final class HitsCommand extends OrbCommand {

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "Stop when the authorities' L1 change is at most this (default 1e-9).")
  private String tolerance;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Make exactly N iterations instead.")
  private Integer iterations;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "How to run: auto, fused or pull; the result is the same.")
  private String mode;

  @Option(names = "--build", paramLabel = "NAME", description = "The graph (default: the newest).")
  private String build;

  @Override
  protected int run() throws IOException {
    if (iterations != null && iterations < 1) {
      throw OrbException.usage("--iterations " + iterations + ": must be 1 or above");
    }
    Configuration conf = new Configuration(conf());
    if (tolerance != null) {
      conf.set(HitsKeys.TOLERANCE.name(), tolerance);
    }
    if (mode != null) {
      conf.set(KernelKeys.MODE.name(), mode);
    }
    HitsOptions options =
        new HitsOptions(
            Optional.ofNullable(build),
            iterations == null ? OptionalInt.empty() : OptionalInt.of(iterations));
    try (Session session = Session.open(conf, dir, console(), "hits")) {
      RankingRun result = new HitsPhase().run(session, options);
      console().line(result.summary());
      console().info(HitsPhase.CAUTION);
    }
    return ExitCode.OK.code();
  }
}
