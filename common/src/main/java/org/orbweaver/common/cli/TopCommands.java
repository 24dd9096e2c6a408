package org.orbweaver.common.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What every program of the project has above its commands: the program, {@code read}, help. */
final class TopCommands {
  private TopCommands() {}

  @Command(
      synopsisSubcommandLabel = "COMMAND",
      synopsisHeading = "Usage: ",
      commandListHeading = "%nCommands:%n",
      footerHeading = "%n",
      footer = {
        "-D key=value, -conf FILE, -fs URI and -libjars JARS may appear anywhere.",
        "'COMMAND --help' and 'help COMMAND' show a command's options and examples.",
        "Exit status: 0 done, 1 failed, 2 usage error, 3 nothing to do, 4 crawl in use,",
        "141 standard output closed, 130 or 143 stopped by Ctrl-C or SIGTERM."
      },
      versionProvider = Versions.class,
      usageHelpWidth = 100)
  static final class Top extends HelpOption implements Runnable {
    @Option(
        names = {"-V", "--version"},
        versionHelp = true,
        description = "Show the versions of Orbweaver, Java, Hadoop, Nutch, Lucene.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean version;

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "expected a command, got nothing");
    }
  }

  @Command(
      name = "read",
      description = "Show what a crawl holds: stores, segments, graph, rankings, index.",
      synopsisSubcommandLabel = "WHAT",
      synopsisHeading = "Usage: ",
      descriptionHeading = "%n",
      commandListHeading = "%nWhat to read:%n",
      usageHelpWidth = 100)
  static final class Read extends HelpOption implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "expected WHAT, got nothing");
    }
  }

  @Command(
      name = "help",
      description = "Show a command's help.",
      synopsisHeading = "Usage: ",
      descriptionHeading = "%n",
      parameterListHeading = "%n",
      footerHeading = "%nExamples:%n",
      footer = {"  orb help crawl", "  orb help read segment"},
      usageHelpWidth = 100)
  static final class Help extends HelpOption implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command.")
    private List<String> words = new ArrayList<>();

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      CommandLine found = spec.parent().commandLine();
      for (String word : words) {
        CommandLine next = found.getSubcommands().get(word);
        if (next == null) {
          throw new UnmatchedArgumentException(found, List.of(word));
        }
        found = next;
      }
      found.usage(spec.root().commandLine().getOut());
    }
  }
}
