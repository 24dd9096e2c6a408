package org.orbweaver.common.cli;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A subcommand. A subclass has picocli's {@code @Command(name, description, footer)} with examples
 * in the footer, its options and parameters as annotated fields, and {@link #run}.
 */
@Command(
    synopsisHeading = "Usage: ",
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    sortOptions = false,
    usageHelpWidth = 100)
public abstract class OrbCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  private Configuration conf;
  private Console console;

  /** Gives the command what it runs with; called once, before {@link #run}. */
  public final void init(Configuration conf, Console console) {
    this.conf = conf;
    this.console = console;
  }

  protected final Configuration conf() {
    return conf;
  }

  protected final Console console() {
    return console;
  }

  /**
   * Does the work.
   *
   * @return the exit status, one of {@link ExitCode}'s
   * @throws OrbException for an error that the user can act on
   */
  protected abstract int run() throws Exception;

  @Override
  public final Integer call() throws Exception {
    return run();
  }
}
