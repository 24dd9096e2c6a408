package org.orbweaver.webgraph.runs;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that shows scores of a published run, or scores computed from some. */
public abstract class ReadRunCommand extends CrawlDirCommand {
  @Mixin protected ScoreSelection selection = new ScoreSelection();

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description =
          "Ranking run to read (default: the newest plain run, or the newest with the topics).")
  private String run;

  @Override
  protected final int run() throws IOException {
    checkOptions();
    read(CrawlDir.open(conf(), dir));
    return ExitCode.OK.code();
  }

  /**
   * Checks the options before the crawl is opened.
   *
   * @throws OrbException (usage) if they are wrong
   */
  protected void checkOptions() {}

  /** Reads and prints. */
  protected abstract void read(CrawlDir crawl) throws IOException;

  /** The name of the run to read; empty for the newest. */
  protected final Optional<String> runName() {
    return Optional.ofNullable(run);
  }

  /** Prints the fields of a run's {@value Rankings#META}. */
  protected final void describe(Map<String, String> meta) {
    meta.forEach((field, value) -> console().linef("%-15s %s", field, value));
  }

  /**
   * Prints the selected pages' scores.
   *
   * @param by the score, from those in each list
   * @param name of the score, in JSON
   * @param before text before each score
   */
  protected final void show(
      ScoreReader scores, ToDoubleFunction<double[]> by, String name, String before)
      throws IOException {
    selection.show(console(), scores, by, name, before);
  }
}
