package org.orbweaver.common.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.error.PlatformCharset;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.ScratchFolder;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.store.ChecksumList;
import org.orbweaver.common.store.ClusterProbe;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.common.store.HdfsClient;
import org.orbweaver.common.text.Console;
import org.orbweaver.plugin.OrbCommand;
import org.orbweaver.plugin.loader.Provided;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a program made of subcommands: accepts Hadoop's options in any position, checks the
 * settings, dispatches, and turns the outcome into an exit code and, for an error, one line.
 *
 * <p>The command line is parsed first: Hadoop takes most of a second to load, so it is not loaded
 * before the command line is known to be valid.
 */
public final class OrbMain {
  private static final Logger LOG = LoggerFactory.getLogger(OrbMain.class);

  private final String program;
  private final List<OrbCommand> commands;
  private final List<? extends BaseCommand> readers;
  private final Console console;

  /** The running command, null before it is known; read by the thread that reports a signal. */
  private volatile BaseCommand running;

  private OrbMain(
      String program,
      List<? extends OrbCommand> commands,
      List<? extends BaseCommand> readers,
      Console console) {
    this.program = program;
    this.commands = new ArrayList<>(commands);
    this.readers = readers;
    this.console = console;
  }

  /** Runs with the process's streams. */
  public static int run(
      String program,
      String[] args,
      List<? extends OrbCommand> commands,
      List<? extends BaseCommand> readers) {
    Console console = Console.system();
    try {
      Settings.requireSiteFiles();
    } catch (OrbException e) {
      // Checked before loading Hadoop, which can neither work nor end without its files.
      console.info(program + ": " + Console.safe(e.getMessage()));
      return e.exitCode().code();
    }
    return new OrbMain(program, commands, readers, console)
        .run(
            PlatformCharset.restoreUtf8(args),
            () -> {
              // Not earlier: help needs neither the folder nor Hadoop.
              ScratchFolder.replaceTemporaryFolder();
              return new Configuration();
            });
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
      List<? extends OrbCommand> commands,
      List<? extends BaseCommand> readers,
      Console console,
      Configuration conf) {
    return new OrbMain(program, commands, readers, console).run(args, () -> conf);
  }

