package org.orbweaver.common.cli;

import java.io.IOException;
import java.io.InputStream;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The levels above the commands that all programs share: the program itself, {@code read} and help.
 */
final class TopCommands {
  private TopCommands() {}

  @Command(
      synopsisSubcommandLabel = "COMMAND",
      synopsisHeading = "Usage: ",
      commandListHeading = "%nCommands:%n",
      footerHeading = "%n",
      footer = {
        "-D key=value, -conf FILE, -fs URI and -libjars JARS may appear anywhere.",
        "--force-unknown keeps settings whose names look misspelt.",
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

  /** The help option of every command. */
  abstract static class HelpOption {
    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;
  }

  /** The help option of a command of a plugin. */
  static final class HelpMixin extends HelpOption {}

  /** The output of {@code --version}: the versions of the program and of its main dependencies. */
  static final class Versions implements IVersionProvider {
    private static final Pattern JAR = Pattern.compile(".*-(\\d[^/]*)\\.jar");
    private static final String ABSENT = "not on the class path";

    @Override
    public String[] getVersion() {
      return new String[] {
        "Orbweaver " + jar(TopCommands.class.getName()),
        "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        "Hadoop " + hadoop(),
        "Nutch " + jar("org.apache.nutch.crawl.CrawlDatum"),
        "Lucene " + jar("org.apache.lucene.util.Version")
      };
    }

    /**
     * The version in the file name of the jar that has the class; not every jar states its version
     * inside.
     */
    private static String jar(String className) {
      try {
        Class<?> known = Class.forName(className, false, TopCommands.class.getClassLoader());
        CodeSource source = known.getProtectionDomain().getCodeSource();
        Matcher jar = JAR.matcher(source == null ? "" : source.getLocation().getPath());
        return jar.matches() ? jar.group(1) : "(development build)";
      } catch (ClassNotFoundException e) {
        return ABSENT;
      }
    }

    /**
     * The shaded client's jars are named differently from an installation's; both have this file.
     */
    private static String hadoop() {
      ClassLoader loader = TopCommands.class.getClassLoader();
      try (InputStream file = loader.getResourceAsStream("common-version-info.properties")) {
        if (file == null) {
          return ABSENT;
        }
        Properties properties = new Properties();
        properties.load(file);
        return properties.getProperty("version", ABSENT);
      } catch (IOException e) {
        return ABSENT;
      }
    }
  }
}
