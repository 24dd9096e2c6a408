package org.orbweaver.pagerank;

import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.kernel.KernelKeys;
import picocli.CommandLine.Option;

/** The options of all commands that run PageRank. */
final class RunOptions {
  @Option(
      names = "--damping",
      paramLabel = "B",
      description = "Probability of following a link, 0 to 1 (default 0.85).")
  private String damping;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "Stop when the L1 change is at most this (default 1e-9).")
  private String tolerance;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Make exactly N iterations instead.")
  private Integer iterations;

  @Option(
      names = "--extrapolate",
      description =
          "Save iterations where the change shrinks slowly; the error is bounded as without.")
  private boolean extrapolate;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "How to run: auto, fused, pull or blocked; the result is the same.")
  private String mode;

  @Option(names = "--build", paramLabel = "NAME", description = "The graph (default: the newest).")
  private String build;

  /**
   * Refuses what no run can have.
   *
   * @throws OrbException (usage)
   */
  void check() {
    if (iterations != null && iterations < 0) {
      throw OrbException.usage("--iterations " + iterations + ": must be 0 or above");
    }
  }

  /** A copy of a configuration in which these options stand. */
  Configuration applyTo(Configuration conf) {
    Configuration own = new Configuration(conf);
    set(own, PageRankKeys.DAMPING.name(), damping);
    set(own, PageRankKeys.TOLERANCE.name(), tolerance);
    set(own, PageRankKeys.EXTRAPOLATE.name(), extrapolate ? "true" : null);
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
