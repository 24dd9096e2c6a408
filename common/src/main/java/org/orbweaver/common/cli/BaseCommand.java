package org.orbweaver.common.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Console;
import org.orbweaver.plugin.OrbCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

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
public abstract class BaseCommand extends TopCommands.HelpOption implements OrbCommand {
  @Spec private CommandSpec spec;

  private Configuration conf;
  private Console console;

  @Override
  public final void begin(Configuration settings, Output output) {
    conf = settings;
    console = (Console) output;
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

  /** The notice printed if the process is stopped before the command has ended. */
  protected String stoppedNotice() {
    return "stopped; run the same command again to resume";
  }

  /**
   * Copies options that set a configuration key ({@code --threads}: {@code fetcher.threads.fetch})
   * into the configuration, before it is checked.
   */
  protected void useOptions() {}

  /**
   * Finds faults in combinations of settings and in settings that this command needs. They are
   * reported before {@link #run}, in one list with the invalid values of single settings.
   */
  protected List<String> settingFaults() {
    return List.of();
  }

  /**
   * Checks the settings. A command that reports on settings overrides this and leaves faults to its
   * report.
   */
  protected void checkSettings() throws IOException {
    check(conf, console, settingFaults());
  }

  /** Shows warnings about settings and plugins, and refuses faults. */
  static void check(Configuration conf, Console console, List<String> further) throws IOException {
    List<String> missing = Plugins.missing(conf);
    List<String> warnings = new ArrayList<>(Settings.warnings(conf));
    if (missing.isEmpty()) {
      warnings.addAll(Plugins.warnings(conf));
      warnings.addAll(Plugins.set(conf).faults());
    }
    warnings.forEach(warning -> console.info("warning: " + Console.safe(warning)));
    Settings.check(conf, Stream.concat(missing.stream(), further.stream()).toList());
  }

  /** The crawl directory on the command line; by default the parameter shown as DIR. */
  protected Optional<String> crawl() {
    return CrawlArgument.of(spec);
  }

  /** The names of the options, to suggest the intended one. */
  protected final List<String> optionNames() {
    return spec.options().stream().map(OptionSpec::longestName).toList();
  }

  @Override
  public final Integer call() throws Exception {
    Range.RangeCheck.all(spec.commandLine().getParseResult().matchedOptions());
    CrawlArgument.apply(conf, spec, this::crawl);
    useOptions();
    checkSettings();
    return run();
  }
}
