package org.orbweaver.pagerank;

import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Range;
import org.orbweaver.webgraph.kernel.KernelKeys;
import picocli.CommandLine.Option;

/** The options of all commands that run PageRank. */
final class RunOptions {
  @Option(
      names = "--damping",
      paramLabel = "B",
      description = "Damping factor: probability of following a link, 0 to 1 (default: 0.85).")
  private String damping;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "Stop when the L1 change is at most T (default: 1e-9).")
  private String tolerance;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Run exactly N iterations instead.")
  @Range(from = 1)
  private Integer iterations;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "Execution mode: auto, fused or distributed. The result is the same.")
  private String mode;

  @Option(
      names = "--build",
      paramLabel = "NAME",
      description = "Graph to rank (default: the newest).")
  private String build;

  /** A copy of a configuration in which these options stand. */
  Configuration applyTo(Configuration conf) {
    Configuration own = new Configuration(conf);
    set(own, PageRankKeys.DAMPING.name(), damping);
    set(own, PageRankKeys.TOLERANCE.name(), tolerance);
    set(own, KernelKeys.MODE.name(), mode);
    return own;
  }

  /** Sets what was given. */
  static void set(Configuration conf, String key, String value) {
    if (value != null) {
      conf.set(key, value);
    }
  }

  Optional<String> build() {
    return Optional.ofNullable(build);
  }

  OptionalInt iterations() {
    return iterations == null ? OptionalInt.empty() : OptionalInt.of(iterations);
  }
}
