package org.orbweaver.crawler.simulate;

import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Command;

/** The command {@code simulate}, the group of simulations. */
@Command(
    name = "simulate",
    description = "Simulate policies on known data.",
    subcommands = SimulateRecrawlCommand.class,
    footer = "  orb simulate recrawl changes.tsv --budget-days 30")
public final class SimulateCommand extends OrbCommand {
  @Override
  protected int run() {
    throw OrbException.usage("expected a simulation: simulate recrawl");
  }
}
