package org.orbweaver.common.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.GenericOptionsParser;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a program made of subcommands: reads Hadoop's options wherever they stand, checks the
 * settings, dispatches, and turns what happens into an exit code and, for an error, one line.
 */
public final class OrbMain {
  private static final Logger LOG = LoggerFactory.getLogger(OrbMain.class);

  private OrbMain() {}

  /** Runs with the process's streams. */
  public static int run(
      String program, String[] args, List<OrbCommand> commands, List<OrbCommand> readers) {
    return run(program, args, commands, readers, Console.system(), new Configuration());
  }

  /**
   * Runs one command line.
   *
   * @param program the name shown in help and errors
   * @param commands the subcommands
   * @param readers subcommands of {@code read}; may be empty
   * @param conf the base configuration, changed by the generic options
   * @return the exit status
   */
  public static int run(
      String program,
      String[] args,
      List<OrbCommand> commands,
      List<OrbCommand> readers,
      Console console,
      Configuration conf) {
    Farewell farewell = new Farewell(program, console);
    try {
      GenericOptions.Split split = GenericOptions.split(args);
      new GenericOptionsParser(conf, split.generic().toArray(new String[0]));
      Settings.load(conf);
      Settings.refuseUnknown(conf);
      if (JobRunner.isLocal(conf)) {
        // Not on a cluster: its own processes, which read a job's settings, do not have the class.
        DirectLocalFileSystem.install(conf);
      }
      Settings.likelyMisspelt(conf).forEach(warning -> console.info(program + ": " + warning));
      CommandLine line = new CommandLine(new Top()).setCommandName(program);
      add(line, commands, conf, console);
      if (!readers.isEmpty()) {
        CommandLine read = new CommandLine(new Read());
        add(read, readers, conf, console);
        line.addSubcommand("read", read);
      }
      line.setExecutionExceptionHandler((e, command, parsed) -> report(program, e, console));
      line.setParameterExceptionHandler((e, words) -> misused(program, e, console));
      line.setOut(
          new PrintWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), true));
      return line.execute(split.rest().toArray(new String[0]));
    } catch (Exception e) {
      return report(program, e, console);
    } finally {
      farewell.leaveUnsaid();
      console.flush();
    }
  }

  private static void add(
      CommandLine parent, List<OrbCommand> commands, Configuration conf, Console console) {
    for (OrbCommand command : commands) {
      command.init(conf, console);
      parent.addSubcommand(command);
    }
  }

  private static int misused(String program, ParameterException e, Console console) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String message = e.getMessage();
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !e.getCommandLine().getSubcommands().isEmpty()) {
      message = "no command '" + unmatched.getUnmatched().get(0) + "'";
      List<String> near = unmatched.getSuggestions();
      if (!near.isEmpty()) {
        message += "; did you mean " + String.join(" or ", near) + "?";
      }
    }
    console.info(program + ": " + Console.safe(message) + " (see '" + command + " --help')");
    return ExitCode.USAGE.code();
  }

  private static int report(String program, Exception e, Console console) {
    LOG.error("failed", e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OrbException known) {
        console.info(program + ": " + Console.safe(known.getMessage()));
        return known.exitCode().code();
      }
      if (cause instanceof UnknownHostException) {
        String host = Console.safe(cause.getMessage());
        console.info(program + ": no host of the name " + host + ": is the address right?");
        return ExitCode.FAILED.code();
      }
    }
    console.info(program + ": " + Console.safe(describe(e)));
    return ExitCode.FAILED.code();
  }

  /** One line for an error that nobody foresaw: its kind where the message alone says little. */
  private static String describe(Exception e) {
    String message = e.getMessage();
    String log = System.getProperty("orbweaver.log.file");
    String more = log == null ? "" : " (details in " + log + ")";
    if (message == null || message.isBlank()) {
      return e.getClass().getSimpleName() + more;
    }
    String first = message.lines().findFirst().orElse("").strip();
    return (e instanceof IOException ? first : e.getClass().getSimpleName() + ": " + first) + more;
  }

  @Command(
      synopsisSubcommandLabel = "COMMAND",
      synopsisHeading = "Usage: ",
      commandListHeading = "%nCommands:%n",
      footerHeading = "%n",
      footer = {
        "-D key=value, -conf FILE, -fs URI and -libjars JARS work in any position.",
        "'COMMAND --help' shows a command's options with examples.",
        "Exit status: 0 done, 1 failed, 2 wrong usage, 3 nothing to do, 4 another run holds it."
      },
      usageHelpWidth = 100)
  static final class Top implements Runnable {
    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "no command given");
    }
  }

  @Command(
      name = "read",
      description = "Look inside a crawl: its stores, segments, graph, rankings and index.",
      synopsisSubcommandLabel = "WHAT",
      synopsisHeading = "Usage: ",
      commandListHeading = "%nWhat to read:%n",
      usageHelpWidth = 100)
  static final class Read implements Runnable {
    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "say what to read");
    }
  }
}