  private int run(String[] args, Supplier<Configuration> conf) {
    Thread stopped = new Thread(this::tellStopped, "stopped-notice");
    Runtime.getRuntime().addShutdownHook(stopped);
    try {
      GenericOptions.Split split = GenericOptions.split(args);
      Configuration loaded = addCommands(split, conf);
      CommandLine line = commandLine(split.rest());
      line.setExecutionStrategy(
          parsed ->
              execute(
                  parsed, () -> loaded == null ? configured(conf.get(), split.generic()) : loaded));
      line.setExecutionExceptionHandler((e, command, parsed) -> report(e));
      line.setParameterExceptionHandler(
          (e, words) -> {
            console.info(program + ": " + Console.safe(Misuse.message(e)));
            return ExitCode.USAGE.code();
          });
      line.setOut(
          new PrintWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), true));
      int status = line.execute(split.rest().toArray(new String[0]));
      console.checkOutput();
      return status;
    } catch (Exception | Error e) {
      return report(e);
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(stopped);
      } catch (IllegalStateException e) {
        LOG.debug("the process is ending; the hook runs", e);
      }
      console.flush();
    }
  }

  /**
   * Adds the commands of plugins, if the command line names no other command.
   *
   * @return the configuration that says where the plugins are; null if none was needed
   */
  private Configuration addCommands(GenericOptions.Split split, Supplier<Configuration> conf)
      throws IOException {
    Set<String> names = commands.stream().map(OrbMain::nameOf).collect(Collectors.toSet());
    names.add("read");
    List<String> words = split.rest();
    Optional<String> first = words.stream().filter(word -> !word.startsWith("-")).findFirst();
    if (first.isPresent() && names.contains(first.get())) {
      return null;
    }
    Optional<String> file = words.stream().filter(CrawlFile::isOne).findFirst();
    if (file.isEmpty() && !Plugins.mayBeAdded(split.generic())) {
      return null; // Reading the configuration takes most of a second.
    }
    Configuration loaded = configured(conf.get(), split.generic());
    file.map(CrawlFile::read).ifPresent(found -> found.apply(loaded));
    if (first.isPresent()) {
      Plugins.set(loaded)
          .faults()
          .forEach(fault -> console.info("warning: " + Console.safe(fault)));
    }
    for (Provided<OrbCommand> added :
        Plugins.all(loaded, (plugin, settings) -> plugin.commands())) {
      Command says = added.part().getClass().getAnnotation(Command.class);
      if (added.isOwn()) {
        continue;
      }
      String name = says == null ? "" : says.name();
      if (name.isBlank() || !names.add(name)) {
        String fault =
            name.isBlank() ? "a command without @Command(name)" : "a second command '" + name + "'";
        console.info("warning: plugin " + added.plugin() + " has " + fault + ", which is ignored");
      } else {
        commands.add(added.part());
      }
    }
    return loaded;
  }

  /** True if the JVM is shutting down. */
  private static boolean isStopping() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /**
   * Prints the command's stopped notice if the process is stopped (Ctrl-C, a signal) before the
   * command has ended.
   */
  private void tellStopped() {
    console.last(program + ": " + (running == null ? "stopped" : running.stoppedNotice()));
    console.flush();
  }

  /** The commands as a picocli command line, the source of help, completion and the man pages. */
  public static CommandLine commandLine(
      String program, List<? extends OrbCommand> commands, List<? extends BaseCommand> readers) {
    List<String> all =
        Stream.concat(commands.stream(), readers.stream())
            .map(OrbMain::nameOf)
            .collect(Collectors.toCollection(ArrayList::new));
    all.add("read");
    return new OrbMain(program, commands, readers, Console.silent()).commandLine(all);
  }

  /**
   * The program's command line: its commands, their options and arguments.
   *
   * @param words the command line; a command that it does not name is added by name and description
   *     alone, because reading the options of all commands takes several times as long as the rest
   */
  private CommandLine commandLine(List<String> words) {
    CommandLine line = new CommandLine(new TopCommands.Top()).setCommandName(program);
    commands.forEach(command -> add(line, command, words));
    if (!readers.isEmpty()) {
      CommandLine read = new CommandLine(new TopCommands.Read());
      if (words.contains("read")) {
        readers.forEach(reader -> add(read, reader, words));
      }
      line.addSubcommand("read", read);
    }
    line.addSubcommand(new TopCommands.Help());
    // No @files of picocli: a query may begin with @.
    return line.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
  }

  private static String nameOf(OrbCommand command) {
    return command.getClass().getAnnotation(Command.class).name();
  }

  private static void add(CommandLine parent, OrbCommand command, List<String> words) {
    Command says = command.getClass().getAnnotation(Command.class);
    if (words.contains(says.name())) {
      parent.addSubcommand(command);
      CommandSpec spec = parent.getSubcommands().get(says.name()).getCommandSpec();
      // That of a plugin may have its own, or use -h for something else.
      if (spec.findOption("--help") == null && spec.findOption("-h") == null) {
        spec.commandLine().addMixin("help", new TopCommands.HelpMixin());
      }
    } else {
      CommandSpec named = CommandSpec.create().name(says.name());
      named.usageMessage().description(says.description()).hidden(says.hidden());
      parent.addSubcommand(says.name(), named);
    }
  }

  /** Something that gives the configuration of this run. */
  private interface Configured {
    Configuration get() throws IOException;
  }

  private int execute(ParseResult parsed, Configured conf) {
    List<CommandLine> named = parsed.asCommandLineList();
    CommandLine last = named.get(named.size() - 1);
    List<String> unmatched = last.getUnmatchedArguments();
    boolean isCommand = last.getCommand() instanceof OrbCommand;
    if (!isCommand && !unmatched.isEmpty()) {
      // Help was requested for a word that is not a command.
      throw new UnmatchedArgumentException(last, unmatched);
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    if (!isCommand) {
      return new CommandLine.RunLast().execute(parsed);
    }
    try {
      if (last.getCommand() instanceof BaseCommand command) {
        running = command;
        command.begin(conf.get(), console);
      } else {
        begin(last, conf.get());
      }
    } catch (Exception e) {
      return report(e);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Begins the command of a plugin. */
  private void begin(CommandLine line, Configuration conf) throws IOException {
    CommandSpec spec = line.getCommandSpec();
    CrawlArgument.apply(conf, spec, () -> CrawlArgument.of(spec));
    BaseCommand.check(conf, console, List.of());
    line.<OrbCommand>getCommand().begin(conf, console);
  }

  private Configuration configured(Configuration conf, List<String> generic) throws IOException {
    Settings.load(conf, generic);
    ChecksumList.prepare(conf);
    HdfsClient.prepare(conf);
    if (JobRunner.isLocal(conf)) {
      // Not on a cluster: its own processes read the job's settings but do not have the class.
      DirectLocalFileSystem.install(conf);
    }
    return conf;
  }

  private int report(Throwable thrown) {
    LOG.error("failed", thrown);
    Failure failure = Failure.of(thrown);
    if (isStopping()) {
      // The stopped notice is enough: later failures are a consequence of the stop.
      return failure.exitCode().code();
    }
    boolean said = thrown instanceof OrbException && thrown.getCause() == null;
    if (failure.exitCode() == ExitCode.FAILED && !said && running != null) {
      Configuration conf = running.conf();
      Optional<String> outage =
          conf == null ? Optional.empty() : ClusterProbe.fileSystemOutage(conf);
      failure = outage.map(Failure::failed).orElse(failure);
    }
    if (!failure.message().isEmpty()) {
      console.info(program + ": " + Console.safe(failure.message()));
      failure.details().forEach(line -> console.info("  " + Console.safe(line)));
    }
    return failure.exitCode().code();
  }
}
