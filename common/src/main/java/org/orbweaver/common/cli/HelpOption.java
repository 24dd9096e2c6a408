package org.orbweaver.common.cli;

import picocli.CommandLine.Option;

/** What every command has. */
abstract class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;
}
