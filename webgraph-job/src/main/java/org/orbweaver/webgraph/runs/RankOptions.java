package org.orbweaver.webgraph.runs;

import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.conf.Key;
import org.orbweaver.webgraph.kernel.KernelKeys;
import picocli.CommandLine.Option;

/** The options of all commands that run a ranking. */
public final class RankOptions {
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

  /**
   * A copy of a configuration with these options set.
   *
   * @param key of the tolerance
   */
  public Configuration applyTo(Configuration conf, Key<Double> key) {
    Configuration own = new Configuration(conf);
    set(own, key, tolerance);
    set(own, KernelKeys.MODE, mode);
    return own;
  }

  /** Sets a key if its option was given. */
  public static void set(Configuration conf, Key<?> key, String value) {
    if (value != null) {
      conf.set(key.name(), value);
    }
  }

  public boolean hasMode() {
    return mode != null;
  }

  public Optional<String> build() {
    return Optional.ofNullable(build);
  }

  public OptionalInt iterations() {
    return iterations == null ? OptionalInt.empty() : OptionalInt.of(iterations);
  }
}
